/**
 * Events of channels and tabs (docs/specification.md, section 11). A personal webhook receives those of a private or
 * shared channel only while its creator is one of the channel's members.
 */
import Type from 'typebox';
import { defineEvent } from '../../engine/events/define-event.ts';
import { OneOf, Open } from '../../kernel/schema.ts';
import { Named, ofTeam, teamsTrail } from '../teams/events.ts';

const MembershipType = OneOf(['standard', 'private', 'shared']);
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
  subject: ofTeam.subject,
  trail: teamsTrail,
  record: { ...ofTeam.record, ...ofChannel, membershipType: ({ channel }) => channel.membershipType },
});

export const teamChannelTabCreated = defineEvent({
  code: 'team_channel_tab_created',
  category: 'Teams',
  description: 'A tab was created in a channel.',
  payload: {
    team: Named,
    channel: Open({ ...channelFields, membershipType: Type.Optional(MembershipType) }),
    tab: Open({ id: Type.String(), displayName: Type.String(), teamsApp: Open({ id: Type.String() }) }),
  },
  subject: ofTeam.subject,
  trail: teamsTrail,
  record: {
    ...ofTeam.record,
    ...ofChannel,
    tabId: ({ tab }) => tab.id,
    tabName: ({ tab }) => tab.displayName,
  },
});
