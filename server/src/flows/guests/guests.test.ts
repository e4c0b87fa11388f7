import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faultySuite } from '../../../test/faulty-suite.ts';
import { LABEL, QUARTER_HOUR_SECONDS, RestoreWorld } from '../../../test/restore-world.ts';
import { TENANT } from '../../../test/team-world.ts';
import { changeGuest } from '../../domain/guests/change-guest.ts';
import { findStays } from '../../domain/guests/describe-stays.ts';
import { renderNotification } from '../../domain/notifications/describe.ts';
import type { NotificationFacts } from '../../domain/notifications/kinds.ts';
import { findPermanentMembers as findPermanent } from '../../domain/policies/find-permanent-members.ts';
import type { PolicyDraft } from '../../domain/policies/model.ts';
import { addTeamMember } from '../../domain/teams/change-members.ts';
import { membershipId } from '../../domain/teams/membership-id.ts';
import { invalidRequest, isCharterError } from '../../kernel/errors.ts';
import { endStays } from './end-stays.ts';

const DAY = 24 * 60 * 60;
const at = new RestoreWorld();

const policy = (settings: object, draft: Partial<PolicyDraft> = {}) =>
  at.policy({
    kind: 'guests',
    name: 'Partners',
    settings: { guests: 'allowed', ...settings } as never,
    ...draft,
  });

const end = () => endStays({ ...at.depsOf(), findPermanent }, TENANT);

const stayOf = async (teamId: string) =>
  (await findStays(at.world.deps, TENANT, teamId, ['gus-id'])).get('gus-id');

const daysFromNow = (days: number): string =>
  new Date(at.world.clock.now().getTime() + days * DAY * 1000).toISOString();

/** Returns the code and the message of a rejected call. */
const rejection = (call: Promise<unknown>): Promise<readonly [string, string]> =>
  call.then(
    () => ['', ''] as const,
    (error: unknown) => (isCharterError(error) ? [error.code, error.message] : ['', String(error)]),
  );

const addGus = (teamId: string, stay: object = {}, deps = at.world.deps) =>
  addTeamMember(deps, at.world.person('olga'), at.world.call(), {
    teamId,
    user: { id: 'gus-id' },
    role: 'member',
    ...stay,
  });

/** Returns the changes of Gus in the team: the type, the end, the sponsor and the reason of each event and record. */
async function changesOf(teamId: string) {
  type Change = { endDateTime?: string; sponsor?: { id: string } };
  const events = (await at.world.events()).flatMap(({ type, target, payload }) => {
    const { team, member, guest, reason } = payload as {
      team?: { id: string };
      member?: Change;
      guest?: Change;
      reason?: string;
    };
    if (target.id !== 'gus-id' || team?.id !== teamId) return [];
    const { endDateTime, sponsor } = member ?? guest ?? {};
    return [[type, endDateTime, sponsor?.id, reason]];
  });
  const records = (await at.recordsOf('gus-id'))
    .filter(({ fields }) => fields.teamId === teamId)
    .map(({ type, fields: { endDateTime, sponsorId, reason } }) => [type, endDateTime, sponsorId, reason]);
  assert.deepEqual(records, events, 'each change has one record and one event');
  return events;
}

