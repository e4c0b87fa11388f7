/** Tests calls that wait for one lock and continue at the same time. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import { aChannel, aTab, aTeam } from '../../../test/conformance/world.ts';
import { createEmbeddedWorld, type EmbeddedWorld } from '../../../test/embedded/world.ts';
import type { NewMember } from '../../domain/teams/suite.ts';
import { isCharterError } from '../../kernel/errors.ts';

/** Size of the suite's connection pool. */
const CALLERS = 5;

describe('the embedded suite under concurrent calls', () => {
  let world: EmbeddedWorld;
  let holder: Client;
  let watcher: Client;
  let teamId: string;
  let channelId: string;

  before(async () => {
    world = await createEmbeddedWorld();
    [holder, watcher] = [0, 1].map(() => new Client({ connectionString: world.database.ownerUrl })) as [
      Client,
      Client,
    ];
    await Promise.all([holder.connect(), watcher.connect()]);
  });
  after(async () => {
    await Promise.all([holder?.end(), watcher?.end()]);
    await world?.release();
  });

  const createTeam = async (): Promise<void> => {
    const { suite, tenantId, people } = world;
    teamId = (await suite.teams.create(tenantId, aTeam(world, { members: [] }))).team.id;
    channelId = (await suite.channels.primary(tenantId, teamId)).id;
    await suite.teams.addMembers(tenantId, teamId, [{ userId: people.ada, role: 'owner' }]);
  };

  const countWaiting = async (): Promise<number> => {
    const { rows } = await watcher.query(
      `select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0].waiting;
  };

  /** Runs `statement`, starts the calls, and commits once all of them wait for it. Fails when one does not wait. */
  async function release<Result>(
    statement: string,
    calls: (() => Promise<Result>)[],
  ): Promise<(Result | string)[]> {
    await holder.query('begin');
    await holder.query(statement);
    let done = 0;
    const running = calls.map(async (call) => {
      try {
        return await call();
      } catch (error) {
        assert.ok(isCharterError(error), String(error));
        return error.code;
      } finally {
        done += 1;
      }
    });
    while (done + (await countWaiting()) < calls.length);
    assert.equal(done, 0, 'a call did not wait for the lock');
    await holder.query('commit');
    return Promise.all(running);
  }

  const times = <Result>(call: (index: number) => Promise<Result>): (() => Promise<Result>)[] =>
    Array.from({ length: CALLERS }, (_, index) => () => call(index));
  const lockTeam = (): string => `select from directory.teams where team_id = '${teamId}' for update`;

  it('creates one team for each marker', async () => {
    const { suite, tenantId } = world;
    const wanted = aTeam(world, { members: [] });
    const lock = 'lock table directory.teams in share mode';
    const made = await release(
      lock,
      times(() => suite.teams.create(tenantId, wanted)),
    );
    for (const team of made) assert.deepEqual(team, made[0]);
    assert.equal(typeof made[0], 'object');
    const other = { ...wanted, mailNickname: wanted.mailNickname.toUpperCase() };
    const rejected = await release(
      lock,
      times(() => suite.teams.create(tenantId, { ...other, marker: randomUUID() })),
    );
    assert.deepEqual(rejected, Array(CALLERS).fill('NameAlreadyExists'));
  });

  it('creates one channel for each marker and each name', async () => {
    const { suite, tenantId, people } = world;
    await createTeam();
    const members: NewMember[] = [{ userId: people.ada, role: 'owner' }];
    const wanted = [aChannel('One'), aChannel('Two', { membershipType: 'private', members })];
    const made = await release(
      lockTeam(),
      times(() => suite.channels.create(tenantId, teamId, wanted)),
    );
    for (const channels of made) assert.deepEqual(channels, made[0]);
    assert.equal(made[0]?.length, 2);
    const named = await release(
      lockTeam(),
      times(() => suite.channels.create(tenantId, teamId, [aChannel('Wanted by all')])),
    );
    assert.equal(named.filter((outcome) => outcome === 'NameAlreadyExists').length, CALLERS - 1);
    assert.equal((await suite.channels.list(tenantId, teamId)).length, 4);
  });

  it('creates one tab and posts one message for each marker', async () => {
    const { suite, tenantId, messagesIn } = world;
    await createTeam();
    const wanted = [aTab('One'), aTab('Two')];
    const made = await release(
      lockTeam(),
      times(() => suite.channels.createTabs(tenantId, teamId, channelId, wanted)),
    );
    for (const tabs of made) assert.deepEqual(tabs, made[0]);
    assert.equal((await suite.channels.listTabs(tenantId, teamId, channelId)).length, 2);
    const message = { marker: 'welcome', text: 'Welcome' };
    await release(
      lockTeam(),
      times(() => suite.channels.postMessage(tenantId, teamId, channelId, message)),
    );
    assert.deepEqual(await messagesIn(teamId, channelId), ['Welcome']);
  });

  it('adds people once, with the highest requested role', async () => {
    const { suite, tenantId, people } = world;
    await createTeam();
    const added = await release(
      lockTeam(),
      times((index) => {
        const role = index === 2 ? 'owner' : 'member';
        return suite.teams.addMembers(tenantId, teamId, [{ userId: people.bob, role }]);
      }),
    );
    assert.ok(added.every((outcome) => typeof outcome === 'object'));
    const members = await suite.teams.listMembers(tenantId, teamId);
    assert.deepEqual(
      members.map(({ userId, roles }) => [userId, roles]),
      [
        [people.ada, ['owner']],
        [people.bob, ['owner']],
      ],
    );
  });

  /** Returns one write of each kind into the team. */
  const writes = (): (() => Promise<unknown>)[] => {
    const { suite, tenantId, people } = world;
    const { teams, channels } = suite;
    return [
      () => channels.create(tenantId, teamId, [aChannel('Late')]),
      () => channels.createTabs(tenantId, teamId, channelId, [aTab('Late')]),
      () => channels.postMessage(tenantId, teamId, channelId, { marker: 'late', text: 'Late' }),
      () => teams.addMembers(tenantId, teamId, [{ userId: people.bob, role: 'member' }]),
      () => teams.update(tenantId, teamId, { displayName: 'Late' }),
    ];
  };

  it('writes nothing into a team that is archived concurrently', async () => {
    const { suite, tenantId, messagesIn } = world;
    await createTeam();
    const archive = `update directory.teams set is_archived = true where team_id = '${teamId}'`;
    const rejected = await release(archive, writes());
    assert.deepEqual(rejected, Array(rejected.length).fill('TeamArchived'));
    assert.equal((await suite.channels.list(tenantId, teamId)).length, 1);
    assert.deepEqual(await suite.channels.listTabs(tenantId, teamId, channelId), []);
    assert.equal((await suite.teams.listMembers(tenantId, teamId)).length, 1);
    assert.deepEqual(await messagesIn(teamId, channelId), []);
  });

  it('writes nothing into a team that is deleted concurrently', async () => {
    await createTeam();
    const rejected = await release(`delete from directory.teams where team_id = '${teamId}'`, writes());
    assert.deepEqual(rejected, Array(rejected.length).fill('NotFound'));
    const { rows } = await watcher.query(
      `select (select count(*) from embedded_suite.channels where team_id = $1)::int as channels,
              (select count(*) from embedded_suite.tabs where team_id = $1)::int as tabs,
              (select count(*) from embedded_suite.messages where team_id = $1)::int as messages,
              (select count(*) from directory.team_members where team_id = $1)::int as members`,
      [teamId],
    );
    // The raw statement does not delete General or the membership of Ada.
    assert.deepEqual(rows[0], { channels: 1, tabs: 0, messages: 0, members: 1 });
  });
});
