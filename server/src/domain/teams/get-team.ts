import type { Principal } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import { notFound } from '../../kernel/errors.ts';
import { assertTeamAct } from './access.ts';
import { authoriseTeamAct } from './authorise.ts';
import type { SuiteTeam } from './model.ts';

/**
 * Finds the team for an act that only tenant-wide roles permit, so the caller's role in the team is not read.
 * @throws NotFound, Forbidden, TeamArchived
 */
export async function findTeam(
  { suite }: { suite: Suite },
  principal: Principal,
  teamId: string,
  act: 'get' | 'update',
): Promise<SuiteTeam> {
  const suiteTeam = await suite.teams.find(principal.tenantId, teamId);
  if (suiteTeam === undefined) throw notFound('team', teamId);
  assertTeamAct(act, principal, { suiteTeam, role: undefined }, teamId);
  return suiteTeam;
}

/** Returns a team of the caller's tenant. @throws NotFound, Forbidden */
export const getTeam = (
  deps: { suite: Suite },
  principal: Principal,
  { teamId }: { teamId: string },
): Promise<SuiteTeam> => findTeam(deps, principal, teamId, 'get');

/** Returns a team that the caller owns. @throws NotFound, Forbidden */
export async function getOwnTeam(
  deps: { suite: Suite },
  principal: Principal,
  { teamId }: { teamId: string },
): Promise<SuiteTeam> {
  return (await authoriseTeamAct(deps, principal, teamId, 'getOwn')).suiteTeam;
}
