/** Routes of the searches for owners of teams and of the requests to people, with their schemas. */
import Type from 'typebox';
import { POLICY_MODES } from '../../domain/policies/model.ts';
import { answerOwnerRequest } from '../../flows/owners/answer-request.ts';
import { REQUEST_SOURCES, REQUEST_STATUSES, SEARCH_STATES } from '../../flows/owners/model.ts';
import { getTeamOwnership, listOwnerRequests, listOwnerSearches } from '../../flows/owners/read-owners.ts';
import { PAGE_OPTIONS, readPage, suiteIdOf } from '../paging.ts';
import { route } from '../route.ts';
import { Closed, Collection, DateTime, Id, Model, OneOf, Resource, Uuid } from '../schema.ts';
import { TeamParams } from '../teams/schemas.ts';

const Named = Closed({ id: Type.String(), displayName: Type.String() });

const requestFields = {
  id: Uuid,
  person: Named,
  source: OneOf(REQUEST_SOURCES, { description: 'How the search found the person' }),
  status: OneOf(REQUEST_STATUSES, { description: 'docs/owners.md explains each' }),
  createdDateTime: DateTime,
  expiresDateTime: Type.Optional(DateTime),
  resolvedDateTime: Type.Optional(DateTime),
};

const OwnerRequest = Resource('OwnerRequest', { ...requestFields, team: Named });
const OwnerRequests = Collection('OwnerRequests', OwnerRequest);

const searchFields = {
  state: OneOf(SEARCH_STATES, { description: 'docs/owners.md explains each' }),
  ownerCount: Type.Integer({ description: 'Number of owners when the search began' }),
  limit: Type.Integer({ description: 'The minimum or maximum number of owners in the policy' }),
  policy: Closed({ id: Uuid }),
  startedDateTime: DateTime,
  nextDateTime: Type.Optional(DateTime),
  requests: Type.Array(Model('OwnerRequestOfSearch', requestFields)),
};

const OwnerSearches = Collection(
  'OwnerSearches',
  Model('OwnerSearchOfTeam', { team: Named, ...searchFields }),
);

const TeamOwnership = Resource('TeamOwnership', {
  team: Named,
  ownerCount: Type.Integer({ description: 'Number of owners' }),
  ableOwnerCount: Type.Integer({
    description: 'Owners who can act: in the directory, with an open account, and no guests',
  }),
  rules: Type.Optional(
    Closed(
      {
        policy: Named,
        mode: OneOf(POLICY_MODES),
        minimumOwners: Type.Integer(),
        maximumOwners: Type.Optional(Type.Integer()),
      },
      { description: 'Absent when no policy of the kind `owners` applies' },
    ),
  ),
  search: Type.Optional(Model('OwnerSearch', searchFields, { description: 'Absent when the owners comply' })),
});

const RequestParams = Closed({ requestId: Id('The request’s id') });

export const getOwnerRequestsRoute = route(
  {
    summary: 'List the requests to own a team',
    querystring: Closed({ status: Type.Optional(OneOf(REQUEST_STATUSES)), ...PAGE_OPTIONS }),
    collection: OwnerRequests,
    description: 'The requests to the calling person, newest first.',
  },
  (deps, { principal, query }) =>
    listOwnerRequests(deps, principal, { status: query.status, ...readPage(query) }),
);

export const acceptOwnerRequestRoute = route(
  {
    summary: 'Accept to own a team',
    errors: [409],
    params: RequestParams,
    response: OwnerRequest,
    context: 'ownerRequests/$entity',
    description:
      'For the person who is asked. A worker then makes the person an owner, within a minute. Rejected with 409 `Conflict` when the request is over.',
  },
  (deps, { principal, context, params }) =>
    answerOwnerRequest(deps, principal, context, { ...params, answer: 'accepted' }),
);

export const declineOwnerRequestRoute = route(
  {
    summary: 'Decline to own a team',
    errors: [409],
    params: RequestParams,
    response: OwnerRequest,
    context: 'ownerRequests/$entity',
    description:
      'For the person who is asked. The search then asks somebody else, and never appoints a person who declined. Rejected with 409 `Conflict` when the request is over.',
  },
  (deps, { principal, context, params }) =>
    answerOwnerRequest(deps, principal, context, { ...params, answer: 'declined' }),
);

export const getOwnerSearchesRoute = route(
  {
    summary: 'List the searches for owners',
    errors: [502],
    querystring: Closed({ state: Type.Optional(OneOf(SEARCH_STATES)), ...PAGE_OPTIONS }),
    collection: OwnerSearches,
    description: 'Teams whose number of owners violates their policy, by id.',
  },
  (deps, { principal, query }) =>
    listOwnerSearches(deps, principal, { state: query.state, ...readPage(query, suiteIdOf) }),
);

export const getTeamOwnershipRoute = route(
  {
    summary: 'Get the owners that a team needs',
    errors: [502],
    params: TeamParams,
    response: TeamOwnership,
    description:
      'For owners of the team and administrators: numbers, the policy, and the search for further owners.',
  },
  (deps, { principal, params }) => getTeamOwnership(deps, principal, params),
);