describe('a guest whom an owner adds', () => {
  it('is rejected with an error that names the policy and the next step, unless the policy only reports', async () => {
    const teamId = await at.newTeam();
    await at.remove(teamId, 'gus-id');
    const reporting = await policy({ guests: 'forbidden' }, { mode: 'report' });
    await at.attach(reporting, teamId);
    await addGus(teamId);
    const records = await at.recordsOf(reporting.id);
    assert.ok(records.some(({ type }) => type === 'policy_violation_reported'));
    await at.remove(teamId, 'gus-id');
    await at.attach(await policy({ allowedDomains: ['partner.example'] }), teamId);
    const [code, message] = await rejection(addGus(teamId));
    assert.equal(code, 'PolicyViolation');
    assert.match(
      message,
      /'Partners' does not allow guests from mail\.fabrikam\.example\. Ask an administrator/,
    );
    assert.equal((await at.rolesIn(teamId))['gus-id'], undefined);
  });

  it('needs a sponsor from the organisation, and an end within the limit of the policy', async () => {
    const teamId = await at.newTeam();
    await at.remove(teamId, 'gus-id');
    await at.attach(await policy({ sponsor: 'required', longestStayDays: 90 }), teamId);
    assert.match((await rejection(addGus(teamId)))[1], /requires a sponsor/);
    const sponsor = { id: 'mia@fabrikam.example' };
    assert.match((await rejection(addGus(teamId, { sponsor: { id: 'gus-id' } })))[1], /cannot be a sponsor/);
    const late = addGus(teamId, { sponsor, endDateTime: daysFromNow(91) });
    assert.match((await rejection(late))[1], /at most 90 days/);
    await addGus(teamId, { sponsor, endDateTime: daysFromNow(30) });
    assert.deepEqual(await stayOf(teamId), {
      endDateTime: daysFromNow(30),
      sponsor: { id: 'mia-id', displayName: 'Mia' },
    });
    assert.deepEqual(await changesOf(teamId), [['team_member_added', daysFromNow(30), 'mia-id', undefined]]);
  });

  it('gets the end and the sponsor even when another call adds the guest at the same moment', async () => {
    const teamId = await at.newTeam();
    await at.remove(teamId, 'gus-id');
    const { teams } = at.world.suite;
    const overtaken: typeof teams = {
      ...teams,
      async addMembers(...given) {
        await addGus(teamId);
        at.world.clock.advance(1);
        return teams.addMembers(...given);
      },
    };
    const deps = { ...at.world.deps, suite: { ...at.world.suite, teams: overtaken } };
    const endDateTime = daysFromNow(30);
    await addGus(teamId, { endDateTime, sponsor: { id: 'mia-id' } }, deps);
    assert.deepEqual(await changesOf(teamId), [
      ['team_member_added', undefined, undefined, undefined],
      ['guest_stay_updated', endDateTime, 'mia-id', undefined],
    ]);
    assert.equal((await stayOf(teamId))?.sponsor?.id, 'mia-id');
  });

  it('gets a new stay when an earlier one is still stored', async () => {
    const teamId = await at.newTeam();
    await at.remove(teamId, 'gus-id');
    await addGus(teamId, { endDateTime: daysFromNow(30), sponsor: { id: 'mia-id' } });
    await at.remove(teamId, 'gus-id');
    at.world.clock.advance(1);
    await addGus(teamId);
    assert.deepEqual(await stayOf(teamId), { endDateTime: null, sponsor: null });
  });

  it('has no stay when the suite rejects the addition', async () => {
    const teamId = await at.newTeam();
    await at.remove(teamId, 'gus-id');
    const suite = faultySuite(at.world.suite, (call) =>
      call.startsWith('teams.addMembers')
        ? { when: 'before', error: invalidRequest('The guest is unknown.') }
        : undefined,
    );
    const added = addGus(teamId, { endDateTime: daysFromNow(30) }, { ...at.world.deps, suite });
    assert.equal((await rejection(added))[0], 'InvalidRequest');
    assert.equal(await stayOf(teamId), undefined);
    assert.deepEqual(await changesOf(teamId), []);
  });
});

