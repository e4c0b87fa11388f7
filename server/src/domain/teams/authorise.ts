import type { Principal } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import { notFound } from '../../kernel/errors.ts';
import { assertTeamAct, type TeamAct } from './access.ts';
import type { TeamAccess } from './suite.ts';

/** The directory user that the caller is; none for an app. */
export const userIdOf = (principal: Principal): string | undefined =>
  principal.kind === 'user' ? principal.id : undefined;

/**
 * The team and the caller's part in it, for a policy to judge.
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
 * Lets the caller go on only with what it may do to the team.
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
