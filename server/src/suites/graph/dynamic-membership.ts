/**
 * Teams with dynamic membership: a rule in Entra ID chooses their members. Teams rejects changes of these members with
 * the same answer as for a missing permission, so only the group tells the two apart.
 */
import type { Group } from '@microsoft/microsoft-graph-types';
import { CharterError } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { GraphFailure } from './failure.ts';
import { at, type GraphTransport } from './transport.ts';

const CHANGES_PEOPLE = /^(?:POST|PATCH|DELETE) \/teams\/[^/]+\/members/;

export const isForbiddenChange = (error: unknown): boolean =>
  error instanceof GraphFailure && error.status === 403 && CHANGES_PEOPLE.test(error.facts.call);

/** Returns the error for a team with dynamic membership; undefined for others, and when the group can't be read. */
export async function dynamicMembership(
  graph: GraphTransport,
  teamId: string,
): Promise<CharterError | undefined> {
  try {
    const path = at`/groups/${teamId}?$select=id,groupTypes`;
    const group = await graph.get<Group>(path, { budget: 'readDirectory' });
    if (!group.groupTypes?.includes('DynamicMembership')) return undefined;
  } catch (error) {
    if (error instanceof GraphFailure) return undefined;
    throw error;
  }
  return new CharterError(
    'Conflict',
    say(
      'graph.dynamicMembership',
      'A rule in Microsoft Entra ID chooses the members of this team (dynamic membership). Change the rule there.',
    ),
  );
}
