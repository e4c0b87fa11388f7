import type { Principal } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import { notFound } from '../../kernel/errors.ts';
import { assertTeamAct, type TeamAct } from './access.ts';
import type { TeamAccess } from './suite.ts';

/** Returns the caller's user id; undefined for an app. */
export const userIdOf = (principal: Principal): string | undefined =>
  principal.kind === 'user' ? principal.id : undefined;

/**
 * Reads the team and the caller's role in it, for an access rule.
 * @throws NotFound
 */
export async function readTeamAccess(
  deps: { suite: Suite },
  principal: Principal,
  teamId: string,
): Promise<TeamAccess> {
  const access = await deps.suite.teams.access(principal.tenantId, teamId, userIdOf(principal));
  if (access === undefined) throw notFound('team', teamId);
  return access;
}

/**
 * Authorises the caller to do `act` to the team.
 * @throws NotFound, Forbidden or TeamArchived
 */
export async function authoriseTeamAct(
  deps: { suite: Suite },
  principal: Principal,
  teamId: string,
  act: TeamAct,
): Promise<TeamAccess> {
  const access = await readTeamAccess(deps, principal, teamId);
  assertTeamAct(act, principal, access, teamId);
  return access;
}
