import { notFound } from '../../kernel/errors.ts';
import type { Principal } from '../principal.ts';
import type { Suite } from '../suite.ts';
import type { SuiteTeam } from './model.ts';

/**
 * A team of the caller's tenant. The operation's roles decide alone (contract 4 names no object rule).
 * @throws NotFound
 */
export async function getTeam(
  deps: { suite: Suite },
  principal: Principal,
  input: { teamId: string },
): Promise<SuiteTeam> {
  const team = await deps.suite.teams.find(principal.tenantId, input.teamId);
  if (team === undefined) throw notFound('team', input.teamId);
  return team;
}
