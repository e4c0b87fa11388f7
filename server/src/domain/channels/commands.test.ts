import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createTeamWorld,
  OTHER_TENANT,
  type PersonName,
  TENANT,
  type TeamWorld,
} from '../../../test/team-world.ts';
import type { Principal } from '../../engine/principal.ts';
import type { CharterError, ErrorCode } from '../../kernel/errors.ts';
import { type CreateChannelInput, createChannel } from './change-channels.ts';
import { type CreateTabInput, createTab } from './change-tabs.ts';
import { getPrimaryChannel, listChannels, listTabs } from './read-channels.ts';

let world: TeamWorld;
before(async () => {
  world = await createTeamWorld();
});
after(() => world.close());

const rejects = (work: Promise<unknown>, code: ErrorCode, targets?: string[]) =>
  assert.rejects(work, (error: CharterError) => {
    assert.equal(error.code, code, String(error));
    if (targets !== undefined) {
      assert.deepEqual(
        error.details.map(({ target }) => target),
        targets,
      );
    }
    return true;
  });

const newTeam = async (...args: Parameters<TeamWorld['newTeam']>): Promise<string> =>
  (await world.newTeam(...args)).team.id;

const create = (
  teamId: string,
  input: Partial<CreateChannelInput> = {},
  by: Principal = world.person('olga'),
  call = world.call(),
) => createChannel(world.deps, by, call, { teamId, displayName: 'Plans', ...input });

async function membersOf(teamId: string, channelId: string): Promise<Record<string, string[]>> {
  const members = await world.suite.channels.listMembers(TENANT, teamId, channelId);
  return Object.fromEntries(members.map(({ userId, roles }) => [userId, roles]));
}

const named = (name: PersonName, role: 'member' | 'owner') => ({ user: { id: `${name}-id` }, role });

describe('creating a channel', () => {
  it('creates a standard channel and records it', async () => {
    const teamId = await newTeam();
    const call = world.call();
    const channel = await create(
      teamId,
      { displayName: ' Plans ', description: 'All of them' },
      undefined,
      call,
    );
    const { id, displayName, description, membershipType } = channel;
    assert.deepEqual([displayName, description, membershipType], ['Plans', 'All of them', 'standard']);
    const [event] = await world.events(call.requestId);
    assert.equal(event?.type, 'team_channel_created');
    assert.deepEqual(event?.target, { type: 'channel', id, displayName });
    assert.deepEqual(event?.payload, {
      tenant: { id: TENANT },
      team: { id: teamId, displayName: 'Harbour' },
      channel: { id, displayName, membershipType },
    });
    assert.equal(await world.intents(), 0);
  });

  it('makes the caller the owner of a private channel when no owner is named', async () => {
    const teamId = await newTeam();
    const { id } = await create(
      teamId,
      { membershipType: 'private', members: [named('gus', 'member')] },
      world.person('mia'),
    );
    assert.deepEqual(await membersOf(teamId, id), { 'mia-id': ['owner'], 'gus-id': ['guest'] });
  });

  it('adds the named owners, and gives people named twice their higher role', async () => {
    const teamId = await newTeam();
    const members = [
      named('mia', 'owner'),
      { user: { id: 'MIA@fabrikam.example' }, role: 'member' as const },
    ];
    const { id } = await create(teamId, { membershipType: 'private', members });
    assert.deepEqual(await membersOf(teamId, id), { 'mia-id': ['owner'] });
  });

  it('rejects and names people who can’t be in a private channel', async () => {
    const teamId = await newTeam();
    const withMembers = (members: CreateChannelInput['members'], by?: Principal) =>
      create(teamId, { membershipType: 'private', members: members ?? [] }, by);
    await rejects(
      withMembers([named('mia', 'owner'), named('sam', 'member'), named('ida', 'owner')]),
      'InvalidRequest',
      ['members[1].user.id', 'members[2].user.id'],
    );
    await rejects(
      withMembers([{ user: { id: 'nobody' }, role: 'member' }, named('mia', 'owner')]),
      'InvalidRequest',
      ['members[0].user.id'],
    );
    await rejects(withMembers([named('gus', 'owner')]), 'InvalidRequest', ['members[0].user.id']);
    await rejects(withMembers([named('mia', 'member')], world.app()), 'InvalidRequest', ['members']);
    await rejects(withMembers([], world.person('ada')), 'InvalidRequest', ['members']);
    await withMembers([named('mia', 'owner')], world.app());
  });

  it('accepts people from outside the team in a shared channel', async () => {
    const teamId = await newTeam();
    const { id } = await create(teamId, { membershipType: 'shared', members: [named('sam', 'member')] });
    assert.deepEqual(await membersOf(teamId, id), { 'olga-id': ['owner'], 'sam-id': [] });
  });

  it('rejects members of a standard channel', async () => {
    await rejects(create(await newTeam(), { members: [named('mia', 'owner')] }), 'InvalidRequest', [
      'members',
    ]);
  });

  it('rejects names that are taken or forbidden', async () => {
    const teamId = await newTeam();
    await create(teamId);
    await rejects(create(teamId, { displayName: 'plans' }), 'NameAlreadyExists');
    await rejects(create(teamId, { displayName: 'General' }), 'NameAlreadyExists');
    for (const displayName of ['', 'a/b', 'a..b', 'x'.repeat(51)]) {
      await rejects(create(teamId, { displayName }), 'InvalidRequest', ['displayName']);
    }
    assert.equal((await listChannels(world.deps, world.app(), { teamId })).length, 2);
    assert.equal(await world.intents(), 0);
  });

  it('enforces the settings of the team', async () => {
    const teamId = await newTeam(
      {},
      {
        memberSettings: { allowCreatePrivateChannels: false },
        guestSettings: { allowCreateUpdateChannels: true },
      },
    );
    await rejects(create(teamId, { membershipType: 'private' }, world.person('mia')), 'Forbidden');
    await create(teamId, { displayName: 'Of a member' }, world.person('mia'));
    await create(teamId, { displayName: 'Of a guest' }, world.person('gus'));
    await rejects(create(teamId, { membershipType: 'private' }, world.person('gus')), 'Forbidden');
    await rejects(create(teamId, {}, world.person('sam')), 'NotFound');
    await rejects(create(teamId, {}, world.app(OTHER_TENANT)), 'NotFound');
    await world.suite.teams.archive(TENANT, teamId, { siteReadOnly: false });
    await rejects(create(teamId), 'TeamArchived');
  });
});

