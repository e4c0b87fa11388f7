import { type PerformDeps, perform, type SuiteOperation } from '../intents/perform.ts';
import type { Principal, RequestContext } from '../principal.ts';
import { authoriseTeamAct } from './authorise.ts';

interface DeleteTeam {
  teamId: string;
  displayName: string;
}

export const deleteTeamOperation: SuiteOperation<DeleteTeam, void> = {
  name: 'delete-team',
  execute: (suite, { teamId }, { tenantId }) => suite.teams.delete(tenantId, teamId),
  event: ({ teamId, displayName }) => ({
    type: 'team_deleted',
    target: { type: 'team', id: teamId, displayName },
    payload: { team: { id: teamId, displayName } },
  }),
};

/**
 * Deletes a team, archived or not.
 * @throws NotFound, also the second time; Forbidden
 */
export async function deleteTeam(
  deps: PerformDeps,
  principal: Principal,
  context: RequestContext,
  input: { teamId: string },
): Promise<void> {
  const { suiteTeam } = await authoriseTeamAct(deps, principal, input.teamId, 'delete');
  const { id, displayName } = suiteTeam.team;
  await perform(deps, principal, context, deleteTeamOperation, { teamId: id, displayName });
}
