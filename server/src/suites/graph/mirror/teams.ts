/**
 * Reads teams: the team, its group and one person's membership in one round trip. Guards calls about teams: interprets
 * a 404, rejects changes to archived teams, and serialises the changes to a team.
 */
import type { AadUserConversationMember, Group, Team } from '@microsoft/microsoft-graph-types';
import { type MemberRole, roleOf, type SuiteTeam } from '../../../domain/teams/model.ts';
import type { SuiteTeams, TeamAccess } from '../../../domain/teams/suite.ts';
import { teamNotFound, teamReadOnly } from '../../../domain/teams/suite-rules.ts';
import { CharterError } from '../../../kernel/errors.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { say } from '../../../kernel/messages.ts';
import { deletedItemCall } from '../calls/directory.ts';
import { memberCall, teamRosterCall } from '../calls/members.ts';
import { groupCall, groupIdCall, teamCall, toSuiteTeam } from '../calls/teams.ts';
import { GraphFailure, hasStatus, notShown, retryLater } from '../client/failure.ts';
import { at } from '../client/request.ts';
import { bodyOf, type GraphCall, type GraphOutcome, type GraphTransport } from '../client/transport.ts';
import type { IndexedTeam } from './group-index.ts';
import type { MirrorParts } from './parts.ts';

interface Membership {
  tenantId: string;
  teamId: string;
  /** Path of the team or channel. */
  path: string;
  userId: string;
}

interface Members {
  value: AadUserConversationMember[];
  '@odata.nextLink'?: string;
}

/**
 * Returns the person's role from the list of all members, or from a call for this person if the list is incomplete.
 */
export async function findRole(
  { reads }: MirrorParts,
  { tenantId, teamId, path, userId }: Membership,
  roster: GraphOutcome | undefined,
): Promise<MemberRole | undefined> {
  const isPerson = (one: AadUserConversationMember): boolean => one.userId === userId;
  const { value, '@odata.nextLink': next } = bodyOf<Members>(roster);
  let member = value.find(isPerson);
  if (member === undefined && next !== undefined) {
    const [own] = await reads.outcomes(tenantId, teamId, [memberCall(teamId, path, userId)]);
    member = bodyOf<Members>(own).value.find(isPerson);
  }
  return member && roleOf(member.roles ?? []);
}

/**
 * Returns the person's role in the team from the list of all members. While Graph does not show a new member, returns
 * the role that Charter gave them.
 */
export async function findRoleInTeam(
  parts: MirrorParts,
  { tenantId, teamId, userId }: Omit<Membership, 'path'>,
  roster: GraphOutcome | undefined,
): Promise<MemberRole | undefined> {
  const shown = await findRole(parts, { tenantId, teamId, userId, path: at`/teams/${teamId}` }, roster);
  if (shown !== undefined || parts.isBackground) return shown;
  const added = (await parts.memberCopy.listNew(tenantId, teamId)).find((one) => one.userId === userId);
  return added && roleOf(added.roles);
}

/** Reads several resources of a team in one round trip. */
type Read = (tenantId: string, teamId: string, calls: readonly GraphCall[]) => Promise<GraphOutcome[]>;

/**
 * Reads the team and its group together, with further calls. Returns undefined for a missing team.
 * @param read makes the calls: from the cache for people (shared-reads.ts), without the cache for changes
 */
async function readTeamWith(
  parts: MirrorParts,
  tenantId: string,
  teamId: string,
  read: Read,
  others: readonly GraphCall[] = [],
): Promise<{ suiteTeam: SuiteTeam; answers: GraphOutcome[] } | undefined> {
  if (!isUuid(teamId)) return undefined;
  const indexed = await parts.groups.find(tenantId, teamId);
  if (await isDeleted(parts, tenantId, teamId, indexed)) return undefined;
  const calls = [teamCall(teamId), groupCall(teamId), ...others];
  const [team, group, ...answers] = await read(tenantId, teamId, calls);
  const missing = [team, group].some((answer) => answer instanceof GraphFailure && answer.status === 404);
  if (missing) {
    const reason = await missingTeam(parts, tenantId, teamId);
    if (reason?.message === teamNotFound(teamId).message) return undefined;
    if (reason !== undefined) throw reason;
    // A group without a team counts as missing, unless Charter created the team.
    if (indexed?.createdAt == null) return undefined;
    throw retryLater(say('graph.unseenTeam', 'Microsoft Graph does not show the team at the moment.'), 10);
  }
  return { suiteTeam: toSuiteTeam(bodyOf<Team>(team), bodyOf<Group>(group)), answers };
}

/** Reads the team for a person's request, together with further calls (shared-reads.ts). */
export const readSharedTeam = (
  parts: MirrorParts,
  tenantId: string,
  teamId: string,
  others: readonly GraphCall[] = [],
) => readTeamWith(parts, tenantId, teamId, (...call) => parts.reads.outcomes(...call), others);

