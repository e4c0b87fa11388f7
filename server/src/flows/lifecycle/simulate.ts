import type { Deps } from '../../engine/deps.ts';
import type { Principal } from '../../engine/principal.ts';
import { mustManageLifecycle } from './access.ts';
import { type CapSettings, capFor, countsAgainstCap, inTurn, LifecyclePlan, type PlanDeps } from './plan.ts';
import {
  countsOf,
  outcomeOf,
  type Planned,
  type RunCounts,
  type RunTeam,
  reportOn,
  type ShownDecision,
  showDecision,
} from './runs.ts';

interface SimulateDeps extends PlanDeps, Pick<Deps, 'clock'> {
  settings: { lifecycleCap: CapSettings };
}

/**
 * Predicts a run at `at` from the present data, without changing anything. Returns the predicted reports in the
 * run's order, and with scope `all` the unaffected teams with their next steps.
 * @param at default: now
 * @param scope `due` (default), or `all` to include unaffected governed teams
 * @throws Forbidden
 */
export async function simulateLifecycle(
  deps: SimulateDeps,
  principal: Principal,
  { at = deps.clock.now(), scope = 'due' }: { at?: Date | undefined; scope?: 'due' | 'all' | undefined } = {},
) {
  mustManageLifecycle(principal);
  const { tenantId } = principal;
  const governedTeams = await deps.store.in(tenantId).lifecycles.countGoverned();
  const cap = capFor(deps.settings.lifecycleCap, governedTeams);
  const plan = await LifecyclePlan.begin(deps, tenantId, at);
  const teams: RunTeam[] = [];
  const others: ShownDecision[] = [];
  const actions: Planned[] = [];
  for await (const page of plan.pages(scope === 'all' ? 'governed' : 'concerned')) {
    for (const planned of page) {
      const outcome = outcomeOf(planned.decision);
      if (planned.decision.kind === 'expire') actions.push(planned);
      else if (outcome !== undefined) teams.push(reportOn(planned, outcome));
      else if (scope === 'all') others.push(showDecision(planned));
    }
  }
  let acted = 0;
  for (const planned of inTurn(actions)) {
    const isLeft = countsAgainstCap(planned) && acted >= cap;
    if (countsAgainstCap(planned) && !isLeft) acted += 1;
    teams.push(reportOn(planned, isLeft ? 'left' : (outcomeOf(planned.decision) as RunTeam['outcome'])));
  }
  const counts: Partial<RunCounts> = {};
  for (const { outcome } of teams) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return { atDateTime: at.toISOString(), governedTeams, cap, counts: countsOf(counts), teams, others };
}

export type Simulation = Awaited<ReturnType<typeof simulateLifecycle>>;
