import type { Deps } from '../../engine/deps.ts';
import type { JobRecord } from '../../engine/jobs/model.ts';
import type { Principal, RequestContext } from '../../engine/principal.ts';
import { authoriseTeamAct } from './authorise.ts';
import { enqueueTeamJob, type TeamJobInput } from './team-jobs.ts';

/**
 * Queues the archiving of a team. `siteReadOnly` makes its site read-only for members.
 * @throws NotFound, Forbidden, TeamArchived when it is archived already
 */
export async function archiveTeam(
  deps: Deps,
  principal: Principal,
  context: RequestContext,
  { teamId, siteReadOnly }: { teamId: string; siteReadOnly: boolean },
): Promise<JobRecord> {
  const { suiteTeam } = await authoriseTeamAct(deps, principal, teamId, 'archive');
  const { id, displayName } = suiteTeam.team;
  const input: TeamJobInput = { type: 'TeamArchive', team: { id, displayName }, siteReadOnly };
  return deps.store.transaction(principal.tenantId, (unit) =>
    enqueueTeamJob(unit, principal, context, input, deps.clock.now()),
  );
}
