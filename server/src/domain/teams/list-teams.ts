import { hasAnyRole, type Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import { forbidden, invalidField } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { TEAM_MANAGER_ROLES } from './access.ts';
import type { AnswerClause, Metadata } from './metadata.ts';
import type {
  ExpiryAction,
  LifecycleCause,
  LifecycleState,
  ListedTeam,
  TeamPagePosition,
  TeamQuery,
  TeamSelection,
} from './model.ts';
import type { EndClause } from './ports.ts';
import { teamEndOf } from './time-limits.ts';

export interface ListTeamsInput extends Omit<TeamQuery, 'memberId' | 'only' | 'except' | 'alsoFound'> {
  /** Only this team. */
  teamId?: string;
  /** Only teams that Charter created from this template. */
  templateId?: string;
  /** True: only governed teams (ports.ts). False: only the others. */
  isGoverned?: boolean;
  /** Only teams whose lifecycle is in this state. */
  lifecycleState?: LifecycleState;
  /** Only teams with guests from this mail domain, in lower case. */
  guestDomain?: string;
  /** Only teams whose end meets every comparison. */
  ends?: readonly EndClause[];
  /** Only teams whose answers meet every comparison. */
  answers?: readonly AnswerClause[];
  /** Whether to count the matches of all pages. */
  countAll: boolean;
}

/** A team in a list, with Charter's own facts about it. */
export interface DescribedTeam extends ListedTeam {
  isGoverned: boolean;
  template: { id: string; name: string | null } | null;
  lifecycleState: LifecycleState | null;
  lifecycleCause: LifecycleCause | null;
  /** Announced end of the grace period, RFC 3339 UTC, and the action that follows. */
  expiresDateTime: string | null;
  expiryAction: ExpiryAction | null;
  /** Time at which the team ends, RFC 3339 UTC; null for a team without an end (time-limits.ts). */
  endDateTime: string | null;
  /** Null for a team without metadata, and for callers who may not read it (access.ts). */
  metadata: Metadata | null;
}

export interface ListTeamsResult {
  teams: DescribedTeam[];
  next?: TeamPagePosition;
  /** Number of teams on all pages when requested, else on this page. */
  count: number;
}

export interface ListTeamsDeps {
  store: Pick<Store, 'in'>;
  suite: Pick<Suite, 'teams'>;
}

type Facts = Pick<
  ListTeamsInput,
  'teamId' | 'templateId' | 'isGoverned' | 'lifecycleState' | 'guestDomain' | 'ends' | 'answers'
>;

/** Returns the ids of the teams to include; undefined to include all. */
async function selectedIds(
  { store }: ListTeamsDeps,
  tenantId: string,
  { teamId, templateId, isGoverned, lifecycleState, guestDomain, ends, answers }: Facts,
): Promise<string[] | undefined> {
  const { teamFacts, teamMetadata } = store.in(tenantId);
  if (isGoverned === false && (templateId !== undefined || lifecycleState !== undefined)) return [];
  const lists = await Promise.all([
    teamId === undefined ? undefined : [teamId],
    templateId === undefined && isGoverned !== true ? undefined : teamFacts.governedIds(templateId),
    lifecycleState && teamFacts.idsInState(lifecycleState),
    guestDomain === undefined ? undefined : teamFacts.idsWithGuestsFrom(guestDomain),
    ends && teamFacts.idsEnding(ends),
    answers && teamMetadata.idsWhere(answers),
  ]);
  const [first, ...others] = lists.filter((ids) => ids !== undefined);
  const sets = others.map((ids) => new Set(ids));
  return first?.filter((id) => sets.every((ids) => ids.has(id)));
}

async function factsOf(
  deps: ListTeamsDeps,
  tenantId: string,
  facts: Facts,
): Promise<Pick<TeamSelection, 'only' | 'except'>> {
  const [only, except] = await Promise.all([
    selectedIds(deps, tenantId, facts),
    facts.isGoverned === false ? deps.store.in(tenantId).teamFacts.governedIds() : undefined,
  ]);
  return { ...(only && { only }), ...(except && { except }) };
}

async function describe(
  { store }: ListTeamsDeps,
  tenantId: string,
  teams: readonly ListedTeam[],
): Promise<DescribedTeam[]> {
  const ids = teams.map(({ id }) => id);
  const { teamFacts, teamMetadata } = store.in(tenantId);
  const [facts, answered, limits] = await Promise.all([
    teamFacts.of(ids),
    teamMetadata.of(ids),
    teamFacts.timeLimits(),
  ]);
  const byTeam = new Map(facts.map((fact) => [fact.teamId, fact]));
  const metadataOf = new Map(answered.map(({ teamId, metadata }) => [teamId, metadata]));
  return teams.map((team) => {
    const fact = byTeam.get(team.id);
    const metadata = metadataOf.get(team.id);
    const limit = limits.get(fact?.templateId ?? '');
    const end = limit && teamEndOf(limit, new Date(team.createdDateTime), metadata);
    // A list of all teams has no roles.
    const isReadable = (team.role ?? 'owner') === 'owner';
    return {
      ...team,
      isGoverned: fact !== undefined,
      template: fact?.templateId == null ? null : { id: fact.templateId, name: fact.templateName },
      lifecycleState: fact?.lifecycleState ?? null,
      lifecycleCause: fact?.lifecycleCause ?? null,
      expiresDateTime: fact?.expiresAt?.toISOString() ?? null,
      expiryAction: fact?.expiryAction ?? null,
      endDateTime: end?.toISOString() ?? null,
      metadata: (isReadable ? metadata : undefined) ?? null,
    };
  });
}

async function list(
  deps: ListTeamsDeps,
  { tenantId }: Principal,
  {
    countAll,
    teamId,
    templateId,
    isGoverned,
    lifecycleState,
    guestDomain,
    ends,
    answers,
    order,
    top,
    after,
    ...selection
  }: ListTeamsInput & TeamSelection,
): Promise<ListTeamsResult> {
  const chosen = {
    ...selection,
    ...(await factsOf(deps, tenantId, {
      ...(teamId !== undefined && { teamId }),
      ...(templateId !== undefined && { templateId }),
      ...(isGoverned !== undefined && { isGoverned }),
      ...(lifecycleState !== undefined && { lifecycleState }),
      ...(guestDomain !== undefined && { guestDomain }),
      ...(ends !== undefined && { ends }),
      ...(answers !== undefined && { answers }),
    })),
  };
  const [page, total] = await Promise.all([
    deps.suite.teams.list(tenantId, { ...chosen, order, top, ...(after !== undefined && { after }) }),
    countAll ? deps.suite.teams.count(tenantId, chosen) : undefined,
  ]);
  const teams = await describe(deps, tenantId, page.teams);
  return { ...page, teams, count: total ?? teams.length };
}

/** @throws Forbidden for callers who may not read all teams of the tenant */
export function assertReadsAllTeams(principal: Principal): void {
  if (!hasAnyRole(principal, TEAM_MANAGER_ROLES)) {
    throw forbidden(
      say('teams.listersOnly', 'Listing all teams needs one of the roles {roles}.', {
        roles: TEAM_MANAGER_ROLES.join(', '),
      }),
    );
  }
}

/**
 * Returns a page of all teams of the tenant.
 * @throws Forbidden
 */
export async function listTeams(
  deps: ListTeamsDeps,
  principal: Principal,
  input: ListTeamsInput,
): Promise<ListTeamsResult> {
  assertReadsAllTeams(principal);
  const { search } = input;
  const alsoFound = search && (await deps.store.in(principal.tenantId).teamMetadata.idsMatching(search));
  return list(deps, principal, { ...input, ...(alsoFound && { alsoFound }) });
}

/**
 * Returns a page of the teams in which the calling user is owner, member or guest, with that role.
 * @throws Forbidden for an app; InvalidRequest at `$filter` for a comparison of answers
 */
export async function listMyTeams(
  deps: ListTeamsDeps,
  principal: Principal,
  input: ListTeamsInput,
): Promise<ListTeamsResult> {
  if (principal.kind !== 'user')
    throw forbidden(say('teams.peopleOnly', 'Only a person has teams of their own. An app lists all teams.'));
  // Members who may not read the answers of their team must not find them out by comparing.
  if (input.answers !== undefined)
    throw invalidField(
      '$filter',
      say('teams.answersOfAll', 'Answers are compared in the list of all teams only. Leave metadata out.'),
      'InvalidFilter',
    );
  return list(deps, principal, { ...input, memberId: principal.id });
}
