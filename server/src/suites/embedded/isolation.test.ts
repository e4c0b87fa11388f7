/** Tests row-level security alone: statements name one tenant, on connections bound to another. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import { asService, createEmbeddedWorld, type EmbeddedWorld } from '../../../test/embedded/world.ts';
import { createObservedSuite } from '../../../test/observed-suite.ts';
import { systemClock } from '../../kernel/clock.ts';
import { isCharterError } from '../../kernel/errors.ts';

const TABLES = [
  'directory.organisations',
  'directory.users',
  'directory.user_words',
  'directory.groups',
  'directory.group_members',
  'directory.group_words',
  'directory.teams',
  'directory.provider_groups',
  'directory.deleted_users',
  'directory.ownerless_teams',
  'directory.team_index',
  'directory.team_members',
  'directory.team_words',
  'embedded_suite.labels',
  'embedded_suite.channels',
  'embedded_suite.channel_members',
  'embedded_suite.tabs',
  'embedded_suite.messages',
  'embedded_suite.files',
  'embedded_suite.file_chunks',
  'embedded_suite.plans',
];

describe('row-level security of the embedded suite', () => {
  let world: EmbeddedWorld;
  /** A suite whose statements name the given tenant, on a connection bound to another tenant. */
  let misdirected: EmbeddedWorld['suite'];
  let owner: Client;
  let teamId: string;
  let channelId: string;

  const snapshot = async (): Promise<string> => {
    const tables: string[] = [];
    for (const table of TABLES) {
      const { rows } = await owner.query(
        `select coalesce(json_agg(t order by t::text), '[]')::text as rows from ${table} t`,
      );
      tables.push(rows[0].rows);
    }
    return tables.join();
  };

  before(async () => {
    world = await createEmbeddedWorld();
    const { suite, tenantId, people, otherTenantId, database } = world;
    const { databases } = asService(database);
    misdirected = await createObservedSuite({ for: () => databases.for(otherTenantId) }, systemClock);
    owner = new Client({ connectionString: database.ownerUrl });
    await owner.connect();
    const { team } = await suite.teams.create(tenantId, {
      marker: 'team',
      displayName: 'Ours',
      description: null,
      visibility: 'private',
      mailNickname: 'ours',
    });
    teamId = team.id;
    await suite.teams.addMembers(tenantId, teamId, [{ userId: people.ada, role: 'owner' }]);
    channelId = (await suite.channels.primary(tenantId, teamId)).id;
    await suite.channels.create(tenantId, teamId, [
      {
        marker: 'private',
        displayName: 'Private',
        description: null,
        membershipType: 'private',
        members: [{ userId: people.ada, role: 'owner' }],
      },
    ]);
    await suite.channels.createTabs(tenantId, teamId, channelId, [
      {
        marker: 'tab',
        displayName: 'Tab',
        teamsAppId: 'com.microsoft.teamspace.tab.planner',
        configuration: {},
      },
    ]);
    await suite.channels.postMessage(tenantId, teamId, channelId, { marker: 'message', text: 'Hello' });
  });

  after(async () => {
    await owner?.end();
    await world?.release();
  });

  it('applies to every table', async () => {
    const { rows } = await owner.query<{ name: string; secured: boolean }>(
      `select format('%s.%s', relnamespace::regnamespace, relname) as name,
              relrowsecurity and relforcerowsecurity as secured from pg_class
        where relnamespace in ('directory'::regnamespace, 'embedded_suite'::regnamespace) and relkind = 'r'
        order by 1`,
    );
    assert.deepEqual(
      rows,
      TABLES.toSorted().map((name) => ({ name, secured: true })),
    );
  });

  it('returns no rows of another tenant', async () => {
    const { tenantId, people, labels } = world;
    const { teams, channels, users, labels: labelsOf } = misdirected;
    assert.equal(await teams.find(tenantId, teamId), undefined);
    assert.equal(await teams.findByMarker(tenantId, 'team'), undefined);
    assert.equal(await teams.access(tenantId, teamId, people.ada), undefined);
    assert.equal(await teams.isMailNicknameTaken(tenantId, 'ours'), false);
    assert.equal(await channels.access(tenantId, teamId, channelId, people.ada), undefined);
    assert.deepEqual(await users.resolve(tenantId, [people.ada, 'greta@partner.example']), [
      undefined,
      undefined,
    ]);
    assert.equal(await users.profile(tenantId, people.ada), undefined);
    assert.deepEqual(await users.list(tenantId, { top: 10 }), { users: [] });
    assert.deepEqual(await users.list(tenantId, { top: 10, search: 'ada' }), { users: [] });
    assert.deepEqual(await misdirected.groups.list(tenantId, { top: 10, search: 'eng' }), { groups: [] });
    assert.deepEqual(await misdirected.groups.find(tenantId, Object.values(world.groups)), [
      undefined,
      undefined,
    ]);
    assert.equal(await users.count(tenantId, {}), 0);
    assert.equal(await users.count(tenantId, { search: 'a' }), 0);
    assert.deepEqual(await labelsOf.listFor(tenantId, people.ada), []);
    assert.equal(await labelsOf.find(tenantId, labels.Public), undefined);
    assert.equal(await misdirected.organisation(tenantId), undefined);
    assert.deepEqual(await misdirected.listMessages(tenantId, teamId, channelId), []);
    assert.equal(await misdirected.findPicture(tenantId, teamId), undefined);
  });

  it('rejects every write to another tenant, and reveals nothing about the database', async () => {
    const { tenantId, people, labels } = world;
    const { teams, channels } = misdirected;
    const before = await snapshot();
    const person = { userId: people.ada, role: 'owner' as const };
    const tab = {
      marker: 'other',
      displayName: 'Tab',
      teamsAppId: 'com.microsoft.teamspace.tab.planner',
      configuration: {},
    };
    const channel = { displayName: 'X', description: null, membershipType: 'standard' as const, members: [] };
    const writes: (() => Promise<unknown>)[] = [
      () => teams.update(tenantId, teamId, { displayName: 'Mine' }),
      () => teams.setSensitivityLabel(tenantId, teamId, labels.Public),
      () => teams.installApps(tenantId, teamId, ['com.microsoft.teamspace.tab.planner']),
      () => teams.archive(tenantId, teamId, { siteReadOnly: true }),
      () => teams.addMembers(tenantId, teamId, [person]),
      () => channels.create(tenantId, teamId, [{ ...channel, marker: 'other' }]),
      () => channels.addMembers(tenantId, teamId, channelId, [person]),
      () => channels.createTabs(tenantId, teamId, channelId, [tab]),
      () => channels.postMessage(tenantId, teamId, channelId, { marker: 'other', text: 'Mine' }),
      () =>
        teams.create(tenantId, {
          marker: 'other',
          displayName: 'Mine',
          description: null,
          visibility: 'private',
          mailNickname: 'mine',
        }),
      () =>
        misdirected.saveUsers(tenantId, [
          { id: 'x', displayName: 'X', userPrincipalName: 'x@conformance.example' },
        ]),
      () => misdirected.saveGroups(tenantId, [{ id: 'x', displayName: 'X', memberIds: [people.ada] }]),
    ];
    for (const write of writes) {
      const rejection = await write().then(
        () => assert.fail(`It was written: ${write}`),
        (error: unknown) => error,
      );
      assert.ok(isCharterError(rejection), String(rejection));
      assert.doesNotMatch(rejection.message, /policy|security|embedded_suite|directory\./);
    }
    await teams.delete(tenantId, teamId);
    assert.equal(await snapshot(), before);
  });
});
