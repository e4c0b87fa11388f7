import Type from 'typebox';
import { reportGuests, reportRequests, reportTeams } from '../../flows/reports/read-reports.ts';
import { asNumber, asText, readCursor } from '../cursors.ts';
import { readJobConditions } from '../jobs/routes.ts';
import { JOB_FILTER_OPTION } from '../jobs/schemas.ts';
import { noticesOf } from '../notices.ts';
import { PAGE_OPTIONS, readTop } from '../paging.ts';
import { route } from '../route.ts';
import { Closed, Collection, Id, Model } from '../schema.ts';
import { readSearch, SEARCHED_DOMAINS } from '../search.ts';
import { ShownAnswer } from '../shown-answer.ts';
import { readTeamsQuery, TeamsQuery } from '../teams/query.ts';
import { teamSummaryFields } from '../teams/schemas.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });

const TeamReport = Collection(
  'TeamReport',
  Model('ReportedTeam', {
    ...teamSummaryFields,
    owners: Type.Array(Closed({ id: Type.String(), displayName: Type.String() }), {
      description: 'By name, including owners with disabled accounts',
    }),
    guestCount: count('Guests in the team'),
    answers: Type.Array(ShownAnswer, {
      description: 'The answers to the questions that the template has now; `metadata` has all of the team',
    }),
    storageBytes: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Bytes of its files; absent when they are unknown' }),
    ),
  }),
);

const GuestReport = Collection(
  'GuestReport',
  Model('GuestDomain', {
    domain: Type.Optional(
      Type.String({
        description: 'Mail domain, in lower case; absent for guests whose domain is unknown',
        examples: ['contoso.example'],
      }),
    ),
    guestCount: count('Guests of the directory from this domain'),
    teamCount: count('Teams with a guest from this domain'),
  }),
);

const RequestReport = Collection(
  'RequestReport',
  Model('AnswerCount', {
    answer: Type.Optional(
      Type.String({ description: 'At most 200 characters; absent for requests without an answer' }),
    ),
    displayName: Type.Optional(
      Type.String({ description: 'The person or group that the answer identifies' }),
    ),
    requestCount: count('Requests with this answer'),
    completed: count('Those whose team was created'),
    failed: count('Those whose work failed'),
    rejected: count('Those that were rejected, or expired'),
    withdrawn: count('Those that were withdrawn or cancelled'),
    open: count('Those that have not ended'),
  }),
);

/** Maximum of the count in a position: the largest value of PostgreSQL's type integer. */
const MAX_COUNTED = 2 ** 31 - 1;

/** Reads the size and the position of a page. @throws InvalidRequest at `$skiptoken` */
const readReportPage = ({ $top, $skiptoken }: { $top?: number; $skiptoken?: string }) => ({
  top: readTop($top),
  after: readCursor($skiptoken, asNumber(MAX_COUNTED), asText),
});

export const getTeamReportRoute = route(
  {
    summary: 'Report all teams',
    errors: [502],
    querystring: TeamsQuery,
    collection: TeamReport,
    description:
      'The list of getTeams, with the owners, the number of guests, the answers as texts, and the storage of each team. `$filter=ownerCount eq 0` reports the teams without owners.',
  },
  async (deps, { principal, query }) => {
    const { teams, next, count: total } = await reportTeams(deps, principal, readTeamsQuery(query));
    return { items: teams, next, count: total, notices: await noticesOf(deps, principal) };
  },
);

export const getGuestReportRoute = route(
  {
    summary: 'Report guests by mail domain',
    querystring: Closed({
      $search: Type.Optional(Type.String({ description: 'Part of the domain', examples: ['contoso'] })),
      ...PAGE_OPTIONS,
    }),
    collection: GuestReport,
    description:
      'The domain with the most guests first. getTeams lists the teams of a domain with the filter `guestDomain`.',
  },
  (deps, { principal, query }) =>
    reportGuests(deps, principal, {
      search: readSearch(query.$search, SEARCHED_DOMAINS),
      ...readReportPage(query),
    }),
);

export const getRequestReportRoute = route(
  {
    summary: 'Report requests by answer',
    params: Closed({ questionId: Id('Id of a question of templates') }),
    querystring: Closed({
      ...JOB_FILTER_OPTION,
      ...PAGE_OPTIONS,
    }),
    collection: RequestReport,
    description:
      'The answers to a question, the most frequent first, with the outcomes of the requests. A request with several answers counts for each. getTeams lists the teams with an answer with the filter `metadata/<id>`.',
  },
  (deps, { principal, params, query }) =>
    reportRequests(deps, principal, {
      ...params,
      conditions: readJobConditions(query.$filter),
      ...readReportPage(query),
    }),
);