describe('listing channels', () => {
  it('shows private channels only to their members and to admins', async () => {
    const teamId = await newTeam({ visibility: 'public' });
    await create(teamId);
    await create(teamId, { displayName: 'Board', membershipType: 'private' });
    const seenBy = async (principal: Principal) =>
      (await listChannels(world.deps, principal, { teamId })).map(({ displayName }) => displayName).sort();
    assert.deepEqual(await seenBy(world.person('olga')), ['Board', 'General', 'Plans']);
    assert.deepEqual(await seenBy(world.app()), ['Board', 'General', 'Plans']);
    assert.deepEqual(await seenBy(world.person('ada')), ['Board', 'General', 'Plans']);
    for (const name of ['mia', 'gus', 'sam', 'ivan'] as const) {
      assert.deepEqual(await seenBy(world.person(name)), ['General', 'Plans'], name);
    }
    await rejects(seenBy(world.person('sam', OTHER_TENANT)), 'NotFound');
  });

  it('hides the channels of a private team, including the primary channel, from people outside the team', async () => {
    const teamId = await newTeam();
    for (const read of [listChannels, getPrimaryChannel]) {
      await rejects(read(world.deps, world.person('sam'), { teamId }), 'NotFound');
      await rejects(read(world.deps, world.app(OTHER_TENANT), { teamId }), 'NotFound');
    }
    const { displayName, membershipType } = await getPrimaryChannel(world.deps, world.person('gus'), {
      teamId,
    });
    assert.deepEqual([displayName, membershipType], ['General', 'standard']);
  });
});

