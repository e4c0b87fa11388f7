/** Reads teams: the team, its group and one person's membership in one round trip. */
import type { AadUserConversationMember, Group, Team } from '@microsoft/microsoft-graph-types';
import { type MemberRole, roleOf, type SuiteTeam } from '../../../domain/teams/model.ts';
import type { SuiteTeams, TeamAccess } from '../../../domain/teams/suite.ts';
import { noTeam } from '../../../domain/teams/suite-rules.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { say } from '../../../kernel/messages.ts';
import { memberCall, teamRosterCall } from '../calls/members.ts';
import { groupCall, teamCall, toSuiteTeam } from '../calls/teams.ts';
import { comeBack, GraphFailure } from '../client/failure.ts';
import { at } from '../client/paths.ts';
import { type Answer, bodyOf, type GraphCall } from '../client/transport.ts';
import { aboutTeam, isDeleted, missingTeam } from './about-team.ts';
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

/** Returns the person's role by the answer to a call for all members, or by a call for this person if that answer is incomplete. */
export async function roleIn(
  { reads }: MirrorParts,
  { tenantId, teamId, path, userId }: Membership,
  roster: Answer | undefined,
): Promise<MemberRole | undefined> {
  const isPerson = (one: AadUserConversationMember): boolean => one.userId === userId;
  const { value, '@odata.nextLink': next } = bodyOf<Members>(roster);
  let member = value.find(isPerson);
  if (member === undefined && next !== undefined) {
    const [own] = await reads.answers(tenantId, teamId, [memberCall(teamId, path, userId)]);
    member = bodyOf<Members>(own).value.find(isPerson);
  }
  return member && roleOf(member.roles ?? []);
}

/**
 * Returns the person's role in the team by the answer to a call for all members. A new member has the role that Charter
 * gave them, while Graph does not show them.
 */
export async function roleInTeam(
  parts: MirrorParts,
  { tenantId, teamId, userId }: Omit<Membership, 'path'>,
  roster: Answer | undefined,
): Promise<MemberRole | undefined> {
  const shown = await roleIn(parts, { tenantId, teamId, userId, path: at`/teams/${teamId}` }, roster);
  if (shown !== undefined || parts.isBackground) return shown;
  const added = (await parts.memberCopy.listNew(tenantId, teamId)).find((one) => one.userId === userId);
  return added && roleOf(added.roles);
}

/** Makes several reads about a team. */
type Read = (tenantId: string, teamId: string, calls: readonly GraphCall[]) => Promise<Answer[]>;

/**
 * Reads the team and its group together, with further calls. Returns undefined for a missing team.
 * @param read how to make the calls. Changes read anew; people share what they read (shared-reads.ts)
 */
async function readTeamWith(
  parts: MirrorParts,
  tenantId: string,
  teamId: string,
  read: Read,
  others: readonly GraphCall[] = [],
): Promise<{ suiteTeam: SuiteTeam; answers: Answer[] } | undefined> {
  if (!isUuid(teamId)) return undefined;
  const indexed = await parts.groups.find(tenantId, teamId);
  if (await isDeleted(parts, tenantId, teamId, indexed)) return undefined;
  const calls = [teamCall(teamId), groupCall(teamId), ...others];
  const [team, group, ...answers] = await read(tenantId, teamId, calls);
  const missing = [team, group].some((answer) => answer instanceof GraphFailure && answer.status === 404);
  if (missing) {
    const reason = await missingTeam(parts, tenantId, teamId);
    if (reason?.message === noTeam(teamId).message) return undefined;
    if (reason !== undefined) throw reason;
    // A group without a team counts as missing, unless Charter created the team.
    if (indexed?.createdAt == null) return undefined;
    throw comeBack(say('graph.unseenTeam', 'Microsoft Graph does not show the team at the moment.'), 10);
  }
  return { suiteTeam: toSuiteTeam(bodyOf<Team>(team), bodyOf<Group>(group)), answers };
}

/** Reads the team for a person who waits, together with further calls (shared-reads.ts). */
export const readSharedTeam = (
  parts: MirrorParts,
  tenantId: string,
  teamId: string,
  others: readonly GraphCall[] = [],
) => readTeamWith(parts, tenantId, teamId, (...call) => parts.reads.answers(...call), others);

/** Reads the team anew. Returns undefined for a missing one. */
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
  if (team === undefined) throw noTeam(teamId);
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
      const role = await aboutTeam(parts, tenantId, teamId, () =>
        roleInTeam(parts, { tenantId, teamId, userId }, roster),
      );
      return { suiteTeam: read.suiteTeam, role };
    },

    isMailNicknameTaken: (tenantId, mailNickname, marker) =>
      parts.groups.isMailNicknameTaken(tenantId, mailNickname, marker),
    isDisplayNameTaken: (tenantId, displayName, except) =>
      parts.groups.isDisplayNameTaken(tenantId, displayName, except),
  }) satisfies Partial<SuiteTeams>;

/* Completes teams in the copy that a delta query has shown: the delta query has the group, but not the team. */

/** Limit of teams in one batch of calls, with two calls each. */
const MOST_AT_ONCE = 10;

/** Limit of teams in one refresh, so that a large tenant does not use up all calls for hours. */
const MOST = 300;

const isRefused = ({ status }: GraphFailure): boolean => status >= 400 && status < 500 && status !== 429;

export async function completeTeams(parts: MirrorParts, tenantId: string): Promise<void> {
  const ids = await parts.copy.withoutDetails(tenantId, MOST);
  for (let start = 0; start < ids.length; start += MOST_AT_ONCE) {
    const some = ids.slice(start, start + MOST_AT_ONCE);
    const calls = some.flatMap((id) => [teamCall(id), groupCall(id)]);
    const answers = await parts.graphOf(tenantId).batch(calls);
    for (const [index, id] of some.entries()) {
      const [team, group] = answers.slice(2 * index, 2 * index + 2);
      // Skips a team that Graph does not show or refuses, so that it does not delay the others.
      if ([team, group].some((answer) => answer instanceof GraphFailure && isRefused(answer))) {
        await parts.copy.skipDetails(tenantId, id);
        continue;
      }
      await parts.copy.save(tenantId, toSuiteTeam(bodyOf<Team>(team), bodyOf<Group>(group)), false);
    }
  }
}