describe('the governance of guests', () => {
  it('removes guests who are not allowed, records the reason, and keeps permanent members', async () => {
    const [teamId, other] = [await at.newTeam(), await at.newTeam()];
    await at.attach(await at.permanent([], ['gus-id']), other);
    const forbidding = await policy({ guests: 'forbidden' });
    for (const id of [teamId, other]) await at.attach(forbidding, id);
    await at.sweep();
    assert.equal((await at.rolesIn(teamId))['gus-id'], undefined);
    assert.equal((await at.rolesIn(other))['gus-id'], 'guest');
    const [record] = (await at.recordsOf('gus-id')).filter(({ fields }) => fields.teamId === teamId);
    assert.deepEqual(
      [record?.type, record?.fields.reason, record?.fields.policyId],
      ['team_member_removed', 'guestPolicy', forbidding.id],
    );
    const notices = await at.world.deps.store.in(TENANT).notifications.list({
      ...{ addresseeId: 'olga-id', unreadOnly: false, top: 10, after: undefined },
    });
    const [notice] = notices.filter(({ kind }) => kind === 'people_removed');
    assert.deepEqual((notice?.facts as { people?: unknown })?.people, ['Gus']);
  });

  it('repeats a rejected removal a day later, and notifies once', async () => {
    const teamId = await at.newTeam();
    await at.attach(await policy({ guests: 'forbidden' }), teamId);
    const removals: string[] = [];
    const rejecting = faultySuite(at.world.suite, (call) => {
      if (!call.startsWith('teams.removeMember')) return undefined;
      removals.push(call);
      return { when: 'before', error: invalidRequest('The guest is protected.') };
    });
    for (let check = 0; check < 8; check += 1) {
      await at.sweep(rejecting);
      at.world.clock.advance(3 * 60 * 60);
    }
    assert.equal(removals.length, 1);
    assert.deepEqual(
      at.reported.map(({ error }) => String(error)),
      ['CharterError: The guest is protected.'],
    );
    await at.sweep(rejecting);
    assert.equal(removals.length, 2, 'a day has passed');
    const notices = await at.world.deps.store.in(TENANT).notifications.list({
      ...{ addresseeId: 'olga-id', unreadOnly: false, top: 50, after: undefined },
    });
    const about = notices.filter(
      ({ kind, facts }) => kind === 'people_removed' && (facts as { teamId?: string }).teamId === teamId,
    );
    assert.equal(about.length, 1);
    at.world.clock.advance(DAY);
    await at.sweep();
    assert.equal((await at.rolesIn(teamId))['gus-id'], undefined);
  });

  it('records each end and sponsor that it sets, once', async () => {
    const teamId = await at.newTeam();
    const limiting = await policy({ longestStayDays: 30, sponsor: 'required' });
    await at.attach(limiting, teamId);
    const ended = daysFromNow(30);
    for (let check = 0; check < 3; check += 1) {
      await at.sweep();
      at.world.clock.advance(QUARTER_HOUR_SECONDS);
    }
    assert.deepEqual(await changesOf(teamId), [['guest_stay_updated', ended, 'olga-id', 'guestPolicy']]);
    const [record] = (await at.recordsOf('gus-id')).filter(({ fields }) => fields.teamId === teamId);
    assert.equal(record?.fields.policyId, limiting.id);
  });

  it('sets no sponsor whose account is closed, and rejects such a sponsor from an owner', async (t) => {
    const teamId = await at.newTeam();
    await at.world.suite.teams.addMembers(TENANT, teamId, [{ userId: 'sam-id', role: 'owner' }]);
    await at.closeAccount(t, 'olga-id');
    await at.attach(await policy({ sponsor: 'required' }), teamId);
    await at.sweep();
    assert.equal((await stayOf(teamId))?.sponsor?.id, 'sam-id');
    const call = changeGuest(at.world.deps, at.world.person('sam'), at.world.call(), {
      ...{ teamId, membershipId: membershipId(teamId, 'gus-id'), sponsor: { id: 'olga-id' } },
    });
    assert.deepEqual(await rejection(call), [
      'InvalidRequest',
      'The account of Olga is closed. Name a person who can sign in.',
    ]);
  });

  it('does not overwrite a stay that an owner has set since the check read it', async () => {
    const teamId = await at.newTeam();
    await at.remove(teamId, 'gus-id');
    await addGus(teamId, { endDateTime: daysFromNow(30), sponsor: { id: 'mia-id' } });
    await at.attach(await policy({ longestStayDays: 60, sponsor: 'required' }), teamId);
    const { store } = at.world.deps;
    const late: typeof store = {
      ...store,
      in: (tenantId) => {
        const stores = store.in(tenantId);
        return { ...stores, guestStays: { ...stores.guestStays, of: async () => [] } };
      },
    };
    const given = await stayOf(teamId);
    await at.sweep(undefined, late);
    assert.deepEqual(await stayOf(teamId), given);
    assert.equal((await changesOf(teamId)).length, 1);
  });

  it('prefers the policy for the label of the team', async () => {
    const teamId = await at.newTeam();
    await at.world.suite.teams.setSensitivityLabel(TENANT, teamId, LABEL);
    const forbidding = await policy({ guests: 'forbidden' });
    await at.attach(forbidding, teamId);
    await at.attach(await policy({ labelIds: [LABEL] }), teamId);
    await at.sweep();
    assert.equal((await at.rolesIn(teamId))['gus-id'], 'guest');
  });

  it('announces the end of a stay a week before, and removes the guest at the end', async () => {
    const teamId = await at.newTeam();
    await at.attach(await policy({ longestStayDays: 30 }), teamId);
    await at.sweep();
    assert.equal((await stayOf(teamId))?.endDateTime, daysFromNow(30));
    at.world.clock.advance(23 * DAY - 1);
    assert.equal(await end(), 0);
    at.world.clock.advance(1);
    assert.equal(await end(), 1);
    const list = { addresseeId: 'olga-id', unreadOnly: false, top: 5, after: undefined };
    const [announced] = await at.world.deps.store.in(TENANT).notifications.list(list);
    assert.equal(announced?.kind, 'guests_ending');
    at.world.clock.advance(7 * DAY - 1);
    assert.equal(await end(), 0);
    at.world.clock.advance(1);
    await end();
    assert.equal((await at.rolesIn(teamId))['gus-id'], undefined);
    const records = (await at.recordsOf('gus-id')).filter(({ fields }) => fields.teamId === teamId);
    assert.equal(records.at(-1)?.fields.reason, 'guestEnd');
    assert.equal(await stayOf(teamId), undefined, 'the stay is forgotten');
  });

  it('notifies administrators instead of owners and sponsors with closed accounts', async (t) => {
    const teamId = await at.newTeam();
    await at.attach(await policy({ longestStayDays: 30, sponsor: 'required' }), teamId);
    await at.sweep();
    await at.makeAdministrator(t, 'ada-id');
    await at.closeAccount(t, 'olga-id');
    const noticesTo = async (addresseeId: string) => {
      const list = { addresseeId, unreadOnly: false, top: 50, after: undefined };
      const notices = await at.world.deps.store.in(TENANT).notifications.list(list);
      return notices.flatMap(({ kind, facts }) =>
        (facts as { teamId?: string }).teamId === teamId ? [kind] : [],
      );
    };
    at.world.clock.advance(23 * DAY);
    await end();
    assert.deepEqual([await noticesTo('olga-id'), await noticesTo('ada-id')], [[], ['guests_ending']]);
    at.world.clock.advance(7 * DAY);
    await end();
    assert.equal((await at.rolesIn(teamId))['gus-id'], undefined);
    assert.deepEqual(
      [await noticesTo('olga-id'), await noticesTo('ada-id')],
      [[], ['people_removed', 'guests_ending']],
    );
  });

  it('does not remove guests at once when a policy becomes stricter', async () => {
    const teamId = await at.newTeam();
    await at.attach(await policy({ longestStayDays: 365 }), teamId);
    await at.sweep();
    at.world.clock.advance(100 * DAY);
    await at.attach(
      await policy({ labelIds: undefined, longestStayDays: 30 }, { scope: { type: 'tenant' } }),
      teamId,
    );
    await at.sweep();
    at.world.clock.advance(QUARTER_HOUR_SECONDS);
    await at.sweep();
    assert.equal((await at.rolesIn(teamId))['gus-id'], 'guest');
  });

  it('keeps a guest whose stay is extended while the removal begins', async () => {
    const teamId = await at.newTeam();
    await at.attach(await policy({ longestStayDays: 30 }), teamId);
    await at.sweep();
    at.world.clock.advance(23 * DAY);
    await end();
    at.world.clock.advance(7 * DAY);
    const { suite } = at.world;
    const listMembers: typeof suite.teams.listMembers = async (...args) => {
      const members = await suite.teams.listMembers(...args);
      await changeGuest(at.world.deps, at.world.person('olga'), at.world.call(), {
        ...{ teamId, membershipId: membershipId(teamId, 'gus-id'), endDateTime: daysFromNow(20) },
      });
      return members;
    };
    const slow = { ...suite, teams: { ...suite.teams, listMembers } };
    await endStays({ ...at.depsOf(slow), findPermanent }, TENANT);
    assert.equal((await at.rolesIn(teamId))['gus-id'], 'guest');
    assert.equal((await stayOf(teamId))?.endDateTime, daysFromNow(20));
    await end();
    assert.equal((await at.rolesIn(teamId))['gus-id'], 'guest');
  });

  it('applies both changes when owners change the end and the sponsor of a stay at the same time', async () => {
    const teamId = await at.newTeam();
    await at.attach(await policy({ longestStayDays: 90 }), teamId);
    await at.sweep();
    const change = (deps: typeof at.world.deps, stay: object) =>
      changeGuest(deps, at.world.person('olga'), at.world.call(), {
        ...{ teamId, membershipId: membershipId(teamId, 'gus-id'), ...stay },
      });
    const { store } = at.world.deps;
    let isOvertaken = false;
    const late: typeof store = {
      ...store,
      in: (tenantId) => {
        const stores = store.in(tenantId);
        const of: typeof stores.guestStays.of = async (...args) => {
          const stays = await stores.guestStays.of(...args);
          if (!isOvertaken) {
            isOvertaken = true;
            await change(at.world.deps, { endDateTime: daysFromNow(10) });
          }
          return stays;
        };
        return { ...stores, guestStays: { ...stores.guestStays, of } };
      },
    };
    await change({ ...at.world.deps, store: late }, { sponsor: { id: 'mia-id' } });
    assert.deepEqual(await stayOf(teamId), {
      endDateTime: daysFromNow(10),
      sponsor: { id: 'mia-id', displayName: 'Mia' },
    });
    assert.deepEqual((await changesOf(teamId)).at(-1), [
      'guest_stay_updated',
      daysFromNow(10),
      'mia-id',
      undefined,
    ]);
  });

  it('allows owners to extend a stay within the policy', async () => {
    const teamId = await at.newTeam();
    await at.attach(await policy({ longestStayDays: 30 }), teamId);
    await at.sweep();
    at.world.clock.advance(20 * DAY);
    const call = at.world.call();
    const changed = await changeGuest(at.world.deps, at.world.person('olga'), call, {
      teamId,
      membershipId: membershipId(teamId, 'gus-id'),
      endDateTime: daysFromNow(30),
      sponsor: { id: 'mia-id' },
    });
    assert.deepEqual(
      [changed.endDateTime, changed.sponsor],
      [daysFromNow(30), { id: 'mia-id', displayName: 'Mia' }],
    );
    const [event] = await at.world.events(call.requestId);
    assert.equal(event?.type, 'guest_stay_updated');
    const byMember = changeGuest(at.world.deps, at.world.person('mia'), at.world.call(), {
      teamId,
      membershipId: membershipId(teamId, 'gus-id'),
      endDateTime: null,
    });
    assert.equal((await rejection(byMember))[0], 'Forbidden');
  });
});

