/** Reads the directory of teams: what people see of teams that they are not in (docs/team-directory.md). */

import { answersOfTeams } from '../../domain/answers/answers-of-teams.ts';
import type { ShownAnswer } from '../../domain/answers/model.ts';
import {
  type PublicQuestions,
  publicAnswerIds,
  publicQuestions,
  templatesWith,
} from '../../domain/answers/public-answers.ts';
import { userIdOf } from '../../domain/teams/access.ts';
import type { AnswerClause } from '../../domain/teams/metadata.ts';
import type {
  ListedTeam,
  MemberRole,
  TeamFilterClause,
  TeamPagePosition,
  TeamVisibility,
} from '../../domain/teams/model.ts';
import type { Principal } from '../../engine/principal.ts';
import { hidden } from '../../kernel/errors.ts';
import { type DirectoryDeps, listingFor } from './listing.ts';
import type { Listing } from './ports.ts';

/** Maximum number of owners that the directory names for a team. */
const MAX_OWNERS = 10;

export interface DirectoryTeam {
  id: string;
  displayName: string;
  description: string | null;
  visibility: TeamVisibility;
  /** Owners with open accounts; none of a team with hidden membership. */
  owners: { id: string; displayName: string }[];
  /** Answers to public questions. */
  answers: ShownAnswer[];
  /** The caller's role in the team; null when the caller is not in it. */
  role: MemberRole | null;
  /** The caller's pending request to join. */
  joinRequest: { id: string; expiresDateTime: string } | null;
}

export interface DirectoryQuery {
  search: string | undefined;
  filter: readonly TeamFilterClause[];
  /** Comparisons of answers. Only public ones are compared. */
  answers: readonly AnswerClause[];
  top: number;
  after: TeamPagePosition | undefined;
  countAll: boolean;
}

export interface DirectoryPage {
  teams: DirectoryTeam[];
  next?: TeamPagePosition;
  /** Number of teams on all pages when requested, else on this page. */
  count: number;
}

/** The part of a listed team that the directory shows. */
type FoundTeam = Pick<ListedTeam, 'id' | 'displayName' | 'description' | 'visibility'>;

async function ownersOf({ suite }: DirectoryDeps, tenantId: string, teams: readonly FoundTeam[]) {
  const shown = teams.filter(({ visibility }) => visibility !== 'hiddenMembership').map(({ id }) => id);
  const activity = shown.length === 0 ? [] : await suite.activity.of(tenantId, shown);
  const idsOf = new Map(activity.map(({ teamId, ownerIds }) => [teamId, ownerIds.slice(0, MAX_OWNERS)]));
  const ids = [...new Set([...idsOf.values()].flat())];
  const users = ids.length === 0 ? [] : await suite.users.resolve(tenantId, ids);
  const byId = new Map(ids.map((id, index) => [id, users[index]]));
  return (teamId: string) =>
    (idsOf.get(teamId) ?? []).flatMap((id) => {
      const owner = byId.get(id);
      return owner === undefined ? [] : [{ id, displayName: owner.displayName }];
    });
}

/** Returns the caller's role in each of the teams that the caller is in. */
async function rolesIn(
  { suite }: DirectoryDeps,
  { tenantId, ...principal }: Principal,
  teamIds: readonly string[],
): Promise<ReadonlyMap<string, MemberRole | null>> {
  const memberId = userIdOf({ tenantId, ...principal });
  if (memberId === undefined || teamIds.length === 0) return new Map();
  const { teams } = await suite.teams.list(tenantId, {
    memberId,
    only: teamIds,
    order: 'displayName asc',
    top: teamIds.length,
  });
  return new Map(teams.map(({ id, role }) => [id, role]));
}

/** Describes teams that the caller may find. */
export async function describeTeams(
  deps: DirectoryDeps,
  principal: Principal,
  teams: readonly FoundTeam[],
  questions: PublicQuestions,
): Promise<DirectoryTeam[]> {
  const { tenantId } = principal;
  const ids = teams.map(({ id }) => id);
  const [ownersFor, answers, roles, requests] = await Promise.all([
    ownersOf(deps, tenantId, teams),
    answersOfTeams(deps, tenantId, questions, ids),
    rolesIn(deps, principal, ids),
    deps.store.in(tenantId).joinRequests.pendingOf(principal.id, ids),
  ]);
  const requestOf = new Map(requests.map((request) => [request.teamId, request]));
  return teams.map(({ id, displayName, description, visibility }) => {
    const request = requestOf.get(id);
    return {
      id,
      displayName,
      description,
      visibility,
      owners: ownersFor(id),
      answers: [...(answers.get(id) ?? [])],
      role: roles.get(id) ?? null,
      joinRequest: request ? { id: request.id, expiresDateTime: request.expiresAt.toISOString() } : null,
    };
  });
}

/**
 * Returns a page of the listed teams, by name. A search finds parts of words of names, and beginnings of words of
 * public answers.
 */
export async function listDirectory(
  deps: DirectoryDeps,
  principal: Principal,
  { search, filter, answers, top, after, countAll }: DirectoryQuery,
): Promise<DirectoryPage> {
  const { tenantId } = principal;
  const { teamMetadata, teamDirectory } = deps.store.in(tenantId);
  const [listing, questions] = await Promise.all([
    listingFor(deps, principal),
    publicQuestions(deps, tenantId),
  ]);
  const [alsoFound, only] = await Promise.all([
    search === undefined ? [] : teamMetadata.idsMatching(search, publicAnswerIds(questions)),
    answers.length === 0
      ? undefined
      : teamMetadata.idsWhere(
          answers.map((clause) => ({ ...clause, templateIds: templatesWith(questions, clause.answerId) })),
        ),
  ]);
  const selection = { search, alsoFound, filter, ...(only && { only }) };
  const [page, total] = await Promise.all([
    teamDirectory.list(listing, { ...selection, order: 'displayName asc', top, after }),
    countAll ? teamDirectory.count(listing, selection) : undefined,
  ]);
  const teams = await describeTeams(deps, principal, page.teams, questions);
  return { teams, ...(page.next && { next: page.next }), count: total ?? teams.length };
}

/** Returns the team if the directory lists it. */
export async function findListed(
  { store }: DirectoryDeps,
  tenantId: string,
  listing: Listing,
  teamId: string,
): Promise<ListedTeam | undefined> {
  const query = { only: [teamId], order: 'displayName asc', top: 1 } as const;
  return (await store.in(tenantId).teamDirectory.list(listing, query)).teams[0];
}

/** @throws NotFound, the same for a team that is not listed and for one that does not exist */
export async function getDirectoryTeam(
  deps: DirectoryDeps,
  principal: Principal,
  { teamId }: { teamId: string },
): Promise<DirectoryTeam> {
  const { tenantId } = principal;
  const team = await findListed(deps, tenantId, await listingFor(deps, principal), teamId);
  if (team === undefined) throw hidden('team', teamId);
  const [described] = await describeTeams(deps, principal, [team], await publicQuestions(deps, tenantId));
  if (described === undefined) throw hidden('team', teamId);
  return described;
}
