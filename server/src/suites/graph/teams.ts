/** Reads teams: the team, its group and one person's membership in one round trip. */
import type { AadUserConversationMember, Group, Team } from '@microsoft/microsoft-graph-types';
import { type MemberRole, roleOf, type SuiteTeam } from '../../domain/teams/model.ts';
import type { SuiteTeams, TeamAccess } from '../../domain/teams/suite.ts';
import { isUuid } from '../../kernel/ids.ts';
import { noTeam } from '../embedded/refusals.ts';
import { comeBack, GraphFailure } from './failure.ts';
import { type GraphParts, missingTeam } from './parts.ts';
import { toSuiteTeam } from './team-answers.ts';
import { at, type GraphAnswer, type GraphCall } from './transport.ts';

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

export type Answer = GraphAnswer<unknown> | GraphFailure;

/**
 * Returns the body of the answer.
 * @throws GraphFailure for a failed call; ServiceUnavailable for a missing answer
 */
export function bodyOf<Body>(answer: Answer | undefined): Body {
  if (answer instanceof GraphFailure || answer === undefined) {
    throw answer ?? comeBack('Microsoft Graph left an answer out.', 10);
  }
  return answer.body as Body;
}

export function roleIn(answer: Answer | undefined): MemberRole | undefined {
  const [member] = bodyOf<{ value: AadUserConversationMember[] }>(answer).value;
  return member && roleOf(member.roles ?? []);
}

/** Reads the team and its group in one batch, with further calls. Returns undefined for a missing team. */
export async function readTeamWith(
  parts: GraphParts,
  tenantId: string,
  teamId: string,
  others: readonly GraphCall[] = [],
): Promise<{ suiteTeam: SuiteTeam; answers: Answer[] } | undefined> {
  if (!isUuid(teamId)) return undefined;
  const indexed = await parts.groups.find(tenantId, teamId);
  if (indexed?.deletedAt) return undefined;
  const calls = [teamCall(teamId), groupCall(teamId), ...others];
  const [team, group, ...answers] = await parts.graphOf(tenantId).batch(calls);
  const missing = [team, group].some((answer) => answer instanceof GraphFailure && answer.status === 404);
  if (missing) {
    const reason = await missingTeam(parts, tenantId, teamId);
    if (reason?.message === noTeam(teamId).message) return undefined;
    if (reason !== undefined) throw reason;
    // A group without a team counts as missing, unless Charter created the team.
    if (indexed?.createdAt == null) return undefined;
    throw comeBack('Microsoft Graph does not show the team at the moment.', 10);
  }
  return { suiteTeam: toSuiteTeam(bodyOf<Team>(team), bodyOf<Group>(group)), answers };
}

/** Reads the team. Returns undefined for a missing one. */
export async function readTeam(
  parts: GraphParts,
  tenantId: string,
  teamId: string,
): Promise<SuiteTeam | undefined> {
  return (await readTeamWith(parts, tenantId, teamId))?.suiteTeam;
}

/** @throws NotFound for a missing team */
export async function requireTeam(parts: GraphParts, tenantId: string, teamId: string): Promise<SuiteTeam> {
  const team = await readTeam(parts, tenantId, teamId);
  if (team === undefined) throw noTeam(teamId);
  return team;
}

export const createTeamReads = (parts: GraphParts) =>
  ({
    find: (tenantId, teamId) => readTeam(parts, tenantId, teamId),

    async access(tenantId, teamId, userId): Promise<TeamAccess | undefined> {
      const isPerson = userId !== undefined && isUuid(userId);
      const others = isPerson ? [memberCall(teamId, at`/teams/${teamId}`, userId)] : [];
      const read = await readTeamWith(parts, tenantId, teamId, others);
      if (read === undefined) return undefined;
      return { suiteTeam: read.suiteTeam, role: isPerson ? roleIn(read.answers[0]) : undefined };
    },

    isMailNicknameTaken: (tenantId, mailNickname, marker) =>
      parts.groups.isMailNicknameTaken(tenantId, mailNickname, marker),
    isDisplayNameTaken: (tenantId, displayName, except) =>
      parts.groups.isDisplayNameTaken(tenantId, displayName, except),
  }) satisfies Partial<SuiteTeams>;