describe('a guest who does not sign in', () => {
  const INACTIVE_DAYS = 90;

  /** Creates a team whose guest Gus last signed in before he joined, and returns it when he is inactive. */
  async function inactive(settings: object = {}) {
    const teamId = await at.newTeam();
    await at.signIn('gus-id', new Date(at.world.clock.now().getTime() - DAY * 1000));
    const applied = await policy({ inactiveDays: INACTIVE_DAYS, ...settings });
    await at.attach(applied, teamId);
    await at.sweep();
    at.world.clock.advance(INACTIVE_DAYS * DAY - 1);
    await at.sweep();
    at.world.clock.advance(QUARTER_HOUR_SECONDS);
    return { teamId, policyId: applied.id };
  }

  const endOfGus = async (teamId: string) => (await stayOf(teamId))?.endDateTime;

  async function noticesOf(kind: string, teamId: string) {
    const list = { addresseeId: 'olga-id', unreadOnly: false, top: 50, after: undefined };
    const found = await at.world.deps.store.in(TENANT).notifications.list(list);
    return found.filter(
      (each) => each.kind === kind && (each.facts as { teamId?: string }).teamId === teamId,
    );
  }

  it('gets an end a week ahead, which is announced with the reason, and is removed then', async () => {
    const { teamId, policyId } = await inactive();
    assert.equal(await endOfGus(teamId), null, 'not yet');
    await at.sweep();
    const ended = daysFromNow(7);
    assert.equal(await endOfGus(teamId), ended);
    assert.equal(await end(), 1);
    const [notice, ...others] = await noticesOf('guests_ending', teamId);
    assert.equal(others.length, 0);
    const facts = notice?.facts as NotificationFacts;
    for (const [language, words] of [
      ['en', /have not signed in .* Their stay ends on .*: Gus\. .* Those who sign in before then stay\.$/],
      ['de', /haben sich lange nicht angemeldet\. .* Wer sich vorher anmeldet, bleibt\.$/],
      ['fr', /ne se sont pas connectés .* se connectent avant restent\.$/],
    ] as const)
      assert.match(renderNotification(language, 'guests_ending', facts).text, words);
    assert.deepEqual(await changesOf(teamId), [['guest_stay_updated', ended, undefined, 'guestInactive']]);
    for (let day = 0; day < 6; day += 1) {
      at.world.clock.advance(DAY);
      await at.sweep();
      assert.equal(await endOfGus(teamId), ended, 'the end stays');
      assert.equal(await end(), 0);
    }
    at.world.clock.advance(DAY);
    await end();
    assert.equal((await at.rolesIn(teamId))['gus-id'], undefined);
    const records = (await at.recordsOf('gus-id')).filter(({ fields }) => fields.teamId === teamId);
    const { reason, policyId: because } = records.at(-1)?.fields ?? {};
    assert.deepEqual([reason, because], ['guestInactive', policyId]);
    const [removal] = await noticesOf('people_removed', teamId);
    const { text } = renderNotification('en', 'people_removed', removal?.facts as NotificationFacts);
    assert.match(text, /have not signed in for a long time: Gus/);
  });

  it('gets the former end back after a sign-in, even at the last moment', async () => {
    const { teamId } = await inactive({ longestStayDays: 200 });
    const former = await endOfGus(teamId);
    await at.sweep();
    const ended = daysFromNow(7);
    await end();
    at.world.clock.advance(7 * DAY);
    await at.signIn('gus-id', at.world.clock.now());
    await end();
    assert.equal(await endOfGus(teamId), former);
    assert.equal((await at.rolesIn(teamId))['gus-id'], 'guest');
    assert.deepEqual((await changesOf(teamId)).slice(1), [
      ['guest_stay_updated', ended, undefined, 'guestInactive'],
      ['guest_stay_updated', former, undefined, 'guestActive'],
    ]);
    await at.sweep();
    at.world.clock.advance(30 * DAY);
    await at.sweep();
    assert.equal(await endOfGus(teamId), former);
  });

  for (const [when, lose] of [
    ['the latest sign-in is not known any more', () => at.signIn('gus-id', undefined)],
    ['the policy no longer applies', (teamId: string, policyId: string) => at.detach(policyId, teamId)],
  ] as const) {
    it(`gets the former end back when ${when}`, async () => {
      const { teamId, policyId } = await inactive();
      await at.sweep();
      await end();
      at.world.clock.advance(7 * DAY);
      await lose(teamId, policyId);
      await end();
      assert.equal(await endOfGus(teamId), null);
      assert.equal((await at.rolesIn(teamId))['gus-id'], 'guest');
      const last = (await changesOf(teamId)).at(-1);
      assert.deepEqual([last?.[0], last?.[3]], ['guest_stay_updated', 'guestPolicy']);
    });
  }

  it('is never inactive while the latest sign-in is not known', async () => {
    const { teamId } = await inactive();
    await at.signIn('gus-id', undefined);
    await at.sweep();
    assert.equal(await endOfGus(teamId), null);
  });

  it('stays when an owner changes or removes the end of the stay', async () => {
    const { teamId } = await inactive();
    await at.sweep();
    await end();
    const change = (endDateTime: string | null) =>
      changeGuest(at.world.deps, at.world.person('olga'), at.world.call(), {
        ...{ teamId, membershipId: membershipId(teamId, 'gus-id') },
        endDateTime,
      });
    assert.equal((await change(null)).endDateTime, null);
    at.world.clock.advance((INACTIVE_DAYS - 1) * DAY);
    await at.sweep();
    await end();
    assert.equal(await endOfGus(teamId), null, 'the stay has begun again');
    const extended = daysFromNow(60);
    assert.equal((await change(extended)).endDateTime, extended);
    at.world.clock.advance(30 * DAY);
    await at.sweep();
    assert.equal(await endOfGus(teamId), extended);
  });

  it('keeps an end that comes before the week is over', async () => {
    const { teamId } = await inactive({ longestStayDays: INACTIVE_DAYS + 5 });
    const former = await endOfGus(teamId);
    await at.sweep();
    assert.equal(await endOfGus(teamId), former);
  });
});
