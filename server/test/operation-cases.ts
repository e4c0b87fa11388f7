/** A case for each operation on the suite that recovery can repeat. */
import assert from 'node:assert/strict';
import {
  createChannelOperation,
  deleteChannelOperation,
  updateChannelOperation,
} from '../src/domain/channels/change-channels.ts';
import { createTabOperation, deleteTabOperation } from '../src/domain/channels/change-tabs.ts';
import type { TeamChannel } from '../src/domain/channels/model.ts';
import { addTeamMembersOperation } from '../src/domain/teams/add-team-members.ts';
import {
  addTeamMemberOperation,
  removeTeamMemberOperation,
  updateTeamMemberOperation,
} from '../src/domain/teams/change-members.ts';
import { deleteTeamOperation } from '../src/domain/teams/delete-team.ts';
import type { TeamMember } from '../src/domain/teams/model.ts';
import { updateTeamOperation } from '../src/domain/teams/update-team.ts';
import type { AnyOperation } from '../src/engine/intents/perform.ts';
import { appointOwnerOperation } from '../src/flows/owners/appoint-owner.ts';
import {
  restoreMembershipOperation,
  restoreSettingsOperation,
} from '../src/flows/restoration/restore-operations.ts';
import { newId } from '../src/kernel/ids.ts';
import { TENANT, type TeamWorld } from './team-world.ts';

/** An operation, its input and event, and a check of the suite's state after it. */
export interface OperationCase {
  operation: AnyOperation;
  prepare(): Promise<{ teamId: string; input: object; check(): Promise<void> }>;
  event: string;
}

const team = { id: '', displayName: 'Harbour' };

/** Returns Mia's membership. */
async function membership({ suite }: TeamWorld, teamId: string): Promise<TeamMember> {
  const members = await suite.teams.listMembers(TENANT, teamId);
  return members.find(({ userId }) => userId === 'mia-id') as TeamMember;
}

async function newChannel({ suite }: TeamWorld, teamId: string): Promise<TeamChannel> {
  const channel = { marker: newId(), displayName: 'Plans', description: null, members: [] };
  const [created] = await suite.channels.create(TENANT, teamId, [{ ...channel, membershipType: 'standard' }]);
  return created as TeamChannel;
}

