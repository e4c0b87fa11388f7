/** Routes of users. The query options are those of docs/specification.md, section 2. */
import Type, { type Static } from 'typebox';
import { USER_FIELDS, type UserFilterClause, type UserFilterField } from '../../domain/directory/model.ts';
import {
  type ListUsersInput,
  listUsers,
  lookupUsers,
  MAX_MATCHES,
  MAX_REFERENCES,
} from '../../domain/directory/read-users.ts';
import { importUsers } from '../../domain/identity/import-users.ts';
import { say } from '../../kernel/messages.ts';
import { asText, readCursor } from '../cursors.ts';
import { type FilterField, type FilterLanguage, parseFilter } from '../filter.ts';
import { noticesOf } from '../notices.ts';
import { readTop } from '../paging.ts';
import { route } from '../route.ts';
import { Closed, Model, Resource } from '../schema.ts';
import { readSearch, SEARCHED_NAMES_AND_ADDRESSES } from '../search.ts';
import { User, UserImport, UserImportResult, Users, UsersQuery } from './schemas.ts';

const TEXT: FilterField = { type: 'string', operators: ['eq', 'startswith'], nullable: true };
const FLAG: FilterField = { type: 'flag', operators: ['eq'], nullable: true };

const USER_FILTER: FilterLanguage<UserFilterField> = {
  subject: 'Users',
  supported: say(
    'filter.supported.users',
    'Supported are eq and startswith over the fields of a user, joined by and.',
  ),
  fields: Object.fromEntries(
    USER_FIELDS.map((field) => [field, field === 'accountEnabled' ? FLAG : TEXT]),
  ) as Record<UserFilterField, FilterField>,
};

/** @throws InvalidRequest at `$filter` that names the unsupported part and its position */
export const parseUserFilter = (filter: string): UserFilterClause[] =>
  parseFilter(filter, USER_FILTER) as UserFilterClause[];

/** @throws InvalidRequest that names the option and its valid values */
const readUsersQuery = (query: Static<typeof UsersQuery>): ListUsersInput => ({
  top: readTop(query.$top),
  countAll: query.$count ?? false,
  after: readCursor(query.$skiptoken, asText, asText),
  search: readSearch(query.$search, SEARCHED_NAMES_AND_ADDRESSES),
  filter: query.$filter === undefined ? undefined : parseUserFilter(query.$filter),
});

export const getUsersRoute = route(
  {
    summary: 'List users of the directory',
    errors: [502],
    querystring: UsersQuery,
    collection: Users,
    description: 'The tenant’s directory, by display name.',
  },
  async (deps, { principal, query }) => {
    const { users, next, count } = await listUsers(deps, principal, readUsersQuery(query));
    return { items: users, next, count, notices: await noticesOf(deps, principal) };
  },
);

const UserLookupRequest = Model('UserLookupRequest', {
  references: Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
    minItems: 1,
    maxItems: MAX_REFERENCES,
    description: 'Ids, user principal names, mail addresses or display names',
    examples: [['ada@fabrikam.example', 'Bob Ray']],
  }),
});

const UserLookup = Resource('UserLookup', {
  value: Type.Array(
    Closed({
      reference: Type.String({ description: 'As it was sent' }),
      matches: Type.Array(User, {
        description: `The people whom the reference fits, at most ${MAX_MATCHES}: one person if it is unambiguous, nobody if it is unknown`,
      }),
    }),
    { description: 'In the order of the references' },
  ),
});

export const lookupUsersRoute = route(
  {
    summary: 'Look up a list of people',
    errors: [502],
    body: UserLookupRequest,
    response: UserLookup,
    description:
      'Finds the people whom a list names, in one call. An id or a user principal name counts before a mail address, and a mail address before a display name. Case counts only in ids. Names also match in the form "Last, First". Changes nothing.',
  },
  async (deps, { principal, body }) => ({ value: await lookupUsers(deps, principal, body.references) }),
);

export const importUsersRoute = route(
  {
    summary: 'Import people into the directory',
    errors: [502],
    body: UserImport,
    response: UserImportResult,
    description:
      'For the directory that Charter itself keeps. Adds people with unknown ids. Of people with known ids, it changes the properties that are sent; null removes a value. With `replace`, properties that are not sent are removed too. A later call may add their managers.',
  },
  async (deps, { principal, context, body: { users, replace = false } }) => {
    await importUsers(deps, principal, context, { users, replaces: replace });
    return { importedUsers: users.length };
  },
);
