/** Reads the query options of the lists of teams and members (docs/specification.md, section 14). */
import Type, { type Static } from 'typebox';
import type { ListTeamsInput } from '../../domain/teams/list-teams.ts';
import type { AnswerClause } from '../../domain/teams/metadata.ts';
import {
  LIFECYCLE_STATES,
  type LifecycleState,
  TEAM_ORDERS,
  type TeamFilterClause,
} from '../../domain/teams/model.ts';
import type { EndClause } from '../../domain/teams/ports.ts';
import type { ListTeamMembersInput } from '../../domain/teams/read-team.ts';
import { invalidField } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { asText, readCursor } from '../cursors.ts';
import { type FilterClause, type FilterField, type FilterLanguage, parseFilter } from '../filter.ts';
import { COUNT_OPTION, PAGE_OPTIONS, readTop } from '../paging.ts';
import { Closed, OneOf } from '../schema.ts';
import { readSearch, SEARCHED_NAMES, SEARCHED_NAMES_AND_ADDRESSES } from '../search.ts';
import type { TeamMembersQuery } from './schemas.ts';

const FLAG: FilterField = { type: 'flag', operators: ['eq'] };
const EXACT: FilterField = { type: 'string', operators: ['eq'] };
const COMPARED = ['eq', 'ge', 'gt', 'le', 'lt'] as const;
export const METADATA = 'metadata/';
const NUMBER: FilterField = { type: 'integer', operators: COMPARED };

/** The answers of teams in a filter. */
export const METADATA_FIELD = { prefix: METADATA, type: 'any', operators: [...COMPARED, 'in'] } as const;

type Field =
  | TeamFilterClause['field']
  | `metadata/${string}`
  | 'id'
  | 'template/id'
  | 'isGoverned'
  | 'lifecycleState'
  | 'guestDomain'
  | 'endDateTime';

const TEAM_FILTER: FilterLanguage<Field> = {
  subject: 'Teams',
  supported: say(
    'filter.supported.teams',
    'Supported are eq over id, isArchived, visibility, sensitivityLabelId, template/id, isGoverned, lifecycleState and guestDomain, eq, ge, gt, le, lt over ownerCount, memberCount, lastActivityDateTime and endDateTime, and these and in over metadata/<id>, joined by and.',
  ),
  fields: {
    isArchived: FLAG,
    isGoverned: FLAG,
    visibility: EXACT,
    sensitivityLabelId: { ...EXACT, nullable: true },
    id: EXACT,
    'template/id': EXACT,
    lifecycleState: EXACT,
    guestDomain: EXACT,
    ownerCount: NUMBER,
    memberCount: NUMBER,
    lastActivityDateTime: { type: 'time', operators: COMPARED },
    endDateTime: { type: 'time', operators: COMPARED },
  },
  open: METADATA_FIELD,
};

export const TeamsQuery = Closed({
  ...PAGE_OPTIONS,
  $search: Type.Optional(
    Type.String({
      description:
        'Parts of words in the name, or in the list of all teams beginnings of words in the answers',
      examples: ['harbour tun'],
    }),
  ),
  $filter: Type.Optional(
    Type.String({
      description:
        '`eq` over `id`, `isArchived`, `visibility`, `sensitivityLabelId`, `template/id`, `isGoverned` (Charter created the team, or it has a policy), `lifecycleState` and `guestDomain` (the mail domain of a guest); `eq`, `ge`, `gt`, `le`, `lt` over `ownerCount`, `memberCount`, `lastActivityDateTime` and `endDateTime` (the end of the team); these and `in` over `metadata/<id>`, the answer to a question; joined by `and`',
      examples: ['isArchived eq false and ownerCount lt 2 and lastActivityDateTime lt 2026-09-01'],
    }),
  ),
  $orderby: Type.Optional(OneOf(TEAM_ORDERS, { description: '`displayName asc` by default' })),
  ...COUNT_OPTION,
});

