import { authoriseTeamAct } from '../../domain/teams/authorise.ts';
import type { Team } from '../../domain/teams/model.ts';
import type { Deps } from '../../engine/deps.ts';
import type { Principal } from '../../engine/principal.ts';
import { decide, type Situation } from './decide.ts';
import type { LifecycleState } from './model.ts';
import { LifecyclePlan, type PlanDeps } from './plan.ts';
import { outcomeOf, showDecision } from './runs.ts';

/** `none`: the team has no lifecycle. `archived`: runs ignore it. */
function stateOf({ rules, record }: Situation, isArchived: boolean): LifecycleState | 'none' | 'archived' {
  if (isArchived) return 'archived';
  return rules === undefined ? 'none' : (record?.state ?? 'active');
}

const UNGOVERNED: Situation = { rules: undefined, team: 'unknown', record: undefined };

/** Describes the team's lifecycle in API responses; times are RFC 3339 UTC. The caller must authorise first. */
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
  const { suiteTeam } = await authoriseTeamAct(deps, principal, teamId, 'readLifecycle');
  return readTeamLifecycle(deps, principal.tenantId, suiteTeam.team);
}
