/** Events about channels that violate a policy (docs/specification.md, sections 11 and 12). */
import Type from 'typebox';
import { CHANNEL_MEMBERSHIP_TYPES } from '../../domain/channels/model.ts';
import { policiesTrail } from '../../domain/policies/policy-records.ts';
import { Named, teamSubject } from '../../domain/teams/events.ts';
import { defineEvent } from '../../engine/events/define-event.ts';
import { DateTime, OneOf, Open } from '../../kernel/schema.ts';
import { END_REASONS } from './model.ts';

const About = {
  team: Named,
  channel: Open({
    id: Type.String(),
    displayName: Type.String(),
    membershipType: OneOf(CHANNEL_MEMBERSHIP_TYPES),
  }),
  policy: Open({ id: Type.String(), name: Type.String() }),
};

interface Subject {
  channel: { id: string; displayName: string; membershipType: string };
  policy: { id: string; name: string };
}

const common = { category: 'Lifecycle', subject: teamSubject.subject, trail: policiesTrail } as const;

const record = {
  ...teamSubject.record,
  channelId: ({ channel }: Subject) => channel.id,
  channelName: ({ channel }: Subject) => channel.displayName,
  membershipType: ({ channel }: Subject) => channel.membershipType,
  policyId: ({ policy }: Subject) => policy.id,
  policyName: ({ policy }: Subject) => policy.name,
};

const deleteDateTime = Type.Optional({
  ...DateTime,
  description: 'Time at which Charter deletes the channel; absent when it does not',
});

const found = {
  ...common,
  payload: { ...About, deleteDateTime },
  record: {
    ...record,
    deleteDateTime: ({ deleteDateTime: at }: { deleteDateTime?: string }) => at,
  },
};

export const channelViolationFound = defineEvent({
  ...found,
  code: 'channel_violation_found',
  description: 'A channel that was created outside Charter violates a policy.',
});

export const channelViolationUpdated = defineEvent({
  ...found,
  code: 'channel_violation_updated',
  description: 'The deletion of a channel that violates a policy was scheduled, postponed or cancelled.',
});

export const channelViolationEnded = defineEvent({
  ...common,
  code: 'channel_violation_ended',
  description: 'A channel does not violate a policy any more, or an administrator allowed it.',
  payload: {
    ...About,
    reason: OneOf(END_REASONS, {
      description:
        '`allowed`: by an administrator. `complies`: the policy or the channel has changed. `switchedOff`: no policy in force applies any more. `gone`: others deleted the channel',
    }),
  },
  record: { ...record, reason: ({ reason }) => reason },
});
