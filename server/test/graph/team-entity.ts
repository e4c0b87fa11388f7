/** Finds visible teams and channels, and converts a stored team to Graph's representation. */
import type { Team } from '@microsoft/microsoft-graph-types';
import { notFound } from './errors.ts';
import type { Entity, QueryRules } from './odata.ts';
import { type Call, isSeen } from './route.ts';
import type { StoredChannel, StoredGroup, StoredTeam } from './tenant.ts';

export const TEAM_RULES: QueryRules = {
  type: 'team',
  properties: [
    'id',
    'classification',
    'createdDateTime',
    'description',
    'displayName',
    'funSettings',
    'guestSettings',
    'internalId',
    'isArchived',
    'memberSettings',
    'messagingSettings',
    'specialization',
    'summary',
    'tenantId',
    'visibility',
    'webUrl',
  ] as const satisfies readonly (keyof Team)[],
  options: ['$select', '$expand'],
};

/** Returns the team and its group. @throws 404 while either is missing or not yet visible to reads */
export function findTeam(call: Call, id = call.parameters.team!): { group: StoredGroup; team: StoredTeam } {
  const group = call.tenant.groups.get(id);
  const team = group?.team;
  if (group === undefined || team === undefined || !isSeen(group, call.now) || !isSeen(team, call.now)) {
    throw notFound(`No team found with Group Id ${id}; it`);
  }
  return { group, team };
}

export function findChannel(call: Call): { group: StoredGroup; team: StoredTeam; channel: StoredChannel } {
  const found = findTeam(call);
  const channel = found.team.channels.get(call.parameters.channel!);
  if (channel === undefined || !isSeen(channel, call.now)) throw notFound('The channel');
  return { ...found, channel };
}

export function teamEntity(call: Call, { group, team }: { group: StoredGroup; team: StoredTeam }): Entity {
  const guests = [...group.members].filter((id) => call.tenant.user(id)?.user.userType === 'Guest').length;
  return {
    ...team.team,
    summary: {
      ownersCount: group.owners.size,
      membersCount: new Set([...group.members, ...group.owners]).size - group.owners.size - guests,
      guestsCount: guests,
    },
  };
}
