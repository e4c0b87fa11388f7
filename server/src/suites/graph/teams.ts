/** Reads teams: the team, its group and one person's membership in one round trip. */

import type { AadUserConversationMember, Group, Team } from '@microsoft/microsoft-graph-types';
import { type MemberRole, roleOf, type SuiteTeam } from '../../domain/teams/model.ts';
import type { SuiteTeams, TeamAccess } from '../../domain/teams/suite.ts';
import { noTeam } from '../../domain/teams/suite-rules.ts';
import { isUuid } from '../../kernel/ids.ts';
import { say } from '../../kernel/messages.ts';
import { type Answer, bodyOf } from './answer.ts';
import { comeBack, GraphFailure } from './failure.ts';
import { type GraphParts, isDeleted, missingTeam } from './parts.ts';
import { toSuiteTeam } from './team-answers.ts';
import { at, type GraphCall } from './transport.ts';

const GROUP_FIELDS =
  'id,displayName,description,mailNickname,visibility,classification,createdDateTime,assignedLabels';

export const teamCall = (teamId: string): GraphCall => ({
  method: 'GET',
  path: at`/teams/${teamId}`,
  budget: 'readTeams',
  teamId,
});

export const groupCall = (teamId: string): GraphCall => ({
  method: 'GET',
  path: `${at`/groups/${teamId}`}?$select=${GROUP_FIELDS}`,
  budget: 'readDirectory',
});

/** Returns the call that reads the membership of one person in the team or channel at the path. */
export const memberCall = (teamId: string, path: string, userId: string): GraphCall => ({
  method: 'GET',
  path: `${path}/members?$filter=${at`(microsoft.graph.aadUserConversationMember/userId eq '${userId}')`}`,
  budget: 'listInTeams',
  teamId,
});

/** Query for the largest answer ("List members of team"). "List members of a channel" has no such option. */
const MOST_OF_TEAM = '?$top=999';

/**
 * Returns the call that reads the members of the team or channel at the path. It is the same for all people, so that
 * they can share its answer.
 */
const rosterCall = (teamId: string, path: string, query = ''): GraphCall => ({
  method: 'GET',
  path: `${path}/members${query}`,
  budget: 'listInTeams',
  teamId,
});

export const teamRosterCall = (teamId: string): GraphCall =>
  rosterCall(teamId, at`/teams/${teamId}`, MOST_OF_TEAM);

export const channelRosterCall = (teamId: string, channelId: string): GraphCall =>
  rosterCall(teamId, at`/teams/${teamId}/channels/${channelId}`);

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
  { reads }: GraphParts,
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

/** Makes several reads about a team. */
type Read = (tenantId: string, teamId: string, calls: readonly GraphCall[]) => Promise<Answer[]>;

/**
 * Reads the team and its group together, with further calls. Returns undefined for a missing team.
 * @param read how to make the calls. Changes read anew; people share what they read (team-reads.ts)
 */
async function readTeamWith(
  parts: GraphParts,
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

/** Reads the team for a person who waits, together with further calls (team-reads.ts). */
export const readSharedTeam = (
  parts: GraphParts,
  tenantId: string,
  teamId: string,
  others: readonly GraphCall[] = [],
) => readTeamWith(parts, tenantId, teamId, (...call) => parts.reads.answers(...call), others);

/** Reads the team anew. Returns undefined for a missing one. */
export async function readTeam(
  parts: GraphParts,
  tenantId: string,
  teamId: string,
): Promise<SuiteTeam | undefined> {
  const read: Read = (_, __, calls) => parts.graphOf(tenantId).batch(calls);
  return (await readTeamWith(parts, tenantId, teamId, read))?.suiteTeam;
}

/** @throws NotFound for a missing team */
export async function requireTeam(parts: GraphParts, tenantId: string, teamId: string): Promise<SuiteTeam> {
  const team = await readTeam(parts, tenantId, teamId);
  if (team === undefined) throw noTeam(teamId);
  return team;
}

export const createTeamReads = (parts: GraphParts) =>
  ({
    find: async (tenantId, teamId) => (await readSharedTeam(parts, tenantId, teamId))?.suiteTeam,

    async access(tenantId, teamId, userId): Promise<TeamAccess | undefined> {
      const path = at`/teams/${teamId}`;
      const isPerson = userId !== undefined && isUuid(userId);
      const others = isPerson ? [teamRosterCall(teamId)] : [];
      const read = await readSharedTeam(parts, tenantId, teamId, others);
      if (read === undefined) return undefined;
      const [roster] = read.answers;
      const role = isPerson ? await roleIn(parts, { tenantId, teamId, path, userId }, roster) : undefined;
      return { suiteTeam: read.suiteTeam, role };
    },

    isMailNicknameTaken: (tenantId, mailNickname, marker) =>
      parts.groups.isMailNicknameTaken(tenantId, mailNickname, marker),
    isDisplayNameTaken: (tenantId, displayName, except) =>
      parts.groups.isDisplayNameTaken(tenantId, displayName, except),
  }) satisfies Partial<SuiteTeams>;