describe('tabs', () => {
  const tab = (
    ids: { teamId: string; channelId: string },
    input: Partial<CreateTabInput> = {},
    by: Principal = world.person('mia'),
    call = world.call(),
  ) =>
    createTab(world.deps, by, call, {
      ...ids,
      displayName: 'Plan',
      teamsAppId: 'com.microsoft.teamspace.tab.web',
      ...input,
    });

  async function newChannel(
    input: Partial<CreateChannelInput> = {},
    ...team: Parameters<TeamWorld['newTeam']>
  ) {
    const teamId = await newTeam(...team);
    return { teamId, channelId: (await create(teamId, input)).id };
  }

  it('are created, listed and recorded', async () => {
    const ids = await newChannel();
    const call = world.call();
    const configuration = { entityId: null, contentUrl: 'https://example.com/plan', websiteUrl: null };
    const created = await tab(ids, { displayName: ' Plan ', configuration }, undefined, call);
    assert.equal(created.displayName, 'Plan');
    assert.equal(created.configuration.contentUrl, 'https://example.com/plan');
    assert.deepEqual(await listTabs(world.deps, world.person('gus'), ids), [created]);
    const [event] = await world.events(call.requestId);
    assert.deepEqual(event?.target, { type: 'tab', id: created.id, displayName: 'Plan' });
    assert.deepEqual(event?.payload, {
      tenant: { id: TENANT },
      team: { id: ids.teamId, displayName: 'Harbour' },
      channel: { id: ids.channelId, displayName: 'Plans', membershipType: 'standard' },
      tab: { id: created.id, displayName: 'Plan', teamsApp: { id: 'com.microsoft.teamspace.tab.web' } },
    });
  });

  it('are rejected with the field name when a URL is not https, the name is blank or the app is unknown', async () => {
    const ids = await newChannel();
    const configuration = {
      contentUrl: 'http://example.com',
      websiteUrl: 'javascript:alert(1)',
      removeUrl: '/relative',
    };
    await rejects(tab(ids, { configuration }), 'InvalidRequest', [
      'configuration.contentUrl',
      'configuration.websiteUrl',
      'configuration.removeUrl',
    ]);
    for (const contentUrl of ['https://', 'https:example.com', ' https://example.com', 'https://a b', '']) {
      await rejects(tab(ids, { configuration: { contentUrl } }), 'InvalidRequest', [
        'configuration.contentUrl',
      ]);
    }
    await rejects(tab(ids, { displayName: '  ' }), 'InvalidRequest', ['displayName']);
    for (const teamsAppId of ['no app', 'com.example.nowhere']) {
      await rejects(tab(ids, { teamsAppId }), 'InvalidRequest', ['teamsApp.id']);
    }
    assert.deepEqual(await listTabs(world.deps, world.app(), ids), []);
    assert.equal(await world.intents(), 0);
  });

  it('can be created only by permitted callers', async () => {
    const ids = await newChannel({}, {}, { memberSettings: { allowCreateUpdateRemoveTabs: false } });
    await rejects(tab(ids), 'Forbidden');
    await rejects(tab(ids, {}, world.person('gus')), 'Forbidden');
    await rejects(tab(ids, {}, world.person('sam')), 'NotFound');
    await rejects(tab(ids, {}, world.app(OTHER_TENANT)), 'NotFound');
    await rejects(tab({ ...ids, channelId: 'unknown' }, {}, world.app()), 'NotFound');
    await tab(ids, {}, world.person('olga'));
    await world.suite.teams.archive(TENANT, ids.teamId, { siteReadOnly: false });
    await rejects(tab(ids, {}, world.app()), 'TeamArchived');
    assert.equal((await listTabs(world.deps, world.person('mia'), ids)).length, 1);
  });

  it('are hidden from callers who are not in their private channel', async () => {
    const members = [named('mia', 'owner')];
    const ids = await newChannel({ membershipType: 'private', members }, { visibility: 'public' });
    for (const name of ['olga', 'gus', 'sam', 'ivan'] as const) {
      await rejects(listTabs(world.deps, world.person(name), ids), 'NotFound');
      await rejects(tab(ids, {}, world.person(name)), 'NotFound');
    }
    await tab(ids);
    await tab(ids, {}, world.person('ada'));
    assert.equal((await listTabs(world.deps, world.person('mia'), ids)).length, 2);
  });

  it('are not found under another team', async () => {
    const ids = await newChannel();
    const teamId = await newTeam();
    await rejects(listTabs(world.deps, world.app(), { ...ids, teamId }), 'NotFound');
  });
});
