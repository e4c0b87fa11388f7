/** Archives and unarchives channels in jobs. */

import type { Deps } from '../../engine/deps.ts';
import { defineJob } from '../../engine/jobs/define-job.ts';
import type { JobRecord } from '../../engine/jobs/model.ts';
import type { Principal, RequestContext } from '../../engine/principal.ts';
import { say } from '../../kernel/messages.ts';
import {
  type ArchivingKind,
  type ArchivingRequest,
  archivingJob,
  enqueueArchiving,
} from '../teams/archiving-job.ts';
import { authoriseChannelAction, judgeArchiveChannel, judgeUnarchiveChannel } from './access.ts';
import {
  channelArchiveCancelled,
  channelArchiveFailed,
  channelArchiveRequested,
  channelArchiveRetried,
  channelArchiveSkipped,
  channelUnarchiveCancelled,
  channelUnarchiveFailed,
  channelUnarchiveRequested,
  channelUnarchiveRetried,
  channelUnarchiveSkipped,
  teamChannelArchived,
  teamChannelUnarchived,
} from './events.ts';
import type { TeamChannel } from './model.ts';
import type { ChannelAccess } from './suite.ts';
import { primaryChannelProtected } from './suite-rules.ts';

interface ChannelArchivingRequest extends ArchivingRequest {
  channel: Pick<TeamChannel, 'id' | 'displayName' | 'membershipType'>;
}

const targetOf = ({ channel: { id, displayName } }: ChannelArchivingRequest) => ({
  type: 'channel',
  id,
  displayName,
});

const ARCHIVE: ArchivingKind<ChannelArchivingRequest> = {
  type: 'ChannelArchive',
  step: 'archiveChannel',
  name: say('steps.archiveChannel', 'Archive the channel'),
  change: (suite, tenantId, { team, channel, shouldSetSpoSiteReadOnlyForMembers: siteReadOnly = false }) =>
    suite.channels.archive(tenantId, team.id, channel.id, { siteReadOnly }),
  changed: ({ shouldSetSpoSiteReadOnlyForMembers: siteReadOnly }) =>
    siteReadOnly
      ? say('channels.archivedWithSite', 'Archived the channel and made its site read-only for members.')
      : say('channels.archived', 'Archived the channel.'),
  unchanged: say('channels.archivedAlready', 'The channel was archived already.'),
  happened: (request) =>
    teamChannelArchived.happened({
      target: targetOf(request),
      payload: { team: request.team, channel: request.channel },
    }),
  records: {
    requested: channelArchiveRequested,
    skipped: channelArchiveSkipped,
    failed: channelArchiveFailed,
    cancelled: channelArchiveCancelled,
    retried: channelArchiveRetried,
  },
};

const UNARCHIVE: ArchivingKind<ChannelArchivingRequest> = {
  type: 'ChannelUnarchive',
  step: 'unarchiveChannel',
  name: say('steps.unarchiveChannel', 'Unarchive the channel'),
  change: (suite, tenantId, { team, channel }) => suite.channels.unarchive(tenantId, team.id, channel.id),
  changed: () => say('channels.unarchived', 'Unarchived the channel.'),
  unchanged: say('channels.notArchived', 'The channel was not archived.'),
  happened: (request) =>
    teamChannelUnarchived.happened({
      target: targetOf(request),
      payload: { team: request.team, channel: request.channel },
    }),
  records: {
    requested: channelUnarchiveRequested,
    skipped: channelUnarchiveSkipped,
    failed: channelUnarchiveFailed,
    cancelled: channelUnarchiveCancelled,
    retried: channelUnarchiveRetried,
  },
};

export const archiveChannelJob = defineJob(archivingJob(ARCHIVE));
export const unarchiveChannelJob = defineJob(archivingJob(UNARCHIVE));

function requestFor({ suiteTeam, channel }: ChannelAccess): ChannelArchivingRequest {
  const { id: teamId, displayName: teamName } = suiteTeam.team;
  const { id, displayName, membershipType } = channel;
  return { team: { id: teamId, displayName: teamName }, channel: { id, displayName, membershipType } };
}

const enqueue = (
  deps: Deps,
  principal: Principal,
  context: RequestContext,
  kind: ArchivingKind<ChannelArchivingRequest>,
  request: ChannelArchivingRequest,
): Promise<JobRecord> =>
  deps.store.transaction(principal.tenantId, (unit) =>
    enqueueArchiving(unit, principal, context, kind, request, deps.clock.now()),
  );

/**
 * Queues the archiving of a channel. `siteReadOnly` makes its site read-only for members.
 * @throws NotFound, Forbidden, TeamArchived; Conflict for an archived channel and for the primary one
 */
export async function archiveChannel(
  deps: Deps,
  principal: Principal,
  context: RequestContext,
  { siteReadOnly, ...ids }: { teamId: string; channelId: string; siteReadOnly: boolean },
): Promise<JobRecord> {
  const access = await authoriseChannelAction(
    deps,
    principal,
    ids,
    judgeArchiveChannel,
    say('channels.mayNotArchive', 'You may not archive this channel. Ask one of its owners.'),
  );
  const request = requestFor(access);
  const primary = await deps.suite.channels.primary(principal.tenantId, request.team.id);
  if (primary.id === request.channel.id) throw primaryChannelProtected('archive');
  return enqueue(deps, principal, context, ARCHIVE, {
    ...request,
    shouldSetSpoSiteReadOnlyForMembers: siteReadOnly,
  });
}

/**
 * Queues the unarchiving of a channel. For a channel that is not archived, the job completes without a change.
 * @throws NotFound, Forbidden, TeamArchived
 */
export async function unarchiveChannel(
  deps: Deps,
  principal: Principal,
  context: RequestContext,
  ids: { teamId: string; channelId: string },
): Promise<JobRecord> {
  const access = await authoriseChannelAction(
    deps,
    principal,
    ids,
    judgeUnarchiveChannel,
    say('channels.mayNotUnarchive', 'You may not unarchive this channel. Ask one of its owners.'),
  );
  return enqueue(deps, principal, context, UNARCHIVE, requestFor(access));
}
