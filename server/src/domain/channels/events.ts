/**
 * Events of channels and tabs (docs/specification.md, section 11). A personal webhook receives those of a private or
 * shared channel only while its creator is one of the channel's members.
 */
import Type from 'typebox';
import { defineRecords } from '../../engine/audit/define-record.ts';
import { OF_ACTOR } from '../../engine/audit/personal-texts.ts';
import { defineEvent } from '../../engine/events/define-event.ts';
import { OneOf, Open } from '../../kernel/schema.ts';
import { Named, teamSubject, teamsTrail } from '../teams/events.ts';
import { CHANNEL_MEMBERSHIP_TYPES } from './model.ts';

const MembershipType = OneOf(CHANNEL_MEMBERSHIP_TYPES);
const channelFields = { id: Type.String(), displayName: Type.String() };

interface OfChannel {
  channel: { id: string; displayName: string };
}
const ofChannel = {
  channelId: ({ channel }: OfChannel) => channel.id,
  channelName: ({ channel }: OfChannel) => channel.displayName,
};

export const teamChannelCreated = defineEvent({
  code: 'team_channel_created',
  category: 'Teams',
  description: 'A channel was created.',
  payload: { team: Named, channel: Open({ ...channelFields, membershipType: MembershipType }) },
  subject: teamSubject.subject,
  trail: teamsTrail,
  record: { ...teamSubject.record, ...ofChannel, membershipType: ({ channel }) => channel.membershipType },
});

export const teamChannelDeleted = defineEvent({
  code: 'team_channel_deleted',
  category: 'Teams',
  description: 'A channel was deleted with its tabs.',
  payload: { team: Named, channel: Open({ ...channelFields, membershipType: MembershipType }) },
  recipients: 'audience',
  subject: teamSubject.subject,
  trail: teamsTrail,
  record: { ...teamSubject.record, ...ofChannel, membershipType: ({ channel }) => channel.membershipType },
  unpublished: ['reason', 'policyId', 'policyName'],
});

export const teamChannelUpdated = defineEvent({
  code: 'team_channel_updated',
  category: 'Teams',
  description: 'The name or the description of a channel was changed.',
  payload: {
    team: Named,
    channel: Open({ ...channelFields, membershipType: MembershipType }),
    changes: Open(
      {
        displayName: Type.Optional(Type.String()),
        description: Type.Optional(Type.String({ description: 'Empty when it was removed' })),
      },
      { description: 'What has another value now' },
    ),
  },
  subject: teamSubject.subject,
  trail: teamsTrail,
  record: { ...teamSubject.record, ...ofChannel, changes: ({ changes }) => changes },
});

/** Fields shared by the definitions of the events about the archiving of a channel. */
const ofArchiving = {
  category: 'Teams',
  payload: { team: Named, channel: Open({ ...channelFields, membershipType: MembershipType }) },
  subject: teamSubject.subject,
  trail: teamsTrail,
  record: {
    ...teamSubject.record,
    ...ofChannel,
    membershipType: ({ channel }: { channel: { membershipType: string } }) => channel.membershipType,
  },
};

export const teamChannelArchived = defineEvent({
  ...ofArchiving,
  code: 'team_channel_archived',
  description: 'A channel was archived.',
});

export const teamChannelUnarchived = defineEvent({
  ...ofArchiving,
  code: 'team_channel_unarchived',
  description: 'An archived channel was unarchived.',
});

/** Defines an audit record of a job that archives or unarchives a channel. */
const ofJob = defineRecords<OfChannel & { id: string; team: { id: string; displayName: string } }>(
  teamsTrail,
  {
    target: ({ channel: { id, displayName } }) => ({ type: 'channel', id, displayName }),
    fields: { jobId: ({ id }) => id, ...teamSubject.record, ...ofChannel },
    people: { errorMessage: OF_ACTOR },
  },
);
const FAILURE = ['errorCode', 'errorMessage', 'errorStep'] as const;

export const channelArchiveRequested = ofJob('team_channel_archive_requested', ['siteReadOnly']);
export const channelArchiveSkipped = ofJob('team_channel_archive_skipped');
export const channelArchiveFailed = ofJob('team_channel_archive_failed', FAILURE, 'failure');
export const channelArchiveCancelled = ofJob('team_channel_archive_cancelled', ['remove']);
export const channelArchiveRetried = ofJob('team_channel_archive_retried', ['errorStep']);
export const channelUnarchiveRequested = ofJob('team_channel_unarchive_requested', ['siteReadOnly']);
export const channelUnarchiveSkipped = ofJob('team_channel_unarchive_skipped');
export const channelUnarchiveFailed = ofJob('team_channel_unarchive_failed', FAILURE, 'failure');
export const channelUnarchiveCancelled = ofJob('team_channel_unarchive_cancelled', ['remove']);
export const channelUnarchiveRetried = ofJob('team_channel_unarchive_retried', ['errorStep']);

/** Fields shared by the definitions of the events about a tab. */
const ofTab = {
  category: 'Teams',
  payload: {
    team: Named,
    channel: Open({ ...channelFields, membershipType: Type.Optional(MembershipType) }),
    tab: Open({ id: Type.String(), displayName: Type.String(), teamsApp: Open({ id: Type.String() }) }),
  },
  subject: teamSubject.subject,
  trail: teamsTrail,
  record: {
    ...teamSubject.record,
    ...ofChannel,
    tabId: ({ tab }: OfTab) => tab.id,
    tabName: ({ tab }: OfTab) => tab.displayName,
  },
};

interface OfTab {
  tab: { id: string; displayName: string };
}

export const teamChannelTabCreated = defineEvent({
  ...ofTab,
  code: 'team_channel_tab_created',
  description: 'A tab was created in a channel.',
});

export const teamChannelTabDeleted = defineEvent({
  ...ofTab,
  code: 'team_channel_tab_deleted',
  description: 'A tab was deleted from a channel.',
});
