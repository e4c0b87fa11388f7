import type { Principal } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import { notFound } from '../../kernel/errors.ts';
import { assertTeamAct } from './access.ts';
import type { SuiteTeam } from './model.ts';

/**
 * Returns a team of the caller's tenant. Only tenant-wide roles decide, so the caller's role in the team is not read.
 * @throws NotFound, Forbidden
 */
export async function getTeam(
  deps: { suite: Suite },
  principal: Principal,
  input: { teamId: string },
): Promise<SuiteTeam> {
  const team = await deps.suite.teams.find(principal.tenantId, input.teamId);
  if (team === undefined) throw notFound('team', input.teamId);
  assertTeamAct('get', principal, { suiteTeam: team, role: undefined }, input.teamId);
  return team;
}
