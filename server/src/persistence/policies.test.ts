import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import { rawEvent } from '../../test/raw-event.ts';
import { type PolicyDraft, policiesFor } from '../domain/policies/model.ts';
import type { Metadata } from '../domain/teams/metadata.ts';
import { newId } from '../kernel/ids.ts';
import { eventStore } from './events.ts';
import { governedTeamStore } from './governed-teams.ts';
import { policyStore } from './policies.ts';
import { teamMetadataStore } from './team-metadata.ts';

const AT = new Date('2026-11-21T08:00:00Z');
const later = (minutes: number): Date => new Date(AT.getTime() + minutes * 60_000);

const draft = (name: string, more: Partial<PolicyDraft> = {}): PolicyDraft => ({
  name,
  description: null,
  kind: 'privacy',
  enabled: true,
  mode: 'enforce',
  scope: { type: 'tenant' },
  settings: { visibility: 'private' },
  ...more,
});

describe('the store of policies', () => {
  let database: TestDatabase;
  let tenants = 0;

  before(async () => {
    database = await createMigratedDatabase({ unaudited: true });
  });
  after(() => database.drop());

  const open = () => {
    const tenantId = `tenant-${++tenants}`;
    const db = database.tenancy.for(tenantId);
    const happen = (type: 'team_created' | 'team_deleted' | 'team_updated', teamId: string, at = AT) =>
      eventStore(db, tenantId).append(
        [
          rawEvent({
            type,
            payload: { team: { id: teamId } },
            ...(type === 'team_created' && { originId: 'project' }),
          }),
        ],
        at,
      );
    return {
      tenantId,
      db,
      store: policyStore(db, tenantId),
      governed: governedTeamStore(db, tenantId),
      happen,
    };
  };

  it('stores policies, lists them by kind and page, and checks their version', async () => {
    const { store } = open();
    const ids = [newId(), newId(), newId()] as const;
    const naming = { kind: 'naming', settings: { blockedWords: ['secret'] } } as const;
    await store.add({ id: ids[0], ...draft('One', { description: 'First' }) }, AT);
    await store.add({ id: ids[1], ...draft('Two', naming) }, AT);
    const scope = { type: 'templates' as const, templateIds: ['project'] };
    await store.add({ id: ids[2], ...draft('Three', { scope, enabled: false }) }, AT);
    assert.equal(await store.count(), 3);
    assert.deepEqual(await store.find(ids[2]), {
      id: ids[2],
      ...draft('Three', { scope, enabled: false }),
      version: 1,
      createdAt: AT,
      updatedAt: AT,
    });
    assert.equal(await store.find('not-an-id'), undefined);
    const page = await store.list({ kind: undefined, top: 1, after: ids[0] });
    assert.deepEqual(
      page.map(({ name }) => name),
      ['Two', 'Three'],
    );
    const ofKind = await store.list({ kind: 'naming', top: 10, after: undefined });
    assert.deepEqual(
      ofKind.map(({ settings }) => settings),
      [{ blockedWords: ['secret'] }],
    );
    const saved = await store.save(ids[0], draft('One again'), 1, later(1));
    assert.equal(saved?.version, 2);
    assert.deepEqual(saved?.updatedAt, later(1));
    assert.equal(await store.save(ids[0], draft('Too late'), 1, later(2)), undefined);
    assert.equal(await store.delete(ids[0]), true);
    assert.equal(await store.delete(ids[0]), false);
  });

  it('lists the enabled policies of each tenant in their current state', async () => {
    const [one, other] = [open(), open()];
    assert.deepEqual(await one.store.listEnabled(), []);
    const id = newId();
    await one.store.add({ id, ...draft('One') }, AT);
    const [first] = await one.store.listEnabled();
    assert.equal(first?.name, 'One');
    assert.deepEqual(await other.store.listEnabled(), []);
    assert.throws(() => Object.assign(first!, { name: 'Mine' }), TypeError);
    await one.store.save(id, draft('Renamed'), 1, AT);
    assert.deepEqual(
      (await one.store.listEnabled()).map(({ name }) => name),
      ['Renamed'],
    );
    await one.store.save(id, draft('Off', { enabled: false }), 2, AT);
    assert.deepEqual(await one.store.listEnabled(), []);
  });

  it('governs a team from its creation to its deletion', async () => {
    const { store, governed, happen } = open();
    await happen('team_created', 'team-1');
    await happen('team_created', 'team-2');
    assert.deepEqual(await governed.find('team-1'), {
      teamId: 'team-1',
      templateId: 'project',
      since: AT,
      policyIds: [],
      hasKnownChannels: false,
      metadata: {},
    });
    const listed = await governed.list({ top: 1, after: undefined });
    assert.deepEqual(
      listed.map(({ teamId }) => teamId),
      ['team-1', 'team-2'],
    );
    const id = newId();
    await store.add({ id, ...draft('Attached') }, AT);
    await store.attach(id, 'team-1', AT);
    await happen('team_deleted', 'team-1');
    assert.equal(await governed.find('team-1'), undefined);
    assert.deepEqual(await store.listTeams(id, { top: 10, after: undefined }), []);
    assert.equal((await governed.find('team-2'))?.teamId, 'team-2');
  });

  it('governs an external team as long as it has a policy', async () => {
    const { store, governed, happen } = open();
    const [first, second] = [newId(), newId()];
    await store.add({ id: first, ...draft('First', { scope: { type: 'teams' } }) }, AT);
    await store.add({ id: second, ...draft('Second', { scope: { type: 'teams' } }) }, AT);
    await happen('team_created', 'ours');
    for (const teamId of ['theirs', 'ours']) {
      assert.equal(await store.attach(first, teamId, AT), true);
      assert.equal(await store.attach(first, teamId, AT), false);
      assert.equal(await store.attach(second, teamId, AT), true);
    }
    const { team, policies } = await store.findGoverning('theirs');
    assert.deepEqual(team, {
      teamId: 'theirs',
      templateId: null,
      since: AT,
      policyIds: [first, second].sort(),
      hasKnownChannels: false,
      metadata: {},
    });
    assert.equal(policies.length, 2);
    for (const teamId of ['theirs', 'ours']) {
      assert.equal(await store.detach(first, teamId), true);
      assert.equal(await store.detach(first, teamId), false);
      assert.notEqual(await governed.find(teamId), undefined);
      await store.detach(second, teamId);
    }
    assert.equal(await governed.find('theirs'), undefined);
    assert.notEqual(await governed.find('ours'), undefined);
    const none = await store.findGoverning('theirs');
    assert.equal(none.team, undefined);
    assert.equal(none.policies.length, 2);
  });

  it('stops governing external teams when their last policy is deleted', async () => {
    const { store, governed, happen } = open();
    const [first, second] = [newId(), newId()];
    await store.add({ id: first, ...draft('First', { scope: { type: 'teams' } }) }, AT);
    await store.add({ id: second, ...draft('Second', { scope: { type: 'teams' } }) }, AT);
    await happen('team_created', 'ours');
    for (const teamId of ['theirs', 'ours', 'kept']) await store.attach(first, teamId, AT);
    await store.attach(second, 'kept', AT);
    assert.equal(await store.delete(first), true);
    const left = await governed.list({ top: 10, after: undefined });
    assert.deepEqual(
      left.map(({ teamId, policyIds }) => [teamId, policyIds]),
      [
        ['kept', [second]],
        ['ours', []],
      ],
    );
  });

  it('attaches no policy that is deleted at the same time', async () => {
    const { store, governed, db, tenantId } = open();
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const id = newId();
      await store.add({ id, ...draft('Short-lived', { scope: { type: 'teams' } }) }, AT);
      const transaction = await db.startTransaction().execute();
      assert.equal(await policyStore(transaction, tenantId).delete(id), true);
      const attached = store.attach(id, 'theirs', AT).catch((error) => error);
      await transaction.commit().execute();
      assert.equal((await attached).code, 'NotFound');
    }
    assert.equal(await governed.find('theirs'), undefined);
  });

  it('selects the same teams by answers in the database as in memory', async () => {
    const { store, governed, happen, db, tenantId } = open();
    const text = fc.constantFrom(
      'x',
      'y',
      'X',
      ' x',
      '7',
      'true',
      '\0x',
      '\ud800',
      'z'.repeat(200),
      'z'.repeat(201),
    );
    const single = fc.oneof(text, fc.constantFrom(7, 7.5, 1e21, true, false, null, { x: 'x' }));
    const ids = fc.constantFrom('a', 'b', 'toString', 'i'.repeat(65));
    const metadata = fc.dictionary(ids, fc.oneof(single, fc.array(single, { maxLength: 3 })), {
      noNullPrototype: true,
    });
    const many = { a: Array.from({ length: 501 }, (_, index) => (index === 500 ? 'x' : 'y')) };
    const teams: Metadata[] = [{}, many, ...fc.sample(metadata, { seed: 23, numRuns: 60 })];
    for (const [index, given] of teams.entries()) {
      const teamId = `team-${index}`;
      if (index % 3 > 0) await happen('team_created', teamId);
      else await governed.govern([teamId], AT);
      const row = { teamId, templateId: null, templateVersion: null, metadata: given };
      await teamMetadataStore(db, tenantId).save(row, 0);
    }
    const listed = await governed.list({ top: teams.length, after: undefined });
    const values = fc.uniqueArray(
      text.filter((value) => value.isWellFormed() && !value.includes('\0')),
      {
        minLength: 1,
      },
    );
    const scope = fc.record(
      {
        answers: fc.dictionary(ids, values, { minKeys: 1, noNullPrototype: true }),
        templateIds: fc.constant(['project']),
      },
      { requiredKeys: ['answers'], noNullPrototype: true },
    );
    let minute = 100;
    await fc.assert(
      fc.asyncProperty(scope, async (selection) => {
        const id = newId();
        const { templateIds } = selection;
        const type = templateIds === undefined ? 'tenant' : 'templates';
        await store.add({ id, ...draft('Of answers', { scope: { type, ...selection } as never }) }, AT);
        const [policy] = await store.listEnabled();
        assert.deepEqual(policy?.scope, { type, ...selection });
        await sql`update charter.governed_teams set due_at = ${later(1e6)} where tenant_id = ${tenantId}`.execute(
          db,
        );
        await governed.makeDue(selection, later(++minute));
        const due = await governed.leaseDue(later(minute), later(1e6), teams.length);
        const covered = listed.filter((team) => policiesFor([policy as never], team).length > 0);
        assert.deepEqual(due.map(({ teamId }) => teamId).sort(), covered.map(({ teamId }) => teamId).sort());
        await store.delete(id);
      }),
      { numRuns: 60 },
    );
  });

  it('leases a due team to one node until the lease ends or the team changes', async () => {
    const { governed, happen, db, tenantId } = open();
    for (const teamId of ['a', 'b', 'c']) await happen('team_created', teamId);
    assert.deepEqual(await governed.leaseDue(later(14), later(20), 10), []);
    const take = (now: Date, lease: Date, limit = 10) =>
      governed.leaseDue(now, lease, limit).then((teams) => teams.map(({ teamId }) => teamId));
    const [one, two] = await Promise.all([take(later(15), later(16), 2), take(later(15), later(16), 2)]);
    assert.deepEqual([...one, ...two].sort(), ['a', 'b', 'c']);
    assert.deepEqual(await take(later(15), later(16)), []);
    await governed.settleDue(['a', 'b'], later(16), later(31));
    // c is not settled, as after the death of its node.
    assert.deepEqual(await take(later(17), later(18)), ['c']);
    await happen('team_updated', 'c', later(17));
    await governed.settleDue(['c'], later(18), later(33));
    assert.deepEqual(await take(later(18), later(19)), ['c']);
    await governed.settleDue(['c'], later(19), later(34));
    await governed.makeDue({ teamIds: ['a'] }, later(20));
    assert.deepEqual(await take(later(20), later(21)), ['a']);
    await sql`insert into charter.jobs
      (tenant_id, job_id, type, status, requester, request_id, request, steps, team_id, created_at, last_action_at)
      values (${tenantId}, ${newId()}, 'TeamArchive', 'active', '{}', 'r', '{}', '{}', 'b', ${AT}, ${AT})`.execute(
      db,
    );
    await governed.makeDue({}, later(40));
    assert.deepEqual(await take(later(40), later(41)), ['a', 'c']);
    await governed.makeDue({ templateIds: ['other'] }, later(42));
    assert.deepEqual(await take(later(42), later(43)), ['a', 'c'], 'their lease is over');
    await governed.settleDue(['a', 'c'], later(43), later(58));
    await governed.makeDue({ templateIds: ['project'] }, later(44));
    assert.deepEqual(await take(later(44), later(45)), ['a', 'c']);
  });
});
