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

/** A team's lifecycle as the interface shows it; times are RFC 3339 UTC. */
export interface TeamLifecycle {
  team: { id: string; displayName: string };
  /** `none`: the team has no lifecycle. `archived`: it is left alone. */
  state: LifecycleState | 'none' | 'archived';
  /** Why it stays as it is, or what the next run does. */
  reason: string;
  /** What the next run makes of it, as things are now; null: nothing. */
  nextRun: RunTeamOutcome | null;
  rules: LifecycleRules | null;
  lastActivityDateTime: string | null;
  renewedDateTime: string | null;
  askedDateTime: string | null;
  expiresDateTime: string | null;
  /** What was announced for then, or done. */
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

/** How the team stands now. Who calls is authorised before. */
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
 * The lifecycle of a team, for its owners and admin.
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
