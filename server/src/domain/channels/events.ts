/**
 * Events of channels and tabs (docs/specification.md, section 11). A personal webhook receives those of a private or
 * shared channel only while its creator is one of the channel's members.
 */
import Type from 'typebox';
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
