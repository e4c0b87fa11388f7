/** Routes of requests to join teams, with their schemas. */
import Type, { type Static } from 'typebox';
import { admitPeople } from '../../domain/guests/admit-people.ts';
import { checkNewOwners } from '../../domain/policies/check-team.ts';
import { askToJoin } from '../../flows/team-directory/ask-to-join.ts';
import {
  acceptJoinRequest,
  declineJoinRequest,
  withdrawJoinRequest,
} from '../../flows/team-directory/decide-request.ts';
import {
  JOIN_REQUEST_LIMITS,
  JOIN_REQUEST_STATUSES,
  WITHDRAWAL_REASONS,
} from '../../flows/team-directory/model.ts';
import { listJoinRequests, listMyJoinRequests } from '../../flows/team-directory/read-requests.ts';
import { PAGE_OPTIONS, readPage } from '../paging.ts';
import { StayFields } from '../people.ts';
import { route } from '../route.ts';
import {
  Closed,
  Collection,
  DateTime,
  Flag,
  Id,
  Model,
  Nullable,
  Omissible,
  OneOf,
  Resource,
  Uuid,
  withoutNulls,
} from '../schema.ts';
import { TeamParams } from '../teams/schemas.ts';

const Named = Closed({ id: Type.String(), displayName: Type.String() });

const JoinRequest = Resource('JoinRequest', {
  id: Uuid,
  team: Closed(
    { id: Type.String(), displayName: Type.String() },
    { description: 'With the name that the team had when the person asked' },
  ),
  person: Closed({
    id: Type.String(),
    displayName: Type.String(),
    mail: Type.Optional(Type.String()),
    userType: Type.Optional(
      OneOf(['Member', 'Guest'], {
        description: 'A guest may need an end date or a sponsor. Absent for a person who left',
      }),
    ),
  }),
  status: OneOf(JOIN_REQUEST_STATUSES, { description: 'docs/team-directory.md explains each' }),
  reason: Type.Optional(OneOf(WITHDRAWAL_REASONS, { description: 'Of a withdrawn request' })),
  message: Type.Optional(Type.String({ description: 'From the person to the owners' })),
  answer: Type.Optional(Type.String({ description: 'From the decider to the person' })),
  decidedBy: Type.Optional(Named),
  createdDateTime: DateTime,
  expiresDateTime: DateTime,
  resolvedDateTime: Type.Optional(DateTime),
});
const JoinRequests = Collection('JoinRequests', JoinRequest);

const Message = (description: string) =>
  Omissible(Type.String({ maxLength: JOIN_REQUEST_LIMITS.message, description }));

const JoinRequestPayload = Model('JoinRequestPayload', { message: Message('To the owners of the team') });
const JoinRequestAcceptance = Model('JoinRequestAcceptance', {
  message: Message('To the person'),
  ...StayFields,
});
const JoinRequestRejection = Model('JoinRequestRejection', { message: Message('To the person') });

const RequestParams = Closed({ requestId: Id('The request’s id') });

const messageOf = (body: { message?: string | null | undefined } | null | undefined) => ({
  message: body?.message ?? undefined,
});

const stayOf = (body: Static<typeof JoinRequestAcceptance> | null | undefined) => {
  const { endDateTime, sponsor } = withoutNulls(body ?? {});
  return { endDateTime, sponsor: sponsor && { id: sponsor.id } };
};

export const createJoinRequestRoute = route(
  {
    summary: 'Ask to join a team',
    errors: [409, 502],
    params: TeamParams,
    body: Nullable(JoinRequestPayload),
    bodyOptional: true,
    response: JoinRequest,
    context: 'joinRequests/$entity',
    description:
      'For a team that the directory lists for the caller; any other is a 404. Its owners decide, or administrators. Returns the pending request of a person who has asked before. A member of the team, a person whose request was declined in the last seven days, and one with 50 pending requests are a 409 `Conflict`.',
  },
  (deps, { principal, context, params, body }) =>
    askToJoin(deps, principal, context, { ...params, ...messageOf(body) }),
);

const Query = {
  status: Type.Optional(OneOf(JOIN_REQUEST_STATUSES)),
  teamId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Only requests to this team' }),
  ),
  ...PAGE_OPTIONS,
};

export const getJoinRequestsRoute = route(
  {
    summary: 'List the requests to join teams',
    querystring: Closed({
      ...Query,
      owned: Flag('Whether administrators see only requests to join teams that they own'),
    }),
    collection: JoinRequests,
    description: 'Requests to join teams that the caller owns, or all for administrators; newest first.',
  },
  (deps, { principal, query }) =>
    listJoinRequests(deps, principal, {
      isOwned: query.owned ?? false,
      status: query.status,
      teamId: query.teamId,
      ...readPage(query),
    }),
);

export const getMyJoinRequestsRoute = route(
  {
    summary: 'List the calling user’s requests to join teams',
    querystring: Closed(Query),
    collection: JoinRequests,
    description: 'Newest first.',
  },
  (deps, { principal, query }) =>
    listMyJoinRequests(deps, principal, {
      status: query.status,
      teamId: query.teamId,
      ...readPage(query),
    }),
);

export const acceptJoinRequestRoute = route(
  {
    summary: 'Accept a request to join a team',
    errors: [409, 502],
    params: RequestParams,
    body: Nullable(JoinRequestAcceptance),
    bodyOptional: true,
    response: JoinRequest,
    context: 'joinRequests/$entity',
    description:
      'For owners of the team and administrators. Adds the person as addTeamMember does, with the same policies. The request stays pending when the addition is rejected. One that is over is a 409 `Conflict`.',
  },
  (deps, { principal, context, params, body }) =>
    acceptJoinRequest({ ...deps, admitPeople, checkNewOwners }, principal, context, {
      ...params,
      ...messageOf(body),
      ...stayOf(body),
    }),
);

export const declineJoinRequestRoute = route(
  {
    summary: 'Decline a request to join a team',
    errors: [409, 502],
    params: RequestParams,
    body: Nullable(JoinRequestRejection),
    bodyOptional: true,
    response: JoinRequest,
    context: 'joinRequests/$entity',
    description:
      'For owners of the team and administrators. A request that is over, and one that somebody is accepting, are a 409 `Conflict`.',
  },
  (deps, { principal, context, params, body }) =>
    declineJoinRequest(deps, principal, context, { ...params, ...messageOf(body) }),
);

export const withdrawJoinRequestRoute = route(
  {
    summary: 'Withdraw a request to join a team',
    errors: [409],
    params: RequestParams,
    response: JoinRequest,
    context: 'joinRequests/$entity',
    description: 'For the person who asked. A request that is over is a 409 `Conflict`.',
  },
  (deps, { principal, context, params }) => withdrawJoinRequest(deps, principal, context, params),
);
