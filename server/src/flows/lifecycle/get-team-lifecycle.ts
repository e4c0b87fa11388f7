import { authoriseTeamAct } from '../../domain/teams/authorise.ts';
import type { Team } from '../../domain/teams/model.ts';
import type { Principal } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { NextStep } from './decide.ts';
import type { LifecycleAction, LifecycleRules, LifecycleState } from './model.ts';
import { LifecyclePlan, type PlanDeps } from './plan.ts';
import { outcomeOf, type Planned, type RunTeamOutcome, showDecision } from './runs.ts';

export interface TeamLifecycleDeps extends PlanDeps {
  suite: Suite;
  clock: Clock;
}

/** A team's lifecycle in API responses; times are RFC 3339 UTC. */
export interface TeamLifecycle {
  team: { id: string; displayName: string };
  /** `none`: the team has no lifecycle. `archived`: runs ignore it. */
  state: LifecycleState | 'none' | 'archived';
  /** Reason of the next decision. */
  reason: string;
  /** Predicted outcome in the next run; null: no change. */
  nextRun: RunTeamOutcome | null;
  rules: LifecycleRules | null;
  lastActivityDateTime: string | null;
  renewedDateTime: string | null;
  askedDateTime: string | null;
  expiresDateTime: string | null;
  /** The announced or performed action. */
  action: LifecycleAction | null;
  nextStep: NextStep['step'] | null;
  nextDateTime: string | null;
}

const NOTHING = {
  reason: 'switched_off',
  nextRun: null,
  rules: null,
  lastActivityDateTime: null,
  renewedDateTime: null,
  askedDateTime: null,
  expiresDateTime: null,
  action: null,
  nextStep: null,
  nextDateTime: null,
} as const;

function stateOf({ situation: { rules, record } }: Planned, isArchived: boolean): TeamLifecycle['state'] {
  if (isArchived) return 'archived';
  if (rules === undefined) return 'none';
  return record?.state ?? 'active';
}

/** Returns the team's present lifecycle. The caller must authorise first. */
export async function readTeamLifecycle(
  deps: TeamLifecycleDeps,
  tenantId: string,
  { id, displayName, isArchived }: Team,
): Promise<TeamLifecycle> {
  const plan = await LifecyclePlan.begin(deps, tenantId, deps.clock.now());
  const planned = await plan.lookAgain(id);
  const team = { id, displayName };
  if (planned === undefined) return { team, state: isArchived ? 'archived' : 'none', ...NOTHING };
  const { record } = planned.situation;
  const shown = showDecision(planned);
  return {
    team,
    state: stateOf(planned, isArchived),
    reason: shown.reason,
    nextRun: outcomeOf(planned.decision) ?? null,
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

/**
 * Returns a team's lifecycle to its owners and administrators.
 * @throws NotFound, Forbidden
 */
export async function getTeamLifecycle(
  deps: TeamLifecycleDeps,
  principal: Principal,
  { teamId }: { teamId: string },
): Promise<TeamLifecycle> {
  const { suiteTeam } = await authoriseTeamAct(deps, principal, teamId, 'readLifecycle');
  return readTeamLifecycle(deps, principal.tenantId, suiteTeam.team);
}
