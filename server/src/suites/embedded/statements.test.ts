/** Tests the statements of the embedded suite: round trips, SQL texts, leftover rows, limits, and errors. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { Client } from 'pg';
import { aChannel, aTab, aTeam, rejects } from '../../../test/conformance/world.ts';
import { asService, createEmbeddedWorld, type EmbeddedWorld } from '../../../test/embedded/world.ts';
import type { EmbeddedSuiteTables } from '../../../test/embedded-suite-tables.ts';
import type { UserFilterClause, UserQuery } from '../../domain/directory/model.ts';
import type { NewMember } from '../../domain/teams/suite.ts';
import { isTransient } from '../../engine/jobs/retry.ts';
import { systemClock } from '../../kernel/clock.ts';
import { isCharterError } from '../../kernel/errors.ts';
import { PLANNED_EACH_TIME } from '../../kernel/tenant-databases.ts';
import { suiteDeps } from '../../persistence/directory/index.ts';
import { StatementCompiler } from '../../persistence/statement-compiler.ts';
import { createPool, Tenancy } from '../../persistence/tenancy.ts';
import { createEmbeddedSuite } from './suite.ts';

describe('the embedded suite on PostgreSQL', () => {
  let world: EmbeddedWorld;
  let owner: Client;
  /** Texts of the sent statements, in order. */
  let sent: string[];

  before(async () => {
    world = await createEmbeddedWorld((database) => {
      const { databases, end } = asService(database);
      const record: KyselyPlugin = {
        transformQuery({ node, queryId }) {
          sent.push(new StatementCompiler().compileQuery(node, queryId).sql);
          return node;
        },
        transformResult: async ({ result }) => result,
      };
      const recording = { for: (tenantId: string) => databases.for(tenantId).withPlugin(record) };
      return { databases: recording, end };
    });
    owner = new Client({ connectionString: world.database.ownerUrl });
    await owner.connect();
  });
  beforeEach(() => {
    sent = [];
  });
  after(async () => {
    await owner?.end();
    await world?.release();
  });

  const createTeam = async (): Promise<string> =>
    (await world.suite.teams.create(world.tenantId, aTeam(world, { members: [] }))).team.id;
  const countRows = async (table: string, condition: string): Promise<number> => {
    const { rows } = await owner.query(`select count(*)::int as n from ${table} where ${condition}`);
    return rows[0].n;
  };

  it('reports why the database rejected a change, without the database’s error text', async () => {
    const { suite, tenantId } = world;
    const teamId = await createTeam();
    const reasons: Record<string, RegExp> = {
      23503: /deleted or changed meanwhile/,
      55000: /SQLSTATE 55000/,
    };
    for (const [code, reason] of Object.entries(reasons)) {
      await owner.query(`
        create function reject() returns trigger language plpgsql as $$
          begin raise exception 'a private detail' using errcode = '${code}'; end $$;
        create trigger rejected before insert on embedded_suite.channels for each row execute function reject()`);
      await assert.rejects(
        suite.channels.create(tenantId, teamId, [aChannel('Tides')]),
        (error) => isCharterError(error) && reason.test(error.message) && !/private/.test(error.message),
      );
      await owner.query('drop function reject() cascade');
    }
  });

  it('reports a permanent error with the cause when the database rejects data', async () => {
    const { suite, tenantId } = world;
    const teamId = await createTeam();
    const create = (description = 'A channel') =>
      suite.channels.create(tenantId, teamId, [{ ...aChannel(randomUUID()), description }]);
    for (const text of ['a\u0000b', 'half of a pair: \ud800']) {
      await rejects(create(text), 'InvalidRequest', /character that cannot be stored/);
    }
    const reasons: Record<string, [string, RegExp]> = {
      22001: ['InvalidRequest', /A text is too long/],
      22003: ['InvalidRequest', /number or a time is out of range/],
      22008: ['InvalidRequest', /number or a time is out of range/],
      22000: ['SuiteError', /SQLSTATE 22000/],
      '22P02': ['SuiteError', /SQLSTATE 22P02/],
    };
    for (const [sqlState, [code, reason]] of Object.entries(reasons)) {
      await owner.query(`
        create function reject() returns trigger language plpgsql as $$
          begin raise exception 'a private detail' using errcode = '${sqlState}'; end $$;
        create trigger rejected before insert on embedded_suite.channels for each row execute function reject()`);
      const error = await create().then(
        () => assert.fail(sqlState),
        (thrown: unknown) => thrown,
      );
      await owner.query('drop function reject() cascade');
      assert.ok(isCharterError(error));
      assert.equal(error.code, code);
      assert.match(error.message, reason);
      // A retry of the same data fails again.
      assert.equal(isTransient(error), false);
    }
  });

  it('sends one statement for each call, whatever the number of items', async () => {
    const { suite, tenantId, people } = world;
    const { teams, channels, users } = suite;
    const teamId = await createTeam();
    const { id } = await channels.primary(tenantId, teamId);
    const everybody: NewMember[] = Object.values(people).map((userId) => ({ userId, role: 'member' }));
    const calls: ((many: number) => Promise<unknown>)[] = [
      () => teams.create(tenantId, aTeam(world, { members: [] })),
      () => teams.find(tenantId, teamId),
      () => teams.access(tenantId, teamId, people.ada),
      () => teams.update(tenantId, teamId, { displayName: randomUUID(), funSettings: { allowGiphy: true } }),
      (many) => teams.addMembers(tenantId, teamId, everybody.slice(0, many)),
      (many) => teams.installApps(tenantId, teamId, Array(many).fill('com.microsoft.teamspace.tab.planner')),
      (many) =>
        channels.create(
          tenantId,
          teamId,
          Array.from({ length: many }, () => aChannel(randomUUID())),
        ),
      () => channels.access(tenantId, teamId, id, people.ada),
      (many) =>
        channels.createTabs(
          tenantId,
          teamId,
          id,
          Array.from({ length: many }, () => aTab('Tab')),
        ),
      () => channels.postMessage(tenantId, teamId, id, { marker: randomUUID(), text: 'Hello' }),
      (many) => users.resolve(tenantId, Array(many).fill(people.ada)),
      (many) => users.managers(tenantId, people.sam4, many),
    ];
    for (const call of calls) {
      sent = [];
      for (const many of [1, 5, 10]) await call(many);
      assert.equal(sent.length, 3, String(call));
      assert.equal(new Set(sent).size, 1, String(call));
    }
  });

  it('reads the teams that callers request at the same time with one statement', async () => {
    const { suite, tenantId } = world;
    const { teams } = suite;
    const ids = [await createTeam(), await createTeam()] as const;
    sent = [];
    const found = await Promise.all([...ids, randomUUID(), ids[0]].map((id) => teams.find(tenantId, id)));
    assert.deepEqual(
      found.map((each) => each?.team.id),
      [...ids, undefined, ids[0]],
    );
    assert.equal(sent.length, 1);
    await teams.update(tenantId, ids[0], { description: 'Changed' });
    assert.equal((await teams.find(tenantId, ids[0]))?.team.description, 'Changed');
  });

  it('prepares at most 20 statements to list users, whatever the query', async () => {
    const { suite, tenantId } = world;
    const fields: UserFilterClause['field'][] = [
      'displayName',
      'surname',
      'department',
      'city',
      'mail',
      'userType',
    ];
    const ask = (query: Omit<UserQuery, 'top'>) => suite.users.list(tenantId, { top: 3, ...query });
    for (const [index, field] of fields.entries()) {
      for (const other of fields.slice(index)) {
        for (const value of ['x', 'yy', "z'"]) {
          const filter: UserFilterClause[] = [
            { field, operator: 'eq', value },
            { field: other, operator: 'startswith', value },
          ];
          await ask({ filter });
          await ask({ filter, search: value });
          await ask({ filter: filter.toReversed(), search: `${value} a ${field}` });
        }
      }
    }
    const prepared = new Set(sent.filter((text) => !text.startsWith(PLANNED_EACH_TIME))).size;
    assert.ok(sent.length > 150 && prepared <= 20, `${sent.length} statements, ${prepared} prepared`);
  });

  it('leaves no rows of a deleted team, even under concurrent writes', async () => {
    const { suite, tenantId, people } = world;
    const inTeam = ['channels', 'channel_members', 'tabs', 'messages'].map(
      (table) => `embedded_suite.${table}`,
    );
    const tables = ['directory.teams', 'directory.team_members', ...inTeam];
    for (let round = 0; round < 10; round += 1) {
      const teamId = await createTeam();
      const { id } = await suite.channels.primary(tenantId, teamId);
      const people_: NewMember[] = [{ userId: people.ada, role: 'owner' }];
      await suite.teams.addMembers(tenantId, teamId, people_);
      const inside = aChannel('Inside', { membershipType: 'private', members: people_ });
      const writes = [
        suite.channels.create(tenantId, teamId, [aChannel('One'), inside]),
        suite.channels.createTabs(tenantId, teamId, id, [aTab('Tab')]),
        suite.channels.postMessage(tenantId, teamId, id, { marker: 'm', text: 'Hello' }),
        suite.teams.addMembers(tenantId, teamId, [{ userId: people.bob, role: 'member' }]),
      ];
      const deleted = suite.teams.delete(tenantId, teamId);
      const outcomes = await Promise.allSettled(writes);
      await deleted;
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') assert.equal(outcome.reason.code, 'NotFound', outcome.reason);
      }
      for (const table of tables) assert.equal(await countRows(table, `team_id = '${teamId}'`), 0, table);
    }
  });

  it('updates the search words when the directory changes', async () => {
    const { suite, tenantId } = world;
    const found = async (search: string) =>
      (await suite.users.list(tenantId, { search, top: 10 })).users.map(({ id }) => id);
    const person = {
      id: 'changing',
      displayName: 'Quentin Before',
      userPrincipalName: 'q1@conformance.example',
    };
    await suite.saveUsers(tenantId, [person]);
    assert.deepEqual(await found('quentin'), ['changing']);
    await suite.saveUsers(tenantId, [
      { ...person, displayName: 'Quentin After', mail: 'q@conformance.example' },
    ]);
    assert.deepEqual(await found('before'), []);
    assert.deepEqual(await found('after q@'), ['changing']);
    assert.equal((await suite.users.resolve(tenantId, ['Q@conformance.example']))[0]?.id, 'changing');
    await owner.query(`update directory.users set surname = 'Direct' where user_id = 'changing'`);
    assert.deepEqual(await found('direct'), ['changing']);
    await owner.query(`delete from directory.users where user_id = 'changing'`);
    assert.deepEqual(await found('quentin'), []);
    assert.equal(await countRows('directory.user_words', `user_id = 'changing'`), 0);
  });

  it('rejects a duplicate user principal name, and a user who is their own manager', async () => {
    const { suite, tenantId } = world;
    const twin = { id: 'twin', displayName: 'Twin', userPrincipalName: 'ADA@conformance.example' };
    await rejects(suite.saveUsers(tenantId, [twin]), 'Conflict');
    await rejects(suite.saveUsers(tenantId, [{ ...twin, displayName: 'x'.repeat(257) }]), 'InvalidRequest');
    const ownManager = { ...twin, managerId: twin.id };
    await rejects(suite.saveUsers(tenantId, [ownManager]), 'InvalidRequest', /See details/);
  });

  it('saves thousands of people, and replaces them', async () => {
    const { suite, otherTenantId } = world;
    const people = (city: string) =>
      Array.from({ length: 6000 }, (_, index) => ({
        id: `bulk-${index}`,
        displayName: `Bulk ${index % 100}`,
        userPrincipalName: `bulk-${index}@other.example`,
        city,
      }));
    await suite.saveUsers(otherTenantId, people('Rome'));
    await suite.saveUsers(otherTenantId, people('Oslo'));
    const selection = { filter: [{ field: 'city', operator: 'eq', value: 'oslo' }] } as const;
    assert.equal(await suite.users.count(otherTenantId, selection), 6000);
    assert.equal(await suite.users.count(otherTenantId, { search: 'bulk 42' }), 60);
    assert.equal(await suite.users.count(otherTenantId, {}), 6001);
  });

  it('stores exactly the given members of a group', async () => {
    const { suite, tenantId, people } = world;
    const group = { id: 'crew', displayName: 'Crew', memberIds: [people.chloe, people.zoe] };
    const groupsOf = async (userId: string) => (await suite.users.profile(tenantId, userId))?.directGroups;
    await suite.saveGroups(tenantId, [group]);
    assert.deepEqual(await groupsOf(people.zoe), ['crew', 'Crew']);
    await suite.saveGroups(tenantId, [
      { ...group, displayName: 'Staff', memberIds: [people.chloe, people.dora] },
    ]);
    assert.deepEqual(await groupsOf(people.zoe), []);
    assert.deepEqual(await groupsOf(people.dora), ['crew', 'Staff']);
  });

  it('enforces the given limits', async () => {
    const { tenantId, people } = world;
    const { databases } = asService(world.database);
    const limits = { teamMembers: 3, teamOwners: 1, channels: 3, privateChannelMembers: 2, messageBytes: 8 };
    const { teams, channels } = createEmbeddedSuite(suiteDeps(databases, systemClock), { limits });
    const teamId = await createTeam();
    const add = (role: NewMember['role'], ...userIds: string[]) =>
      teams.addMembers(
        tenantId,
        teamId,
        userIds.map((userId) => ({ userId, role })),
      );
    await rejects(add('owner', people.ada, people.bob), 'InvalidRequest', /1 owners/);
    await add('owner', people.ada);
    await add('owner', people.ada);
    await rejects(add('member', people.bob, people.chloe, people.dora), 'InvalidRequest', /3 members/);
    await add('member', people.bob, people.chloe);
    await rejects(add('owner', people.bob), 'InvalidRequest', /1 owners/);
    const members: NewMember[] = [{ userId: people.ada, role: 'owner' }];
    const inside = aChannel('Inside', { membershipType: 'private', members });
    const [channel] = await channels.create(tenantId, teamId, [inside]);
    const others: NewMember[] = [people.bob, people.chloe].map((userId) => ({ userId, role: 'member' }));
    await rejects(channels.addMembers(tenantId, teamId, channel!.id, others), 'InvalidRequest', /2 members/);
    await channels.addMembers(tenantId, teamId, channel!.id, others.slice(1));
    const more = channels.create(tenantId, teamId, [aChannel('Third'), aChannel('Fourth')]);
    await rejects(more, 'InvalidRequest', /3 channels/);
    const long = channels.postMessage(tenantId, teamId, channel!.id, { marker: 'm', text: '123456789' });
    await rejects(long, 'InvalidRequest', /8 bytes/);
  });

  it('responds with InvalidRequest to text that can’t be stored', async () => {
    const { suite, tenantId } = world;
    const teamId = await createTeam();
    for (const text of ['a\u0000b', 'half \ud83d']) {
      const channel = aChannel('Fine', { description: text });
      await rejects(suite.channels.create(tenantId, teamId, [channel]), 'InvalidRequest', /character/);
      await rejects(
        suite.teams.update(tenantId, teamId, { description: text }),
        'InvalidRequest',
        /character/,
      );
    }
    assert.equal(await suite.teams.find(tenantId, 'a\u0000b').catch((error) => error.code), 'InvalidRequest');
  });

  it('reports ServiceUnavailable and no connection details when the database is unreachable', async () => {
    const url = new URL(world.database.serviceUrl);
    url.port = '1';
    const pool = createPool(url.href, 1, () => undefined);
    const { teams, ping } = createEmbeddedSuite(
      suiteDeps(new Tenancy<EmbeddedSuiteTables>(pool), systemClock),
    );
    for (const call of [() => ping(), () => teams.find('t', 'x'), () => teams.delete('t', 'x')]) {
      const error = await call().catch((reason: unknown) => reason);
      assert.ok(isCharterError(error));
      assert.equal(error.code, 'ServiceUnavailable');
      assert.ok(error.retryAfterSeconds);
      assert.doesNotMatch(error.message, /127\.0\.0\.1|ECONN/);
    }
    await pool.end();
  });
});
