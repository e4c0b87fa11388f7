import { authoriseTeamAction } from '../../domain/teams/access.ts';
import type { Team } from '../../domain/teams/model.ts';
import type { Deps } from '../../engine/deps.ts';
import type { Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import { notFound } from '../../kernel/errors.ts';
import { type Page, type PageQuery, toPage } from '../../kernel/page.ts';
import { assertCanManageLifecycle } from './access.ts';
import { decide, type LifecycleSituation } from './decide.ts';
import type { LifecycleState } from './model.ts';
import {
  type CapSettings,
  capFor,
  countsAgainstCap,
  inDueOrder,
  LifecyclePlan,
  type PlanDeps,
} from './plan.ts';
import {
  countsOf,
  describeRun,
  type LifecycleRun,
  type PlannedDecision,
  type RunCounts,
  type RunTeam,
  type RunTeamOutcome,
  reportOn,
  runOutcomeOf,
  type ShownDecision,
  showDecision,
} from './runs.ts';

/** `none`: the team has no lifecycle. `archived`: runs skip it. */
function stateOf(
  { rules, record }: LifecycleSituation,
  isArchived: boolean,
): LifecycleState | 'none' | 'archived' {
  if (isArchived) return 'archived';
  return rules === undefined ? 'none' : (record?.state ?? 'active');
}

const UNGOVERNED: LifecycleSituation = { rules: undefined, team: 'unknown', record: undefined };

/** Describes the team's lifecycle in API responses; times are RFC 3339 UTC. The caller has authorised the read. */
export async function readTeamLifecycle(
  deps: PlanDeps & Deps,
  tenantId: string,
  { id, displayName, isArchived }: Team,
) {
  const at = deps.clock.now();
  const plan = await LifecyclePlan.begin(deps, tenantId, at);
  const found = await plan.lookAgain(id);
  const planned = found ?? { teamId: id, situation: UNGOVERNED, decision: decide(UNGOVERNED, at) };
  const { record } = planned.situation;
  const shown = showDecision(planned);
  return {
    team: { id, displayName },
    state: stateOf(planned.situation, isArchived),
    reason: shown.reason,
    cause: shown.cause,
    nextRun: runOutcomeOf(planned.decision) ?? null,
    rules: shown.rules,
    lastActivityDateTime: shown.lastActivityDateTime,
    renewedDateTime: record?.renewedAt?.toISOString() ?? null,
    askedDateTime: shown.askedDateTime,
    expiresDateTime: record?.expiresAt?.toISOString() ?? null,
    action: record?.action ?? null,
    nextStep: shown.nextStep,
    nextDateTime: shown.nextDateTime,
  };
}

export type TeamLifecycle = Awaited<ReturnType<typeof readTeamLifecycle>>;

/**
 * Returns a team's lifecycle to its owners and administrators.
 * @throws NotFound, Forbidden
 */
export async function getTeamLifecycle(
  deps: PlanDeps & Deps,
  principal: Principal,
  { teamId }: { teamId: string },
): Promise<TeamLifecycle> {
  const { suiteTeam } = await authoriseTeamAction(deps, principal, teamId, 'readLifecycle');
  return readTeamLifecycle(deps, principal.tenantId, suiteTeam.team);
}

/**
 * Returns a page of the tenant's runs, newest first.
 * @throws Forbidden
 */
export async function listLifecycleRuns(
  { store }: { store: Store },
  principal: Principal,
  { top, after }: PageQuery,
): Promise<Page<LifecycleRun>> {
  assertCanManageLifecycle(principal);
  const found = await store.in(principal.tenantId).lifecycleRuns.list({ top, after });
  return toPage(found.map(describeRun), top, ({ id }) => id);
}

/** @throws Forbidden, NotFound */
export async function getLifecycleRun(
  { store }: { store: Store },
  principal: Principal,
  { runId }: { runId: string },
): Promise<LifecycleRun> {
  assertCanManageLifecycle(principal);
  const run = await store.in(principal.tenantId).lifecycleRuns.find(runId);
  if (run === undefined) throw notFound('lifecycle run', runId);
  return describeRun(run);
}

/**
 * Returns a page of a run's reports on teams, ordered by team id.
 * @throws Forbidden, NotFound
 */
export async function listLifecycleRunTeams(
  { store }: { store: Store },
  principal: Principal,
  { runId, top, after, outcome }: PageQuery & { runId: string; outcome: RunTeamOutcome | undefined },
): Promise<Page<RunTeam>> {
  await getLifecycleRun({ store }, principal, { runId });
  const found = await store.in(principal.tenantId).lifecycleRuns.listTeams(runId, { top, after, outcome });
  return toPage(found, top, ({ teamId }) => teamId);
}

interface SimulateDeps extends PlanDeps, Pick<Deps, 'clock'> {
  settings: { lifecycleCap: CapSettings };
}

/**
 * Predicts a run at `at` from the current data, without changing anything. Returns the predicted reports in the order
 * of a run, and with scope `all` also the unaffected teams with their next steps.
 * @param at default: now
 * @param scope `due` (default), or `all` to include unaffected governed teams
 * @throws Forbidden
 */
export async function simulateLifecycle(
  deps: SimulateDeps,
  principal: Principal,
  { at = deps.clock.now(), scope = 'due' }: { at?: Date | undefined; scope?: 'due' | 'all' | undefined } = {},
) {
  assertCanManageLifecycle(principal);
  const { tenantId } = principal;
  const governedTeams = await deps.store.in(tenantId).lifecycles.countGoverned();
  const cap = capFor(deps.settings.lifecycleCap, governedTeams);
  const plan = await LifecyclePlan.begin(deps, tenantId, at);
  const teams: RunTeam[] = [];
  const others: ShownDecision[] = [];
  const actions: PlannedDecision[] = [];
  for await (const page of plan.pages(scope === 'all' ? 'governed' : 'concerned')) {
    for (const planned of page) {
      const outcome = runOutcomeOf(planned.decision);
      if (planned.decision.kind === 'expire') actions.push(planned);
      else if (outcome !== undefined) teams.push(reportOn(planned, outcome));
      else if (scope === 'all') others.push(showDecision(planned));
    }
  }
  let acted = 0;
  for (const planned of inDueOrder(actions)) {
    const isLeft = countsAgainstCap(planned) && acted >= cap;
    if (countsAgainstCap(planned) && !isLeft) acted += 1;
    teams.push(reportOn(planned, isLeft ? 'left' : (runOutcomeOf(planned.decision) as RunTeam['outcome'])));
  }
  const counts: Partial<RunCounts> = {};
  for (const { outcome } of teams) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return { atDateTime: at.toISOString(), governedTeams, cap, counts: countsOf(counts), teams, others };
}

export type Simulation = Awaited<ReturnType<typeof simulateLifecycle>>;
