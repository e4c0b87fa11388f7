/** Routes of the channels that violate policies, with their schemas. */
import Type from 'typebox';
import { CHANNEL_MEMBERSHIP_TYPES } from '../../domain/channels/model.ts';
import { POLICY_MODES } from '../../domain/policies/model.ts';
import { VIOLATION_STATUSES } from '../../flows/channels/model.ts';
import { allowChannel, listChannelViolations } from '../../flows/channels/read-violations.ts';
import { PAGE_OPTIONS, readPage } from '../paging.ts';
import { route } from '../route.ts';
import { Closed, Collection, DateTime, Id, MessageText, OneOf, Resource, Uuid } from '../schema.ts';

const Named = Closed({ id: Type.String(), displayName: Type.String() });

const ChannelViolation = Resource('ChannelViolation', {
  id: Uuid,
  team: Named,
  channel: Closed({
    id: Type.String(),
    displayName: Type.String(),
    membershipType: OneOf(CHANNEL_MEMBERSHIP_TYPES),
  }),
  policy: Closed({ id: Uuid, name: Type.String() }),
  mode: OneOf(POLICY_MODES, { description: 'The mode of the policy' }),
  status: OneOf(VIOLATION_STATUSES, { description: 'docs/channels.md explains each' }),
  reason: MessageText({ description: 'Why the channel violates the policy' }),
  foundDateTime: DateTime,
  deleteDateTime: Type.Optional({
    ...DateTime,
    description: 'Time at which Charter deletes the channel; absent when it does not',
  }),
});
const ChannelViolations = Collection('ChannelViolations', ChannelViolation);

export const getChannelViolationsRoute = route(
  {
    summary: 'List the channels that violate policies',
    errors: [404, 502],
    querystring: Closed({
      status: Type.Optional(OneOf(VIOLATION_STATUSES)),
      teamId: Type.Optional(
        Type.String({ minLength: 1, maxLength: 200, description: 'Channels of this team' }),
      ),
      ...PAGE_OPTIONS,
    }),
    collection: ChannelViolations,
    description:
      'Channels that were created outside Charter and violate a policy for channels, newest first: those in all teams for administrators, else those in the teams that the caller owns.',
  },
  (deps, { principal, query }) =>
    listChannelViolations(deps, principal, {
      ...readPage(query),
      status: query.status,
      teamId: query.teamId,
    }),
);

export const allowChannelRoute = route(
  {
    summary: 'Allow a channel that violates a policy',
    errors: [409],
    params: Closed({ violationId: Id('The violation’s id') }),
    response: ChannelViolation,
    context: 'channelViolations/$entity',
    description:
      'For administrators. Charter does not delete the channel, and does not find it again. Once the deletion has begun, the response is 409 `Conflict`.',
  },
  (deps, { principal, context, params }) => allowChannel(deps, principal, context, params),
);
