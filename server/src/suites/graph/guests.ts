/**
 * Adds guests to teams through the team's group. An application can't add a guest to a team ("Add member to team"), but
 * it can add any person to a group ("Add members").
 */

import type { User } from '../../domain/directory/model.ts';
import type { TeamMember } from '../../domain/teams/model.ts';
import { say } from '../../kernel/messages.ts';
import { assertNobodyDeleted } from './deleted-people.ts';
import { dynamicMembership } from './dynamic-membership.ts';
import { comeBack, hasStatus } from './failure.ts';
import type { GraphParts } from './parts.ts';
import { toMember } from './team-answers.ts';
import { at, type GraphTransport } from './transport.ts';

/** Maximum number of people in one call ("Add members"). */
const MOST_AT_ONCE = 20;

/** Whether Graph added nobody because a person is in the group already ("Add members"). */
const isPresent = (error: unknown): boolean =>
  hasStatus(error, 400) && /already exist/i.test(error.facts.message);

/** Whether the directory does not show a new group or person everywhere yet ("Add members"). */
const isUnreplicated = (error: unknown): boolean =>
  hasStatus(error, 400) && /not exist/i.test(error.facts.message);

/** Adds people to the group. Adds each alone when one of them is present, for example after a lost answer. */
async function addToGroup(graph: GraphTransport, groupId: string, userIds: readonly string[]): Promise<void> {
  try {
    await graph.call({
      method: 'PATCH',
      path: at`/groups/${groupId}`,
      budget: 'writeDirectory',
      body: { 'members@odata.bind': userIds.map((id) => graph.bind(at`/directoryObjects/${id}`)) },
    });
  } catch (error) {
    if (!isPresent(error)) throw error;
    if (userIds.length === 1) return;
    for (const userId of userIds) await addToGroup(graph, groupId, [userId]);
  }
}

/**
 * Adds guests to the team. Returns their memberships without reading them: Teams can take hours to show people whom
 * the group has ("Announcing the General Availability of Microsoft Graph Teams Membership API").
 * @throws Conflict when a rule chooses the members; NotFound for deleted people; ServiceUnavailable for a new group or
 *   person that the directory does not show everywhere
 */
export async function addGuests(
  parts: GraphParts,
  tenantId: string,
  teamId: string,
  guests: readonly User[],
): Promise<TeamMember[]> {
  const graph = parts.graphOf(tenantId);
  const ids = guests.map(({ id }) => id);
  try {
    for (let start = 0; start < ids.length; start += MOST_AT_ONCE) {
      await addToGroup(graph, teamId, ids.slice(start, start + MOST_AT_ONCE));
    }
  } catch (error) {
    if (hasStatus(error, 403)) throw (await dynamicMembership(graph, teamId)) ?? error;
    if (hasStatus(error, 404) || isUnreplicated(error)) await assertNobodyDeleted(parts, tenantId, ids);
    if (isUnreplicated(error))
      throw comeBack(
        say('graph.notShown', 'Microsoft Graph does not show the new {what} yet.', { what: 'group' }),
        10,
        error,
      );
    throw error;
  }
  return guests.map(({ id, displayName, mail }) =>
    toMember(teamId, { userId: id, displayName, email: mail, roles: ['guest'] }),
  );
}