/** @throws InvalidRequest that names the option and its valid values */
export function readTeamsQuery(query: Static<typeof TeamsQuery>): ListTeamsInput {
  const { $top, $skiptoken, $search, $filter, $orderby = 'displayName asc', $count } = query;
  return {
    top: readTop($top),
    order: $orderby,
    countAll: $count ?? false,
    after: readCursor($skiptoken, $orderby.startsWith('displayName') ? asText : asMicroseconds, asText),
    search: readSearch($search, SEARCHED_NAMES),
    ...($filter !== undefined && readFilter($filter)),
  };
}

type Facts = Pick<
  ListTeamsInput,
  'filter' | 'teamId' | 'templateId' | 'isGoverned' | 'lifecycleState' | 'guestDomain' | 'ends' | 'answers'
>;

/** Separates conditions on data of Charter from conditions on data of the suite. */
function readFilter(text: string): Facts {
  const facts: Facts = {};
  const filter: TeamFilterClause[] = [];
  const answers: AnswerClause[] = [];
  const ends: EndClause[] = [];
  for (const clause of parseFilter(text, TEAM_FILTER)) {
    if (clause.field.startsWith(METADATA)) answers.push(answerClause(clause));
    else if (clause.field === 'id') facts.teamId = once(facts.teamId, clause) as string;
    else if (clause.field === 'template/id') facts.templateId = once(facts.templateId, clause) as string;
    else if (clause.field === 'isGoverned') facts.isGoverned = once(facts.isGoverned, clause) as boolean;
    else if (clause.field === 'lifecycleState')
      facts.lifecycleState = stateOf(once(facts.lifecycleState, clause));
    else if (clause.field === 'guestDomain')
      facts.guestDomain = String(once(facts.guestDomain, clause)).toLowerCase();
    else if (clause.field === 'endDateTime') ends.push(clause as unknown as EndClause);
    else filter.push(clause as TeamFilterClause);
  }
  return { ...facts, ...(ends.length > 0 && { ends }), ...(answers.length > 0 && { answers }), filter };
}

/** @throws InvalidRequest for values of several types */
export function answerClause({
  field,
  operator,
  value,
  values,
}: Omit<FilterClause<string>, 'field'> & { field: string }): AnswerClause {
  const compared = (values ?? [value]) as AnswerClause['values'];
  if (compared.some((one) => typeof one !== typeof compared[0]))
    throw invalidField(
      '$filter',
      say('http.compareOneType', 'Compare {field} with values of one type.', { field }),
      'InvalidFilter',
    );
  return {
    answerId: field.slice(METADATA.length),
    operator: (operator === 'in' ? 'eq' : operator) as AnswerClause['operator'],
    values: compared,
  };
}

/** @throws InvalidRequest */
function stateOf(value: unknown): LifecycleState {
  const state = LIFECYCLE_STATES.find((known) => known === value);
  if (state !== undefined) return state;
  const known = LIFECYCLE_STATES.join(', ');
  throw invalidField(
    '$filter',
    say('http.lifecycleState', 'lifecycleState is one of {states}.', { states: known }),
    'InvalidFilter',
  );
}

/** Returns the compared value. @throws InvalidRequest when the filter compares the field with a second value */
function once<T>(present: T | undefined, { field, value }: FilterClause<Field>): unknown {
  if (present === undefined || present === value) return value;
  throw invalidField('$filter', say('http.compareOnce', 'Compare {field} once.', { field }), 'InvalidFilter');
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

/** Returns the time in a position of the list by last activity; undefined if the part is no such time. */
const asMicroseconds = (part: string | number): string | undefined =>
  TIME.test(String(part)) && !Number.isNaN(Date.parse(String(part))) ? String(part) : undefined;

/** @throws InvalidRequest that names the option and its valid values */
export const readMembersQuery = (
  query: Static<typeof TeamMembersQuery>,
): Omit<ListTeamMembersInput, 'teamId'> => ({
  top: readTop(query.$top),
  countAll: query.$count ?? false,
  after: readCursor(query.$skiptoken, asText, asText),
  search: readSearch(query.$search, SEARCHED_NAMES_AND_ADDRESSES),
});
