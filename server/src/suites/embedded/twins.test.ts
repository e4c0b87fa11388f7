/**
 * Tests that each statement itself selects its tenant. The suite runs as a superuser, who bypasses row-level security,
 * and a second tenant has the same ids and other content.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import { aChannel, aTab, aTeam, member, owner } from '../../../test/conformance/world.ts';
import { createEmbeddedWorld, type EmbeddedWorld } from '../../../test/embedded/world.ts';
import type { EmbeddedSuiteTables } from '../../../test/embedded-suite-tables.ts';
import { createPool, Tenancy } from '../../persistence/tenancy.ts';

/** Id that sorts first, so that a statement without a condition on the tenant finds the twin's rows. */
const TWIN = 'a-twin';
/** The twin's values by table; `user_words` and `group_words` follow their tables. */
const TABLES: Record<string, Record<string, string>> = {
  'directory.organisations': { display_name: "'Twin'", default_domain_name: "'twin.example'" },
  'directory.users': {
    display_name: "'Twin'",
    department: "'Engineering'",
    mail: "'Ada.Lovelace@conformance.example'",
  },
  'directory.groups': { display_name: "'Twin'" },
  'directory.group_members': { group_id: '(select min(group_id) from directory.groups)' },
  'embedded_suite.labels': { name: "'Twin'", is_active: 'not is_active', published_to: 'null' },
  'directory.teams': {
    display_name: "'Twin'",
    is_archived: 'not is_archived',
    installed_apps: "'{com.example.twin}'",
  },
  'directory.team_members': { role: "'guest'" },
  'embedded_suite.channels': { description: "'Twin'", membership_type: "'standard'" },
  'embedded_suite.channel_members': {
    role: "'guest'",
    user_id: "(select user_id from directory.users where display_name like 'Bob%')",
  },
  'embedded_suite.tabs': { display_name: "'Twin'" },
  'embedded_suite.messages': { text: "'Twin'" },
};

