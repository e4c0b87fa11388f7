/** Creates the group of a team under a unique name, and finds it again (team-creation.ts). */

import type { Group } from '@microsoft/microsoft-graph-types';
import type { NewTeam } from '../../domain/teams/suite.ts';
import { aliasTaken } from '../../domain/teams/suite-rules.ts';
import { say } from '../../kernel/messages.ts';
import { assertNobodyDeleted } from './deleted-people.ts';
import { comeBack, hasStatus } from './failure.ts';
import type { GraphParts } from './parts.ts';
import { at } from './transport.ts';

/** Maximum number of owners and members together in the call that creates a group ("Create group"). */
const MOST_RELATIONS = 20;

/** Returns the unique name of the group that Charter creates for the marker. */
const uniqueNameOf = (marker: string): string => `charter-${marker}`;

/** Whether Charter created the group with this unique name. */
export const isOwnName = (uniqueName: string | null | undefined): boolean =>
  uniqueName?.startsWith(uniqueNameOf('')) ?? false;

const VISIBILITY = { public: 'Public', private: 'Private', hiddenMembership: 'HiddenMembership' } as const;

/** Returns the people for the call that creates the group: owners are members too. The others are added later. */
export function relationsOf({ members = [] }: Pick<NewTeam, 'members'>, bind: (path: string) => string) {
  const owners = [...new Set(members.filter(({ role }) => role === 'owner').map(({ userId }) => userId))];
  const firstOwners = owners.slice(0, MOST_RELATIONS / 2);
  const others = [...new Set(members.map(({ userId }) => userId))].filter((id) => !firstOwners.includes(id));
  const rest = others.slice(0, MOST_RELATIONS - 2 * firstOwners.length);
  const linkTo = (userId: string): string => bind(at`/users/${userId}`);
  return {
    'owners@odata.bind': firstOwners.map(linkTo),
    'members@odata.bind': [...firstOwners, ...rest].map(linkTo),
  };
}

const isAliasConflict = (error: unknown): boolean =>
  hasStatus(error, 400, 409) && /mailNickname|mail nickname/i.test(error.facts.message);

/** Whether Graph answers that an earlier call has created the group or added its people. */
const isPresent = (error: unknown): boolean =>
  hasStatus(error, 409) || (hasStatus(error, 400) && /already exist/i.test(error.facts.message));

/** Returns the group that Charter created for the marker. */
export async function findGroup(
  parts: GraphParts,
  tenantId: string,
  marker: string,
): Promise<Group | undefined> {
  const path = `${at`/groups(uniqueName='${uniqueNameOf(marker)}')`}?$select=id,displayName,mailNickname`;
  try {
    return await parts.graphOf(tenantId).get<Group>(path, { budget: 'readDirectory' });
  } catch (error) {
    if (hasStatus(error, 404)) return undefined;
    throw error;
  }
}

/** Returns the id of the marker's group if that group has the alias. */
async function findByAlias(
  parts: GraphParts,
  tenantId: string,
  { marker, mailNickname }: NewTeam,
): Promise<string | undefined> {
  const path = `/groups?$filter=${at`mailNickname eq '${mailNickname}'`}&$select=id,uniqueName`;
  const turn = { budget: 'readDirectory' } as const;
  const holders = await parts.graphOf(tenantId).list<Group & { uniqueName?: string }>(path, turn);
  return holders.find(({ uniqueName }) => uniqueName === uniqueNameOf(marker))?.id;
}

/** Asks Graph to create the group. Returns undefined when Graph answers that it exists. */
async function putGroup(parts: GraphParts, tenantId: string, team: NewTeam): Promise<Group | undefined> {
  const graph = parts.graphOf(tenantId);
  const { body } = await graph.call<Group | undefined>({
    method: 'PATCH',
    path: at`/groups(uniqueName='${uniqueNameOf(team.marker)}')`,
    budget: 'writeDirectory',
    headers: { Prefer: 'create-if-missing' },
    body: {
      displayName: team.displayName,
      ...(team.description !== null && { description: team.description }),
      ...(team.classification != null && { classification: team.classification }),
      groupTypes: ['Unified'],
      mailEnabled: true,
      mailNickname: team.mailNickname,
      securityEnabled: false,
      visibility: VISIBILITY[team.visibility],
      ...relationsOf(team, graph.bind),
    },
  });
  return body;
}

/**
 * Creates the group of a team, unless an earlier try has created it. Returns its id.
 * @param isRepeat whether an earlier try may have created it
 * @throws NameAlreadyExists for a mail alias that another group has; NotFound for deleted people;
 *   ServiceUnavailable while Graph does not show the group
 */
export async function createGroup(
  parts: GraphParts,
  tenantId: string,
  team: NewTeam,
  isRepeat: boolean,
): Promise<string> {
  const present = isRepeat ? await findGroup(parts, tenantId, team.marker) : undefined;
  if (present?.id) return present.id;
  // The index can contain the group of an earlier try without its marker.
  if (!isRepeat && (await parts.groups.isMailNicknameTaken(tenantId, team.mailNickname, team.marker))) {
    throw aliasTaken(team.mailNickname);
  }
  let made: Group | undefined;
  try {
    made = await putGroup(parts, tenantId, team);
  } catch (error) {
    if (isAliasConflict(error)) {
      const own = isRepeat ? await findByAlias(parts, tenantId, team) : undefined;
      if (own === undefined) throw aliasTaken(team.mailNickname);
      return own;
    }
    if (hasStatus(error, 400, 404) && !isPresent(error)) {
      const { members = [] } = team;
      await assertNobodyDeleted(parts, tenantId, [...new Set(members.map(({ userId }) => userId))]);
    }
    if (hasStatus(error, 404)) {
      throw comeBack(
        say('graph.notShown', 'Microsoft Graph does not show the new {what} yet.', { what: 'group' }),
        10,
        error,
      );
    }
    if (!isPresent(error)) throw error;
  }
  const id = made?.id ?? (await findGroup(parts, tenantId, team.marker))?.id;
  if (id === undefined)
    throw comeBack(
      say('graph.notShown', 'Microsoft Graph does not show the new {what} yet.', { what: 'group' }),
      10,
    );
  return id;
}