export const operationCases = (world: () => TeamWorld): OperationCase[] => [
  {
    operation: createChannelOperation as AnyOperation,
    event: 'team_channel_created',
    async prepare() {
      const { id } = (await world().newTeam()).team;
      const channel = { displayName: 'Plans', description: null, membershipType: 'standard', members: [] };
      return {
        teamId: id,
        input: { team: { ...team, id }, channel },
        async check() {
          const names = (await world().suite.channels.list(TENANT, id)).map(({ displayName }) => displayName);
          assert.deepEqual(names.sort(), ['General', 'Plans']);
        },
      };
    },
  },
  {
    operation: createTabOperation as AnyOperation,
    event: 'team_channel_tab_created',
    async prepare() {
      const { id } = (await world().newTeam()).team;
      const channel = await world().suite.channels.primary(TENANT, id);
      const tab = {
        displayName: 'Plan',
        teamsAppId: 'com.microsoft.teamspace.tab.web',
        configuration: { contentUrl: 'https://example.com' },
      };
      return {
        teamId: id,
        input: { team: { ...team, id }, channel: { id: channel.id, displayName: 'General' }, tab },
        async check() {
          assert.equal((await world().suite.channels.listTabs(TENANT, id, channel.id)).length, 1);
        },
      };
    },
  },
  {
    operation: addTeamMemberOperation as AnyOperation,
    event: 'team_member_added',
    async prepare() {
      const { id } = (await world().newTeam()).team;
      return {
        teamId: id,
        input: { team: { ...team, id }, member: { userId: 'sam-id', role: 'owner' }, roleBefore: null },
        async check() {
          const members = await world().suite.teams.listMembers(TENANT, id);
          assert.equal(members.length, 4);
          assert.deepEqual(members.find(({ userId }) => userId === 'sam-id')?.roles, ['owner']);
        },
      };
    },
  },
  {
    operation: addTeamMembersOperation as AnyOperation,
    event: 'team_member_added',
    async prepare() {
      const { id } = (await world().newTeam()).team;
      return {
        teamId: id,
        input: {
          team: { ...team, id },
          members: [
            { userId: 'sam-id', role: 'member' },
            { userId: 'mia-id', role: 'member' },
          ],
          rolesBefore: { 'mia-id': 'member' },
          askedAt: world().clock.now().toISOString(),
        },
        async check() {
          const members = await world().suite.teams.listMembers(TENANT, id);
          assert.equal(members.length, 4);
          assert.deepEqual(members.find(({ userId }) => userId === 'sam-id')?.roles, []);
        },
      };
    },
  },
  {
    operation: appointOwnerOperation as AnyOperation,
    event: 'owner_appointed',
    async prepare() {
      const { id } = (await world().newTeam()).team;
      const expiresDateTime = world().clock.now().toISOString();
      return {
        teamId: id,
        input: {
          eventId: newId(),
          team: { ...team, id },
          person: { id: 'sam-id', displayName: 'Sam' },
          policy: { id: newId(), name: 'Two owners' },
          request: { id: newId(), source: 'requester', expiresDateTime },
        },
        async check() {
          const members = await world().suite.teams.listMembers(TENANT, id);
          assert.deepEqual(members.find(({ userId }) => userId === 'sam-id')?.roles, ['owner']);
        },
      };
    },
  },
  {
    operation: updateChannelOperation as AnyOperation,
    event: 'team_channel_updated',
    async prepare() {
      const { id } = (await world().newTeam()).team;
      const channel = await newChannel(world(), id);
      const input = { team: { ...team, id }, channelId: channel.id, patch: { description: 'New' } };
      return {
        teamId: id,
        input: { ...input, askedAt: world().clock.now().toISOString() },
        async check() {
          const [, changed] = await world().suite.channels.list(TENANT, id);
          assert.equal(changed?.description, 'New');
        },
      };
    },
  },
  {
    operation: deleteChannelOperation as AnyOperation,
    event: 'team_channel_deleted',
    async prepare() {
      const { id } = (await world().newTeam()).team;
      const channel = await newChannel(world(), id);
      return {
        teamId: id,
        input: { team: { ...team, id }, channel, audience: ['olga-id'] },
        async check() {
          assert.equal((await world().suite.channels.list(TENANT, id)).length, 1);
        },
      };
    },
  },
  {
    operation: deleteTabOperation as AnyOperation,
    event: 'team_channel_tab_deleted',
    async prepare() {
      const { id } = (await world().newTeam()).team;
      const channel = await newChannel(world(), id);
      const [tab] = await world().suite.channels.createTabs(TENANT, id, channel.id, [
        {
          marker: newId(),
          displayName: 'Plan',
          teamsAppId: 'com.microsoft.teamspace.tab.web',
          configuration: {},
        },
      ]);
      return {
        teamId: id,
        input: { team: { ...team, id }, channel, tab },
        async check() {
          assert.deepEqual(await world().suite.channels.listTabs(TENANT, id, channel.id), []);
        },
      };
    },
  },
  {
    operation: updateTeamMemberOperation as AnyOperation,
    event: 'team_member_updated',
    async prepare() {
      const { id } = (await world().newTeam()).team;
      const { id: membershipId } = await membership(world(), id);
      const input = { team: { ...team, id }, membershipId, role: 'owner', roleBefore: 'member' };
      return {
        teamId: id,
        input: { ...input, askedAt: world().clock.now().toISOString() },
        async check() {
          assert.deepEqual((await membership(world(), id)).roles, ['owner']);
        },
      };
    },
  },
  {
    operation: removeTeamMemberOperation as AnyOperation,
    event: 'team_member_removed',
    async prepare() {
      const { id } = (await world().newTeam()).team;
      const member = await membership(world(), id);
      return {
        teamId: id,
        input: { team: { ...team, id }, member, askedAt: world().clock.now().toISOString() },
        async check() {
          assert.equal((await world().suite.teams.listMembers(TENANT, id)).length, 2);
        },
      };
    },
  },
  {
    operation: updateTeamOperation as AnyOperation,
    event: 'team_updated',
    async prepare() {
      const { team, version } = await world().newTeam();
      const patch = { description: 'New', memberSettings: { allowDeleteChannels: false } };
      return {
        teamId: team.id,
        input: { teamId: team.id, patch, version },
        async check() {
          const now = (await world().suite.teams.find(TENANT, team.id))?.team;
          assert.deepEqual([now?.description, now?.memberSettings.allowDeleteChannels], ['New', false]);
        },
      };
    },
  },
  {
    operation: deleteTeamOperation as AnyOperation,
    event: 'team_deleted',
    async prepare() {
      const { id, displayName } = (await world().newTeam()).team;
      return {
        teamId: id,
        input: { teamId: id, displayName },
        async check() {
          assert.equal(await world().suite.teams.find(TENANT, id), undefined);
        },
      };
    },
  },
  {
    operation: restoreMembershipOperation as AnyOperation,
    event: 'permanent_membership_restored',
    async prepare() {
      const { id } = (await world().newTeam()).team;
      const people = [{ id: 'sam-id', displayName: 'Sam', role: 'owner' }];
      return {
        teamId: id,
        input: { eventId: newId(), team: { ...team, id }, people, channels: [] },
        async check() {
          const members = await world().suite.teams.listMembers(TENANT, id);
          assert.deepEqual(members.find(({ userId }) => userId === 'sam-id')?.roles, ['owner']);
        },
      };
    },
  },
  {
    operation: restoreSettingsOperation as AnyOperation,
    event: 'team_updated',
    async prepare() {
      const { id } = (await world().newTeam()).team;
      return {
        teamId: id,
        input: { eventId: newId(), team: { ...team, id }, changes: { visibility: 'public' } },
        async check() {
          assert.equal((await world().suite.teams.find(TENANT, id))?.team.visibility, 'public');
        },
      };
    },
  },
];
