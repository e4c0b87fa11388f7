import type { Group } from '@microsoft/microsoft-graph-types';
import { noTeam, teamArchived } from '../../../domain/teams/suite-rules.ts';
import { CharterError } from '../../../kernel/errors.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { say } from '../../../kernel/messages.ts';
import { comeBack, GraphFailure, hasStatus } from '../client/failure.ts';
import { notShown } from '../client/not-shown.ts';
import { at } from '../client/paths.ts';
import type { GraphTransport } from '../client/transport.ts';
import type { IndexedTeam } from './group-index.ts';
import type { MirrorParts } from './parts.ts';

/** Time for which Graph's services may not know a new team ("Create team from group"). */
const VISIBLE_MILLISECONDS = 15 * 60_000;

const SOON_SECONDS = 10;

/** Whether Charter created the team so recently that Graph may not show it everywhere. */
export const isNew = ({ clock }: MirrorParts, team: IndexedTeam | undefined): boolean =>
  team?.createdAt != null && clock.now().getTime() - team.createdAt.getTime() < VISIBLE_MILLISECONDS;

/**
 * Whether the team is deleted. A restored team has the mark of its deletion until the restoration is recorded
 * (noted-changes.ts). A job must not fail for that time, so background work asks Graph.
 */
export async function isDeleted(
  parts: MirrorParts,
  tenantId: string,
  teamId: string,
  team: IndexedTeam | undefined,
): Promise<boolean> {
  if (!team?.deletedAt) return false;
  if (!parts.isBackground) return true;
  if (await exists(parts, tenantId, at`/directory/deletedItems/${teamId}?$select=id`)) return true;
  return !(await exists(parts, tenantId, at`/groups/${teamId}?$select=id`));
}

/**
 * Returns the error for a call about the team that was answered with 404: NotFound, or ServiceUnavailable while Graph
 * does not show the team. Returns undefined when the team exists, and only something in it is missing. A single 404
 * proves nothing: a team that Charter knows is missing only when Graph lists it among the deleted ones. Charter then
 * notes the deletion and removes the team from the copy.
 */
export async function missingTeam(
  parts: MirrorParts,
  tenantId: string,
  teamId: string,
): Promise<Error | undefined> {
  if (!isUuid(teamId)) return noTeam(teamId);
  const indexed = await parts.groups.find(tenantId, teamId);
  if (await isDeleted(parts, tenantId, teamId, indexed)) return noTeam(teamId);
  const isRecent = isNew(parts, indexed);
  if (!isRecent && (await exists(parts, tenantId, at`/groups/${teamId}?$select=id`))) return undefined;
  if (indexed === undefined) return noTeam(teamId);
  if (!(await exists(parts, tenantId, at`/directory/deletedItems/${teamId}?$select=id`))) {
    if (isRecent) return notShown('team');
    return comeBack(
      say('graph.unseenTeam', 'Microsoft Graph does not show the team at the moment.'),
      SOON_SECONDS,
    );
  }
  await parts.noted.noteRemoved(tenantId, [teamId]);
  await bury(parts, tenantId, teamId);
  return noTeam(teamId);
}

/** Marks the team as deleted in the index, and removes it from the copy and its rows from the effects. */
export async function bury(
  { groups, copy, effects }: MirrorParts,
  tenantId: string,
  teamId: string,
): Promise<void> {
  await groups.bury(tenantId, [teamId]);
  await copy.remove(tenantId, [teamId]);
  await effects.forgetTeam(tenantId, teamId);
}

export async function exists(parts: MirrorParts, tenantId: string, path: string): Promise<boolean> {
  try {
    await parts.graphOf(tenantId).get(path, { budget: 'readDirectory' });
    return true;
  } catch (error) {
    if (hasStatus(error, 404)) return false;
    throw error;
  }
}

/** Returns the error for a 404 about something in a team that exists. */
type Explain = (failure: GraphFailure) => Promise<Error> | Error;

/** Returns the error for a call that named nothing that could be missing: Graph's services disagree for now. */
const disagreement: Explain = (failure) =>
  comeBack(
    say('graph.inconsistentTeam', 'Microsoft Graph does not agree with itself about the team yet.'),
    SOON_SECONDS,
    failure,
  );

/**
 * Makes a call about a team that exists as far as Charter knows.
 * @throws NotFound for a missing team; ServiceUnavailable for one that Graph does not show, and after a 409, which can
 *   also follow a call that succeeded; Conflict for a change of members under dynamic membership
 */
export async function aboutTeam<Result>(
  parts: MirrorParts,
  tenantId: string,
  teamId: string,
  call: () => Promise<Result>,
  explain: Explain = disagreement,
): Promise<Result> {
  const indexed = isUuid(teamId) ? await parts.groups.find(tenantId, teamId) : undefined;
  if (!isUuid(teamId) || (await isDeleted(parts, tenantId, teamId, indexed))) throw noTeam(teamId);
  try {
    return await call();
  } catch (error) {
    if (hasStatus(error, 409)) throw disagreement(error);
    if (isForbiddenChange(error)) throw (await dynamicMembership(parts.graphOf(tenantId), teamId)) ?? error;
    if (!hasStatus(error, 404)) throw error;
    throw (await missingTeam(parts, tenantId, teamId)) ?? (await explain(error));
  }
}

/**
 * Rejects changes of an archived team, because Graph permits some of them.
 * @throws NotFound, TeamArchived
 */
export async function assertWritable(parts: MirrorParts, tenantId: string, teamId: string): Promise<void> {
  const indexed = await parts.groups.find(tenantId, teamId);
  if (await isDeleted(parts, tenantId, teamId, indexed)) throw noTeam(teamId);
  if (indexed?.isArchived) throw teamArchived(teamId);
  if (indexed?.createdAt) return;
  const team = await aboutTeam(parts, tenantId, teamId, () =>
    parts.graphOf(tenantId).get<{ isArchived?: boolean }>(at`/teams/${teamId}?$select=id,isArchived`, {
      budget: 'readTeams',
      teamId,
    }),
  );
  if (team.isArchived) throw teamArchived(teamId);
}

/*
 * Teams with dynamic membership: a rule in Entra ID chooses their members. Teams rejects changes of these members with
 * the same answer as for a missing permission, so only the group tells the two apart.
 */

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
