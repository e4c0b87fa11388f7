/** Archives and unarchives teams in jobs. The commands authorise the caller. */

import type { Deps } from '../../engine/deps.ts';
import { defineJob } from '../../engine/jobs/define-job.ts';
import type { JobRecord } from '../../engine/jobs/model.ts';
import type { ActingPrincipal, Principal, RequestContext } from '../../engine/principal.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import { say } from '../../kernel/messages.ts';
import { authoriseTeamAction } from './access.ts';
import {
  type ArchivingKind,
  type ArchivingRequest,
  archivingJob,
  enqueueArchiving,
} from './archiving-job.ts';
import {
  teamArchiveCancelled,
  teamArchived,
  teamArchiveFailed,
  teamArchiveRequested,
  teamArchiveRetried,
  teamArchiveSkipped,
  teamUnarchiveCancelled,
  teamUnarchived,
  teamUnarchiveFailed,
  teamUnarchiveRequested,
  teamUnarchiveRetried,
  teamUnarchiveSkipped,
} from './events.ts';

export type TeamJobType = 'TeamArchive' | 'TeamUnarchive';

export interface TeamJobInput {
  type: TeamJobType;
  team: { id: string; displayName: string };
  /** Makes the team's site read-only for members while the team is archived. */
  siteReadOnly?: boolean;
}

const KINDS: Record<TeamJobType, ArchivingKind<ArchivingRequest>> = {
  TeamArchive: {
    type: 'TeamArchive',
    step: 'archiveTeam',
    name: say('steps.archiveTeam', 'Archive the team'),
    change: (suite, tenantId, { team, shouldSetSpoSiteReadOnlyForMembers: siteReadOnly = false }) =>
      suite.teams.archive(tenantId, team.id, { siteReadOnly }),
    changed: ({ shouldSetSpoSiteReadOnlyForMembers: siteReadOnly }) =>
      siteReadOnly
        ? say('teams.archivedWithSite', 'Archived the team and made its site read-only for members.')
        : say('teams.archived', 'Archived the team.'),
    unchanged: say('teams.archivedAlready', 'The team was archived already.'),
    happened: ({ team }) => teamArchived.happened({ target: { type: 'team', ...team }, payload: { team } }),
    records: {
      requested: teamArchiveRequested,
      skipped: teamArchiveSkipped,
      failed: teamArchiveFailed,
      cancelled: teamArchiveCancelled,
      retried: teamArchiveRetried,
    },
  },
  TeamUnarchive: {
    type: 'TeamUnarchive',
    step: 'unarchiveTeam',
    name: say('steps.unarchiveTeam', 'Unarchive the team'),
    change: (suite, tenantId, { team }) => suite.teams.unarchive(tenantId, team.id),
    changed: () => say('teams.unarchived', 'Unarchived the team.'),
    unchanged: say('teams.notArchived', 'The team was not archived.'),
    happened: ({ team }) => teamUnarchived.happened({ target: { type: 'team', ...team }, payload: { team } }),
    records: {
      requested: teamUnarchiveRequested,
      skipped: teamUnarchiveSkipped,
      failed: teamUnarchiveFailed,
      cancelled: teamUnarchiveCancelled,
      retried: teamUnarchiveRetried,
    },
  },
};

/**
 * Writes the job and queues it in the caller's transaction. Returns the job. A repeated call with the same operation id
 * returns the first call's job.
 */
export async function enqueueTeamJob(
  unit: UnitOfWork,
  principal: ActingPrincipal,
  context: RequestContext,
  input: TeamJobInput,
  at: Date,
): Promise<JobRecord> {
  const request = {
    team: input.team,
    ...(input.type === 'TeamArchive' && {
      shouldSetSpoSiteReadOnlyForMembers: input.siteReadOnly ?? false,
    }),
  };
  return enqueueArchiving(unit, principal, context, KINDS[input.type], request, at);
}

export const archiveJob = defineJob(archivingJob(KINDS.TeamArchive));
export const unarchiveJob = defineJob(archivingJob(KINDS.TeamUnarchive));

/**
 * Queues the archiving of a team. `siteReadOnly` makes its site read-only for members.
 * @throws NotFound, Forbidden, TeamArchived when it is already archived
 */
export async function archiveTeam(
  deps: Deps,
  principal: Principal,
  context: RequestContext,
  { teamId, siteReadOnly }: { teamId: string; siteReadOnly: boolean },
): Promise<JobRecord> {
  const { suiteTeam } = await authoriseTeamAction(deps, principal, teamId, 'archive');
  const { id, displayName } = suiteTeam.team;
  const input: TeamJobInput = { type: 'TeamArchive', team: { id, displayName }, siteReadOnly };
  return deps.store.transaction(principal.tenantId, (unit) =>
    enqueueTeamJob(unit, principal, context, input, deps.clock.now()),
  );
}

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
  const { suiteTeam } = await authoriseTeamAction(deps, principal, teamId, 'unarchive');
  const { id, displayName } = suiteTeam.team;
  const input: TeamJobInput = { type: 'TeamUnarchive', team: { id, displayName } };
  return deps.store.transaction(principal.tenantId, (unit) =>
    enqueueTeamJob(unit, principal, context, input, deps.clock.now()),
  );
}