/** Reads the team without the cache. Returns undefined for a missing one. */
export async function readTeam(
  parts: MirrorParts,
  tenantId: string,
  teamId: string,
): Promise<SuiteTeam | undefined> {
  const read: Read = (_, __, calls) => parts.graphOf(tenantId).batch(calls);
  return (await readTeamWith(parts, tenantId, teamId, read))?.suiteTeam;
}

/** @throws NotFound for a missing team */
export async function requireTeam(parts: MirrorParts, tenantId: string, teamId: string): Promise<SuiteTeam> {
  const team = await readTeam(parts, tenantId, teamId);
  if (team === undefined) throw teamNotFound(teamId);
  return team;
}

export const createTeamReads = (parts: MirrorParts) =>
  ({
    find: async (tenantId, teamId) => (await readSharedTeam(parts, tenantId, teamId))?.suiteTeam,

    async access(tenantId, teamId, userId): Promise<TeamAccess | undefined> {
      const isPerson = userId !== undefined && isUuid(userId);
      const others = isPerson ? [teamRosterCall(teamId)] : [];
      const read = await readSharedTeam(parts, tenantId, teamId, others);
      if (read === undefined) return undefined;
      const [roster] = read.answers;
      if (!isPerson) return { suiteTeam: read.suiteTeam, role: undefined };
      const role = await callAboutTeam(parts, tenantId, teamId, () =>
        findRoleInTeam(parts, { tenantId, teamId, userId }, roster),
      );
      return { suiteTeam: read.suiteTeam, role };
    },

    isMailNicknameTaken: (tenantId, mailNickname, marker) =>
      parts.groups.isMailNicknameTaken(tenantId, mailNickname, marker),
    isDisplayNameTaken: (tenantId, displayName, except) =>
      parts.groups.isDisplayNameTaken(tenantId, displayName, except),
  }) satisfies Partial<SuiteTeams>;

/* Completes teams in the copy: the delta query shows the group, but not the team. */

/** Maximum number of teams in one batch, with two calls each. */
const MAX_AT_ONCE = 10;

/** Maximum number of teams in one refresh, so that a large tenant does not use all calls for hours. */
const MOST = 300;

const isRejected = ({ status }: GraphFailure): boolean => status >= 400 && status < 500 && status !== 429;

export async function completeTeams(parts: MirrorParts, tenantId: string): Promise<void> {
  const ids = await parts.copy.withoutDetails(tenantId, MOST);
  for (let start = 0; start < ids.length; start += MAX_AT_ONCE) {
    const some = ids.slice(start, start + MAX_AT_ONCE);
    const calls = some.flatMap((id) => [teamCall(id), groupCall(id)]);
    const answers = await parts.graphOf(tenantId).batch(calls);
    for (const [index, id] of some.entries()) {
      const [team, group] = answers.slice(2 * index, 2 * index + 2);
      // Skips a team that Graph does not show or rejects, so that it does not delay the others.
      if ([team, group].some((answer) => answer instanceof GraphFailure && isRejected(answer))) {
        await parts.copy.skipDetails(tenantId, id);
        continue;
      }
      await parts.copy.save(tenantId, toSuiteTeam(bodyOf<Team>(team), bodyOf<Group>(group)), false);
    }
  }
}

/* Teams that are new, missing or archived. */

/** Time for which Graph's services may not know a new team ("Create team from group"). */
const VISIBLE_MILLISECONDS = 15 * 60_000;

const RETRY_AFTER_SECONDS = 10;

/** Whether Charter created the team so recently that Graph may not show it everywhere. */
export const isNew = ({ clock }: MirrorParts, team: IndexedTeam | undefined): boolean =>
  team?.createdAt != null && clock.now().getTime() - team.createdAt.getTime() < VISIBLE_MILLISECONDS;

/**
 * Whether the team is deleted. A restored team keeps its deletion mark until the restoration is recorded
 * (pending-changes.ts). A job must not fail in that time, so background work checks with Graph.
 */
export async function isDeleted(
  parts: MirrorParts,
  tenantId: string,
  teamId: string,
  team: IndexedTeam | undefined,
): Promise<boolean> {
  if (!team?.deletedAt) return false;
  if (!parts.isBackground) return true;
  if (await existsInGraph(parts, tenantId, deletedItemCall(teamId))) return true;
  return !(await existsInGraph(parts, tenantId, groupIdCall(teamId)));
}

/**
 * Returns the error for a 404 to a call about the team: NotFound, or ServiceUnavailable while Graph does not show the
 * team. Returns undefined when the team exists, and only something in it is missing. A single 404 proves nothing: a
 * team that Charter knows is missing only when Graph lists it among the deleted ones. Charter then records the deletion
 * and removes the team from the copy.
 */
