import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { DAY_MILLISECONDS } from '../../kernel/clock.ts';
import { labelledPolicyFor } from '../policies/labelled-policy.ts';
import type { PolicySettings } from '../policies/model.ts';
import type { GuestStay } from './ports.ts';
import {
  domainOf,
  endOf,
  endsByInactivity,
  type GuestPolicy,
  guestFault,
  inactiveEnd,
  NOTICE_DAYS,
  permittedStayEnd,
} from './rules.ts';

const policy = (
  settings: Partial<PolicySettings<'guests'>>,
  more: Partial<GuestPolicy> = {},
): GuestPolicy => ({
  ...{ id: 'one', name: 'Partners', description: null, kind: 'guests', enabled: true, mode: 'enforce' },
  ...{
    scope: { type: 'tenant' },
    version: 1,
    createdAt: new Date(0),
    updatedAt: new Date(0),
    reach: 'tenant',
  },
  settings: { guests: 'allowed', ...settings },
  ...more,
});

const guest = (mail: string | null, userPrincipalName = '') => ({
  ...{ displayName: 'Gus', mail, userPrincipalName },
});

describe('the domain of a guest', () => {
  it('is the domain of the mail address, or else the one in the user principal name', () => {
    assert.equal(domainOf(guest('Gus@Mail.Example')), 'mail.example');
    assert.equal(domainOf(guest(null, 'g_us_partner.example#EXT#@contoso.example')), 'partner.example');
    assert.equal(domainOf(guest(null, 'gus@contoso.example')), 'contoso.example');
    assert.equal(domainOf(guest(null)), undefined);
    assert.equal(domainOf(guest('gus@bücher.example')), domainOf(guest('gus@xn--bcher-kva.example')));
  });
});

describe('a policy for guests', () => {
  it('compares domains as a whole', () => {
    const codeOf = (settings: Partial<PolicySettings<'guests'>>, mail: string | null) =>
      guestFault(policy(settings), guest(mail))?.messageCode;
    assert.equal(codeOf({ guests: 'forbidden' }, 'gus@mail.example'), 'guests.forbidden');
    assert.equal(codeOf({ blockedDomains: ['Mail.example'] }, 'gus@mail.example'), 'guests.domainBlocked');
    assert.equal(codeOf({ blockedDomains: ['mail.example'] }, 'gus@sub.mail.example'), undefined);
    assert.equal(
      codeOf({ allowedDomains: ['mail.example'] }, 'gus@sub.mail.example'),
      'guests.domainNotAllowed',
    );
    assert.equal(codeOf({ allowedDomains: ['mail.example'] }, null), 'guests.domainUnknown');
    assert.equal(codeOf({ blockedDomains: ['mail.example'] }, null), undefined);
  });

  it('takes precedence when its scope is narrowest, and within a scope when it names the team’s label', () => {
    const all = [
      policy({}, { id: 'attached', reach: 'attached' }),
      policy({ labelIds: ['secret'] }, { id: 'labelled', reach: 'attached' }),
      policy({ labelIds: ['public'] }, { id: 'tenant', reach: 'tenant' }),
    ];
    const chosen = (policies: GuestPolicy[], label: string | null) =>
      labelledPolicyFor(policies, 'guests', label)?.id;
    assert.equal(chosen(all, null), 'attached');
    assert.equal(chosen(all, 'secret'), 'labelled');
    assert.equal(chosen(all, 'public'), 'attached');
    assert.equal(chosen(all.slice(1), 'public'), 'tenant');
    assert.equal(chosen(all.slice(1), null), undefined);
  });
});

describe('the end of a stay', () => {
  const aTime = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true });

  it('respects the limits of policy and owners and a week of notice, and stays the same when it is computed again', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        aTime,
        fc.option(aTime),
        aTime,
        (longestStayDays, since, endsAt, now) => {
          const limit = policy({ longestStayDays });
          const end = permittedStayEnd(limit, { since, endsAt }, now);
          assert.ok(end !== null);
          const latest = since.getTime() + longestStayDays * DAY_MILLISECONDS;
          const notice = now.getTime() + NOTICE_DAYS * DAY_MILLISECONDS;
          assert.ok(end.getTime() <= Math.max(latest, notice));
          assert.ok(end.getTime() >= Math.min(endsAt?.getTime() ?? notice, notice), 'a week of notice');
          assert.ok(endsAt === null || end <= endsAt, 'no policy prolongs a stay');
          const again = new Date(now.getTime() + DAY_MILLISECONDS);
          assert.deepEqual(permittedStayEnd(limit, { since, endsAt: end }, again), end);
        },
      ),
    );
  });

  it('is the date that owners set when the policy has no limit', () => {
    const [since, now] = [new Date(0), new Date(1)];
    assert.equal(permittedStayEnd(policy({}), undefined, now), null);
    assert.deepEqual(permittedStayEnd(policy({}), { since, endsAt: now }, now), now);
  });
});

describe('the end of the stay of an inactive guest', () => {
  const now = new Date('2026-06-01T00:00:00Z');
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MILLISECONDS);
  const ahead = (days: number) => ago(-days);
  const limit = policy({ inactiveDays: 30 });
  const endAfter = (
    { since = ago(400), endsAt = null, inactiveEndsAt = null }: Partial<GuestStay>,
    lastSignIn: Date | undefined,
    applied = limit,
  ) => inactiveEnd(applied, { since, inactiveEndsAt }, { endsAt, lastSignIn, now });

  it('is a week ahead when both the latest sign-in and the start of the stay are too long ago', () => {
    assert.deepEqual(endAfter({}, ago(30)), ahead(NOTICE_DAYS));
    assert.equal(endAfter({}, ago(29)), null);
    assert.equal(endAfter({ since: ago(29) }, ago(300)), null);
    assert.deepEqual(endAfter({ inactiveEndsAt: ahead(2) }, ago(40)), ahead(2), 'the end stays');
  });

  it('does not exist without a known sign-in, a stay or the setting', () => {
    assert.equal(endAfter({}, undefined), null);
    assert.equal(inactiveEnd(limit, undefined, { endsAt: null, lastSignIn: ago(300), now }), null);
    assert.equal(endAfter({ inactiveEndsAt: ahead(2) }, ago(300), policy({})), null);
  });

  it('does not replace an earlier end, and the earlier of both ends applies', () => {
    assert.equal(endAfter({ endsAt: ahead(NOTICE_DAYS) }, ago(40)), null);
    assert.deepEqual(endAfter({ endsAt: ahead(8) }, ago(40)), ahead(NOTICE_DAYS));
    const stay = { endsAt: ahead(8), inactiveEndsAt: ahead(2) };
    assert.deepEqual([endOf(stay), endsByInactivity(stay)], [ahead(2), true]);
    assert.equal(endsByInactivity({ ...stay, endsAt: ahead(1) }), false);
    assert.equal(endOf({ endsAt: null, inactiveEndsAt: null }), null);
  });
});
