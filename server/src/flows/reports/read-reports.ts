/** Reports about all teams, guests and requests, for those who may read all teams. */
import {
  type AnswersOfTeamsDeps,
  answersOfTeams,
  questionsOfTemplates,
} from '../../domain/answers/answers-of-teams.ts';
import type { ShownAnswer } from '../../domain/answers/model.ts';
import type { SuiteContents } from '../../domain/contents/suite.ts';
import {
  assertReadsAllTeams,
  type DescribedTeam,
  type ListTeamsDeps,
  type ListTeamsInput,
  type ListTeamsResult,
  listTeams,
} from '../../domain/teams/list-teams.ts';
import type { JobCondition } from '../../engine/jobs/ports.ts';
import type { Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import { type Page, toPage } from '../../kernel/page.ts';
import type { AnswerCount, GuestDomain, ReportPosition, ReportQuery, TeamPeople } from './ports.ts';

type StoreDeps = { store: Pick<Store, 'in'> };

/** A team of the inventory. */
export interface ReportedTeam extends DescribedTeam, Omit<TeamPeople, 'teamId'> {
  /** The answers to the questions that the template has now, with the names of people and groups. */
  answers: readonly ShownAnswer[];
  /** Bytes of its files; null when the suite does not know them. */
  storageBytes: number | null;
}

/**
 * Returns a page of the inventory of teams: the list of all teams, with their owners, guests, answers and storage.
 * @throws Forbidden
 */
export async function reportTeams(
  deps: ListTeamsDeps & AnswersOfTeamsDeps & { suite: { contents: Pick<SuiteContents, 'usage'> } },
  principal: Principal,
  input: ListTeamsInput,
): Promise<Omit<ListTeamsResult, 'teams'> & { teams: ReportedTeam[] }> {
  const { tenantId } = principal;
  const page = await listTeams(deps, principal, input);
  const ids = page.teams.map(({ id }) => id);
  const [people, usage, answers] = await Promise.all([
    deps.store.in(tenantId).reports.peopleOf(ids),
    deps.suite.contents.usage(tenantId, ids),
    questionsOfTemplates(deps, tenantId).then((questions) => answersOfTeams(deps, tenantId, questions, ids)),
  ]);
  const peopleOf = new Map(people.map((each) => [each.teamId, each]));
  const bytesOf = new Map(usage.map(({ teamId, bytes }) => [teamId, bytes]));
  const teams = page.teams.map((team) => {
    const { owners = [], guestCount = 0 } = peopleOf.get(team.id) ?? {};
    return {
      ...team,
      owners,
      guestCount,
      answers: answers.get(team.id) ?? [],
      storageBytes: bytesOf.get(team.id) ?? null,
    };
  });
  return { ...page, teams };
}

/**
 * Returns a page of the mail domains of guests, the most frequent first.
 * @param search part of the domain
 * @throws Forbidden
 */
export async function reportGuests(
  { store }: StoreDeps,
  principal: Principal,
  { search, top, after }: ReportQuery & { search: string | undefined },
): Promise<Page<GuestDomain, ReportPosition>> {
  assertReadsAllTeams(principal);
  const { reports } = store.in(principal.tenantId);
  const found = await reports.guestDomains({ search: search?.toLowerCase(), top, after });
  return toPage(found, top, ({ domain, guestCount }) => [guestCount, domain ?? ''] as const);
}

/**
 * Returns a page of the answers to a question of templates, with the requests that gave them, the most frequent first.
 * @throws Forbidden
 */
export async function reportRequests(
  { store }: StoreDeps,
  principal: Principal,
  { questionId, top, ...query }: ReportQuery & { questionId: string; conditions: readonly JobCondition[] },
): Promise<Page<AnswerCount, ReportPosition>> {
  assertReadsAllTeams(principal);
  const found = await store.in(principal.tenantId).reports.answersTo(questionId, { ...query, top });
  return toPage(found, top, ({ answer, requestCount }) => [requestCount, answer ?? ''] as const);
}
