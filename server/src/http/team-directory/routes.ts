/** Routes of the directory of teams, with their schemas. */
import Type, { type Static } from 'typebox';
import { MEMBER_ROLES, TeamVisibility } from '../../domain/teams/fields.ts';
import type { TeamFilterClause } from '../../domain/teams/model.ts';
import { REQUEST_LIMITS } from '../../flows/provisioning/request.ts';
import { findSimilarTeams } from '../../flows/team-directory/find-similar.ts';
import {
  type DirectoryTeam as Described,
  type DirectoryQuery,
  getDirectoryTeam,
  listDirectory,
} from '../../flows/team-directory/read-directory.ts';
import { say } from '../../kernel/messages.ts';
import { asText, readCursor } from '../cursors.ts';
import { type FilterLanguage, parseFilter } from '../filter.ts';
import { noticesOf } from '../notices.ts';
import { COUNT_OPTION, PAGE_OPTIONS, readTop } from '../paging.ts';
import { route } from '../route.ts';
import { Closed, Collection, DateTime, Model, Omissible, OneOf, Resource, Uuid } from '../schema.ts';
import { readSearch } from '../search.ts';
import { ShownAnswer } from '../shown-answer.ts';
import { answerClause, METADATA, METADATA_FIELD } from '../teams/query.ts';
import { TeamParams } from '../teams/schemas.ts';

const SEARCHED = say('search.namesAndAnswers', 'the name and the public answers');

const fields = {
  id: Type.String(),
  displayName: Type.String(),
  description: Type.Optional(Type.String()),
  visibility: TeamVisibility,
  owners: Type.Array(Closed({ id: Type.String(), displayName: Type.String() }), {
    description: 'At most ten owners with open accounts; none of a team with hidden membership',
  }),
  answers: Type.Array(ShownAnswer, { description: 'Answers to the public questions of its template' }),
  role: Type.Optional(OneOf(MEMBER_ROLES, { description: 'The role of the caller, who is in the team' })),
  joinRequest: Type.Optional(
    Closed({ id: Uuid, expiresDateTime: DateTime }, { description: 'The caller’s pending request to join' }),
  ),
};

const DirectoryTeam = Resource('DirectoryTeam', fields);
const DirectoryTeams = Collection('DirectoryTeams', DirectoryTeam);

type Field = 'visibility' | `metadata/${string}`;

const FILTER: FilterLanguage<Field> = {
  subject: 'The directory',
  supported: say(
    'filter.supported.directory',
    'Supported are eq over visibility, and eq, ge, gt, le, lt and in over metadata/<id>, joined by and.',
  ),
  fields: { visibility: { type: 'string', operators: ['eq'] } } as FilterLanguage<Field>['fields'],
  open: METADATA_FIELD,
};

const Query = Closed({
  ...PAGE_OPTIONS,
  $search: Type.Optional(
    Type.String({
      description: 'Parts of words in the name, or beginnings of words in the public answers',
      examples: ['harbour tun'],
    }),
  ),
  $filter: Type.Optional(
    Type.String({
      description:
        '`eq` over `visibility`; `eq`, `ge`, `gt`, `le`, `lt` and `in` over `metadata/<id>`, the answer to a public question; joined by `and`',
      examples: ["metadata/client eq 'Contoso'"],
    }),
  ),
  ...COUNT_OPTION,
});

function readQuery({ $top, $skiptoken, $search, $filter, $count }: Static<typeof Query>): DirectoryQuery {
  const clauses = $filter === undefined ? [] : parseFilter($filter, FILTER);
  const isAnswer = ({ field }: { field: string }): boolean => field.startsWith(METADATA);
  return {
    top: readTop($top),
    after: readCursor($skiptoken, asText, asText),
    search: readSearch($search, SEARCHED),
    countAll: $count ?? false,
    answers: clauses.filter(isAnswer).map(answerClause),
    filter: clauses.filter((clause) => !isAnswer(clause)) as TeamFilterClause[],
  };
}

export const getDirectoryTeamsRoute = route(
  {
    summary: 'List the directory of teams',
    errors: [502],
    querystring: Query,
    collection: DirectoryTeams,
    description:
      'The teams that people can find without being members, by name, with description, owners and public answers. Policies of the kind `directory` decide which teams are listed. Without such a policy, public teams are listed, and guests find none.',
  },
  async (deps, { principal, query }) => {
    const { teams, next, count } = await listDirectory(deps, principal, readQuery(query));
    return { items: teams, next, count, notices: await noticesOf(deps, principal) };
  },
);

export const getDirectoryTeamRoute = route(
  {
    summary: 'Get a team of the directory',
    errors: [502],
    params: TeamParams,
    response: DirectoryTeam,
    context: 'directory/teams/$entity',
    description: 'A team that is not listed causes the same 404 as a missing one.',
  },
  (deps, { principal, params }): Promise<Described> => getDirectoryTeam(deps, principal, params),
);

const SimilarTeamsDraft = Model('SimilarTeamsDraft', {
  template: Omissible(Closed({ id: Type.String({ minLength: 1, maxLength: 200 }) })),
  team: Closed({ name: Type.String({ maxLength: REQUEST_LIMITS.name }) }),
  metadata: Omissible(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'The answers so far, by the ids of the questions',
    }),
  ),
});

const SimilarTeams = Resource('SimilarTeams', {
  value: Type.Array(
    Model('SimilarTeam', {
      ...fields,
      isNameSimilar: Type.Boolean({ description: 'Whether the names are similar' }),
      sameAnswers: Type.Array(Type.String(), {
        description:
          'Titles of the public questions to which both teams, and few others, have the same answer',
      }),
    }),
    { description: 'At most three, the most similar first' },
  ),
});

export const findSimilarTeamsRoute = route(
  {
    summary: 'Find teams that are similar to a requested one',
    errors: [502],
    body: SimilarTeamsDraft,
    response: SimilarTeams,
    context: 'directory/similarTeams',
    description:
      'Finds, for a form that is not yet complete, listed teams and teams of the caller with a similar name or the same public answers. Creates nothing.',
  },
  async (deps, { principal, body: { template, team, metadata } }) => ({
    value: await findSimilarTeams(deps, principal, {
      template: { id: template?.id ?? '' },
      team,
      metadata: metadata ?? {},
    }),
  }),
);