export async function missingTeam(
  parts: MirrorParts,
  tenantId: string,
  teamId: string,
): Promise<Error | undefined> {
  if (!isUuid(teamId)) return teamNotFound(teamId);
  const indexed = await parts.groups.find(tenantId, teamId);
  if (await isDeleted(parts, tenantId, teamId, indexed)) return teamNotFound(teamId);
  const isRecent = isNew(parts, indexed);
  if (!isRecent && (await existsInGraph(parts, tenantId, groupIdCall(teamId)))) return undefined;
  if (indexed === undefined) return teamNotFound(teamId);
  if (!(await existsInGraph(parts, tenantId, deletedItemCall(teamId)))) {
    if (isRecent) return notShown('team');
    return retryLater(
      say('graph.unseenTeam', 'Microsoft Graph does not show the team at the moment.'),
      RETRY_AFTER_SECONDS,
    );
  }
  await parts.pendingChanges.recordRemoved(tenantId, [teamId]);
  await markDeleted(parts, tenantId, teamId);
  return teamNotFound(teamId);
}

/** Marks the team as deleted in the index, and deletes its copy and its effects. */
export async function markDeleted(
  { groups, copy, effects }: MirrorParts,
  tenantId: string,
  teamId: string,
): Promise<void> {
  await groups.markDeleted(tenantId, [teamId]);
  await copy.remove(tenantId, [teamId]);
  await effects.forgetTeam(tenantId, teamId);
}

export async function existsInGraph(parts: MirrorParts, tenantId: string, call: GraphCall): Promise<boolean> {
  try {
    await parts.graphOf(tenantId).call(call);
    return true;
  } catch (error) {
    if (hasStatus(error, 404)) return false;
    throw error;
  }
}

/** Returns the error for a 404 about something in a team that exists. */
type Explain = (failure: GraphFailure) => Promise<Error> | Error;

/** Returns the error for a 404 to a call that named only the team: Graph's services disagree for now. */
const disagreement: Explain = (failure) =>
  retryLater(
    say('graph.inconsistentTeam', 'Microsoft Graph does not agree with itself about the team yet.'),
    RETRY_AFTER_SECONDS,
    failure,
  );

/**
 * Makes a call about a team that Charter does not know to be deleted.
 * @throws NotFound for a missing team; ServiceUnavailable for one that Graph does not show, and after a 409, which can
 *   also follow a call that succeeded; Conflict for a change to members under dynamic membership
 */
export async function callAboutTeam<Result>(
  parts: MirrorParts,
  tenantId: string,
  teamId: string,
  call: () => Promise<Result>,
  explain: Explain = disagreement,
): Promise<Result> {
  const indexed = isUuid(teamId) ? await parts.groups.find(tenantId, teamId) : undefined;
  if (!isUuid(teamId) || (await isDeleted(parts, tenantId, teamId, indexed))) throw teamNotFound(teamId);
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
 * Checks that the team exists and is not archived, because Graph accepts some changes to archived teams. Trusts the
 * index for teams that Charter created, and when it says that a team is archived; asks Graph about others.
 * @throws NotFound, TeamArchived
 */
export async function assertTeamWritable(
  parts: MirrorParts,
  tenantId: string,
  teamId: string,
): Promise<void> {
  const indexed = await parts.groups.find(tenantId, teamId);
  if (await isDeleted(parts, tenantId, teamId, indexed)) throw teamNotFound(teamId);
  if (indexed?.isArchived) throw teamReadOnly(teamId);
  if (indexed?.createdAt) return;
  const isShownArchived = () => isArchived(parts, tenantId, teamId);
  if (await callAboutTeam(parts, tenantId, teamId, isShownArchived)) throw teamReadOnly(teamId);
}

/** Whether Graph shows the team as archived ("Get team"). */
export async function isArchived(parts: MirrorParts, tenantId: string, teamId: string): Promise<boolean> {
  const charge = { budget: 'readTeams', teamId } as const;
  const path = at`/teams/${teamId}?$select=id,isArchived`;
  return (await parts.graphOf(tenantId).get<{ isArchived?: boolean }>(path, charge)).isArchived ?? false;
}

/*
 * Teams with dynamic membership: a rule in Entra ID chooses their members. Teams rejects changes to these members with
 * the same response as for a missing permission, so only the group distinguishes the two.
 */

const CHANGES_PEOPLE = /^(?:POST|PATCH|DELETE) \/teams\/[^/]+\/members/;

const isForbiddenChange = (error: unknown): boolean =>
  error instanceof GraphFailure && error.status === 403 && CHANGES_PEOPLE.test(error.facts.call);

/**
 * Returns the error for a team with dynamic membership; undefined for other teams, and when the group can't be read.
 */
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

/** Serialises work with the same key on this node, so that no other work comes between a check and its change. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs the work after all earlier work with the same key. */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    const settled = mine.catch(() => undefined);
    this.#last.set(key, settled);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    }
  }
}

/**
 * Runs a change to the team after the earlier changes on this node.
 * @throws NotFound for an invalid id
 */
export function inTeamQueue<Result>(
  { queue }: { queue: KeyedQueue },
  tenantId: string,
  teamId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!isUuid(teamId)) throw teamNotFound(teamId);
  return queue.run(`${tenantId} ${teamId}`, work);
}
