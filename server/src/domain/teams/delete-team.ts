import type { Deps } from '../../engine/deps.ts';
import { perform, type SuiteOperation } from '../../engine/intents/perform.ts';
import type { Principal, RequestContext } from '../../engine/principal.ts';
import { authoriseTeamAction } from './access.ts';
import { teamAbandonedRecord, teamDeleted } from './events.ts';
import { ownerIdsOf } from './model.ts';

interface DeleteTeam {
  teamId: string;
  displayName: string;
  /** Ids of the owners: they can't be listed after the deletion. Intents of earlier releases lack them. */
  owners?: readonly string[];
}

export const deleteTeamOperation: SuiteOperation<DeleteTeam, void> = {
  name: 'delete-team',
  abandoned: teamAbandonedRecord(({ teamId }) => teamId),
  execute: (suite, { teamId }, { tenantId }) => suite.teams.delete(tenantId, teamId),
  event: ({ teamId, displayName, owners = [] }) =>
    teamDeleted.happened({
      target: { type: 'team', id: teamId, displayName },
      payload: { team: { id: teamId, displayName } },
      audience: owners,
    }),
  // Even a first attempt may repeat another call's deletion, because deleting a missing team succeeds. The deletion may
  // be old, because team ids are never reused.
  sameChangeSince: () => new Date(0),
};

export async function listOwnerIds(
  { suite }: Pick<Deps, 'suite'>,
  tenantId: string,
  teamId: string,
): Promise<string[]> {
  const members = await suite.teams.listMembers(tenantId, teamId);
  return ownerIdsOf(members);
}

/**
 * Deletes a team, archived or not.
 * @throws NotFound, also for a second deletion; Forbidden
 */
export async function deleteTeam(
  deps: Deps,
  principal: Principal,
  context: RequestContext,
  input: { teamId: string },
): Promise<void> {
  const { suiteTeam } = await authoriseTeamAction(deps, principal, input.teamId, 'delete');
  const { id, displayName } = suiteTeam.team;
  const owners = await listOwnerIds(deps, principal.tenantId, id);
  await perform(deps, principal, context, deleteTeamOperation, { teamId: id, displayName, owners });
}
