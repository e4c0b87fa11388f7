import type { JobRecord } from '../../engine/jobs/model.ts';
import type { Principal, RequestContext } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import type { Clock } from '../../kernel/clock.ts';
import { authoriseTeamAct } from './authorise.ts';
import { enqueueTeamJob, type TeamJobInput } from './team-jobs.ts';

export interface TeamJobDeps {
  store: Store;
  suite: Suite;
  clock: Clock;
}

export interface ArchiveTeamInput {
  teamId: string;
  /** Makes the team's site read-only for members. */
  siteReadOnly: boolean;
}

/**
 * Queues the archiving of a team.
 * @throws NotFound, Forbidden, TeamArchived when it is archived already
 */
export async function archiveTeam(
  deps: TeamJobDeps,
  principal: Principal,
  context: RequestContext,
  { teamId, siteReadOnly }: ArchiveTeamInput,
): Promise<JobRecord> {
  const { suiteTeam } = await authoriseTeamAct(deps, principal, teamId, 'archive');
  const { id, displayName } = suiteTeam.team;
  const input: TeamJobInput = { type: 'TeamArchive', team: { id, displayName }, siteReadOnly };
  return deps.store.transaction(principal.tenantId, (unit) =>
    enqueueTeamJob(unit, principal, context, input, deps.clock.now()),
  );
}
