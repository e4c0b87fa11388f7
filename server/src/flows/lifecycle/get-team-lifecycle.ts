import { authoriseTeamAct } from '../../domain/teams/authorise.ts';
import type { Team } from '../../domain/teams/model.ts';
import type { Deps } from '../../engine/deps.ts';
import type { Principal } from '../../engine/principal.ts';
import type { LifecycleState } from './model.ts';
import { LifecyclePlan, type PlanDeps } from './plan.ts';
import { outcomeOf, type Planned, showDecision } from './runs.ts';

/** `none`: the team has no lifecycle. `archived`: runs ignore it. */
function stateOf(planned: Planned | undefined, isArchived: boolean): LifecycleState | 'none' | 'archived' {
  if (isArchived) return 'archived';
  if (planned?.situation.rules === undefined) return 'none';
  return planned.situation.record?.state ?? 'active';
}

/** Describes the team's lifecycle in API responses; times are RFC 3339 UTC. The caller must authorise first. */
export async function readTeamLifecycle(
  deps: PlanDeps & Deps,
  tenantId: string,
  { id, displayName, isArchived }: Team,
) {
  const plan = await LifecyclePlan.begin(deps, tenantId, deps.clock.now());
  const planned = await plan.lookAgain(id);
  const record = planned?.situation.record;
  const shown = planned && showDecision(planned);
  return {
    team: { id, displayName },
    state: stateOf(planned, isArchived),
    reason: shown?.reason ?? 'switched_off',
    nextRun: (planned && outcomeOf(planned.decision)) ?? null,
    rules: shown?.rules ?? null,
    lastActivityDateTime: shown?.lastActivityDateTime ?? null,
    renewedDateTime: record?.renewedAt?.toISOString() ?? null,
    askedDateTime: shown?.askedDateTime ?? null,
    expiresDateTime: record?.expiresAt?.toISOString() ?? null,
    action: record?.action ?? null,
    nextStep: shown?.nextStep ?? null,
    nextDateTime: shown?.nextDateTime ?? null,
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
