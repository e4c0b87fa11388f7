import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { newCall, person } from '../../../test/approval-world.ts';
import { type HookWorld, OPEN_TEMPLATE, openHookWorld } from '../../../test/hook-world.ts';
import { TENANT } from '../../../test/provisioning-world.ts';
import type { Principal } from '../../engine/principal.ts';
import { type CreateChannelInput, createChannel } from '../channels/change-channels.ts';
import { createTab } from '../channels/change-tabs.ts';
import { listChannels } from '../channels/read-channels.ts';
import { Recipients } from './recipients.ts';

const OWNERS = ['ada', 'person-9'];
const ADMIN = 'person-4';
const TAB = {
  displayName: 'Site',
  teamsAppId: 'com.microsoft.teamspace.tab.web',
  configuration: { contentUrl: 'https://example.com/' },
};

const named = (id: string, role: 'member' | 'owner') => ({ user: { id }, role });

/** Ada and person-9 own the team; person-3 is a member. */
describe('the fan-out of channel events', () => {
  let world: HookWorld;
  let teamId: string;
  let count = 0;
  before(async () => {
    world = await openHookWorld();
    teamId = await world.build((await world.ask(OPEN_TEMPLATE)).id);
    for (const id of [...OWNERS, 'person-3', 'person-5']) await world.hookOf(person(id));
    await world.hookOf(person(ADMIN, 'TEAMS_SERVICE_ADMIN'));
    await world.recipients();
  });
  after(() => world.close());

  const addChannel = (as: Principal, input: Partial<CreateChannelInput>) =>
    createChannel({ ...world.deps, admitChannel: async () => undefined }, as, newCall(), {
      teamId,
      displayName: `Plans ${++count}`,
      ...input,
    });
  const addTab = (as: Principal, channelId: string) =>
    createTab(world.deps, as, newCall(), { teamId, channelId, ...TAB });

  /** Returns the owners for whom `GET /teams/{id}/channels` lists the channel. */
  async function readersOf(channelId: string): Promise<string[]> {
    const readers: string[] = [];
    for (const id of OWNERS) {
      const channels = await listChannels(world.deps, person(id), { teamId });
      if (channels.some((channel) => channel.id === channelId)) readers.push(id);
    }
    return readers;
  }

  const cases: [string, Partial<CreateChannelInput>, readers: string[]][] = [
    ['a standard channel and its tabs to all owners', {}, OWNERS],
    [
      'a private channel and its tabs to no owner who is not in the channel, including its creator',
      { membershipType: 'private', members: [named('person-3', 'owner')] },
      [],
    ],
    [
      'a private channel and its tabs to the owner who is a member of the channel',
      {
        membershipType: 'private',
        members: [named('person-3', 'owner'), named('person-9', 'member')],
      },
      ['person-9'],
    ],
    [
      'a private channel without other members, and its tabs, to the owner who created it',
      { membershipType: 'private' },
      ['ada'],
    ],
    [
      'a shared channel and its tabs to no owner who is not in it, and to no member who does not own the team',
      { membershipType: 'shared', members: [named('person-5', 'owner')] },
      [],
    ],
    [
      'a shared channel and its tabs to the owner who is a member of the channel',
      { membershipType: 'shared', members: [named('ada', 'owner'), named('person-5', 'member')] },
      ['ada'],
    ],
  ];
  for (const [which, input, readers] of cases) {
    it(`sends events of ${which}`, async () => {
      const { id } = await addChannel(person('ada'), input);
      assert.deepEqual(await readersOf(id), readers);
      await addTab(person(ADMIN, 'TEAMS_SERVICE_ADMIN'), id);
      const recipients = [ADMIN, ...readers].sort();
      assert.deepEqual(await world.recipients(), {
        team_channel_created: recipients,
        team_channel_tab_created: recipients,
      });
    });
  }

  it('uses the members of a private channel at the time of the fan-out', async () => {
    const members = [named('person-3', 'owner'), named('ada', 'member')];
    const { id } = await addChannel(person('ada'), { membershipType: 'private', members });
    await world.node.suiteTenancy
      .for(TENANT)
      .deleteFrom('embedded_suite.channel_members')
      .where('tenant_id', '=', TENANT)
      .where('channel_id', '=', id)
      .where('user_id', '=', 'ada')
      .execute();
    await world.deps.suite.channels.addMembers(TENANT, teamId, id, [{ userId: 'person-9', role: 'member' }]);
    assert.deepEqual(await world.recipients(), { team_channel_created: [ADMIN, 'person-9'].sort() });
  });

  it('sends events without a channel type only to owners in the channel, and to no owner for an unknown channel', async () => {
    const type = 'team_channel_tab_created';
    const { id } = await addChannel(person('ada'), { membershipType: 'private' });
    await world.recipients();
    for (const [channelId, owners] of [
      [id, ['ada']],
      ['19:gone@thread.tacv2', []],
    ] as const) {
      await world.record(type, teamId, { payload: { team: { id: teamId }, channel: { id: channelId } } });
      assert.deepEqual(await world.recipients(), { [type]: [ADMIN, ...owners].sort() });
    }
  });

  it('queries the suite once per restricted channel', async () => {
    const hooks = await world.deps.store
      .in(TENANT)
      .hooks.listSubscribed(['team_channel_created'], new Date(0));
    const asked: string[] = [];
    const { teams, channels, users } = world.deps.suite;
    const suite = {
      teams,
      users,
      channels: {
        ...channels,
        listMembers: (...ids: [string, string, string]) => {
          asked.push(ids[2]);
          return channels.listMembers(...ids);
        },
      },
    };
    const recipients = new Recipients(suite, TENANT, hooks);
    const { id: standard } = await addChannel(person('ada'), {});
    const { id: restricted } = await addChannel(person('ada'), { membershipType: 'private' });
    for (const [id, membershipType] of [
      [standard, 'standard'],
      [restricted, 'private'],
      [restricted, 'private'],
    ]) {
      const body = JSON.stringify({ channel: { id, membershipType } });
      const event = {
        type: 'team_channel_created',
        teamId,
        body,
        audience: null,
        request: null,
        approval: null,
      };
      for (const hook of hooks) await recipients.scopeOf(hook, event as never);
    }
    assert.deepEqual(asked, [restricted]);
    await world.recipients();
  });
});