describe('tenants that share every id', () => {
  let world: EmbeddedWorld;
  let database: Client;
  let team: { id: string; marker: string; mailNickname: string };
  let primaryId: string;
  let hiddenId: string;

  before(async () => {
    world = await createEmbeddedWorld(({ ownerUrl }) => {
      const pool = createPool(ownerUrl, 5, () => undefined);
      return { databases: new Tenancy<EmbeddedSuiteTables>(pool), end: () => pool.end() };
    });
    database = new Client({ connectionString: world.database.ownerUrl });
    await database.connect();
    const { suite, tenantId, people } = world;
    const { marker, ...wanted } = aTeam(world, { mailNickname: 'Ours', members: [] });
    const { team: made } = await suite.teams.create(tenantId, { marker, ...wanted });
    team = { id: made.id, marker, mailNickname: wanted.mailNickname };
    await suite.teams.addMembers(tenantId, team.id, [owner(people.ada), member(people.bob)]);
    const inside = aChannel('Inside', { membershipType: 'private', members: [owner(people.ada)] });
    const [hidden] = await suite.channels.create(tenantId, team.id, [inside]);
    hiddenId = hidden!.id;
    primaryId = (await suite.channels.primary(tenantId, team.id)).id;
    await suite.channels.createTabs(tenantId, team.id, primaryId, [aTab('Ours')]);
    await suite.channels.postMessage(tenantId, team.id, primaryId, { marker: 'ours', text: 'Ours' });
  });
  after(async () => {
    await database?.end();
    await world?.release();
  });

  /** Reads the tenant through most of the suite's read methods. */
  const readAll = async () => {
    const { suite, tenantId: t, people, labels, messagesIn } = world;
    const { teams, channels, users } = suite;
    return {
      organisation: await suite.organisation(t),
      groups: await suite.groups.list(t, { top: 10, search: 'e' }),
      foundGroups: await suite.groups.find(t, Object.values(world.groups)),
      find: await teams.find(t, team.id),
      findByMarker: await teams.findByMarker(t, team.marker),
      access: await teams.access(t, team.id, people.bob),
      taken: await teams.isMailNicknameTaken(t, team.mailNickname, team.marker),
      apps: await teams.listInstalledApps(t, team.id),
      members: await teams.listMembers(t, team.id),
      channels: await channels.list(t, team.id),
      visible: await channels.listVisibleTo(t, team.id, people.bob),
      primary: await channels.primary(t, team.id),
      channelAccess: [
        await channels.access(t, team.id, hiddenId, people.ada),
        await channels.access(t, team.id, primaryId, people.bob),
      ],
      channelMembers: [
        await channels.listMembers(t, team.id, hiddenId),
        await channels.listMembers(t, team.id, primaryId),
      ],
      tabs: await channels.listTabs(t, team.id, primaryId),
      messages: await messagesIn(team.id, primaryId),
      resolved: await users.resolve(t, [
        people.bob,
        'bob@conformance.example',
        'ada.lovelace@conformance.example',
      ]),
      profiles: [await users.profile(t, people.ada), await users.profile(t, people.zoe)],
      listed: await users.list(t, { top: 100 }),
      filtered: await users.list(t, {
        top: 100,
        filter: [{ field: 'department', operator: 'eq', value: 'engineering' }],
      }),
      searched: await users.list(t, { top: 100, search: 'lovelace a' }),
      twins: await users.list(t, { top: 100, search: 'twin' }),
      counts: [
        await users.count(t, {}),
        await users.count(t, { search: 'a' }),
        await users.count(t, { search: 'a l' }),
      ],
      labels: [await suite.labels.listFor(t, people.bob), await suite.labels.find(t, labels.Secret)],
    };
  };

  const columnsOf = async (table: string): Promise<string[]> => {
    const { rows } = await database.query<{ name: string }>(
      `select column_name as name from information_schema.columns
        where table_schema || '.' || table_name = $1 and is_generated = 'NEVER'
          and column_name <> 'tenant_id'`,
      [table],
    );
    return rows.map(({ name }) => name);
  };

  const makeTwins = async (): Promise<void> => {
    for (const [table, changes] of Object.entries(TABLES)) {
      const columns = await columnsOf(table);
      const values = columns.map((column) => changes[column] ?? column);
      await database.query(
        `insert into ${table} (tenant_id, ${columns}) select '${TWIN}', ${values}
           from ${table} where tenant_id = $1 on conflict do nothing`,
        [world.tenantId],
      );
      await database.query(`update ${table} set tenant_id = tenant_id where tenant_id <> '${TWIN}'`);
    }
  };

  const twinContent = async (): Promise<string> => {
    let content = '';
    for (const table of [...Object.keys(TABLES), 'directory.user_words']) {
      const { rows } = await database.query(
        `select json_agg(t order by t::text)::text as rows from ${table} t where tenant_id = $1`,
        [TWIN],
      );
      assert.ok(rows[0].rows, table);
      content += rows[0].rows;
    }
    return content;
  };

  it('read and write only their own rows', async () => {
    const alone = await readAll();
    await makeTwins();
    assert.deepEqual(await readAll(), alone);

    const before = await twinContent();
    const { suite, tenantId: t, people, labels } = world;
    const { teams, channels } = suite;
    await teams.update(t, team.id, { displayName: 'Changed' });
    await teams.setSensitivityLabel(t, team.id, labels.Public);
    await teams.installApps(t, team.id, ['com.microsoft.teamspace.tab.planner']);
    const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47]);
    await teams.setPicture(t, team.id, { contentType: 'image/png', bytes: png });
    await teams.addMembers(t, team.id, [owner(people.bob), member(people.chloe)]);
    await channels.create(t, team.id, [aChannel('More')]);
    await channels.addMembers(t, team.id, hiddenId, [member(people.bob)]);
    await channels.createTabs(t, team.id, primaryId, [aTab('More')]);
    await channels.postMessage(t, team.id, primaryId, { marker: 'more', text: 'More' });
    await suite.saveGroups(t, [{ id: world.groups.Engineers!, displayName: 'Engineers', memberIds: [] }]);
    await suite.saveUsers(t, [
      { id: people.zoe, displayName: 'Zoe', userPrincipalName: 'zoe@conformance.example' },
    ]);
    await teams.archive(t, team.id, { siteReadOnly: true });
    await teams.unarchive(t, team.id);
    await teams.delete(t, team.id);
    assert.equal(await twinContent(), before);
  });
});
