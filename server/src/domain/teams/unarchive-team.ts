import type { Deps } from '../../engine/deps.ts';
import type { JobRecord } from '../../engine/jobs/model.ts';
import type { Principal, RequestContext } from '../../engine/principal.ts';
import { authoriseTeamAct } from './authorise.ts';
import { enqueueTeamJob, type TeamJobInput } from './team-jobs.ts';

/**
 * Queues the unarchiving of a team. For a team that is not archived, the job completes without a change.
 * @throws NotFound, Forbidden
 */
export async function unarchiveTeam(
  deps: Deps,
  principal: Principal,
  context: RequestContext,
  { teamId }: { teamId: string },
): Promise<JobRecord> {
  const { suiteTeam } = await authoriseTeamAct(deps, principal, teamId, 'unarchive');
  const { id, displayName } = suiteTeam.team;
  const input: TeamJobInput = { type: 'TeamUnarchive', team: { id, displayName } };
  return deps.store.transaction(principal.tenantId, (unit) =>
    enqueueTeamJob(unit, principal, context, input, deps.clock.now()),
  );
}
