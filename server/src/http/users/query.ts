/** Reads the query options of getUsers (docs/specification.md, section 2). */

import type { Static } from 'typebox';
import type { ListUsersInput } from '../../domain/directory/list-users.ts';
import { USER_FIELDS, type UserFilterClause, type UserFilterField } from '../../domain/directory/model.ts';
import { say } from '../../kernel/messages.ts';
import { asText, readCursor } from '../cursors.ts';
import { type FilterField, type FilterLanguage, parseFilter } from '../filter.ts';
import { readTop } from '../paging.ts';
import { NAMES_AND_ADDRESSES, readSearch } from '../search.ts';
import type { UsersQuery } from './schemas.ts';

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
export const readUsersQuery = (query: Static<typeof UsersQuery>): ListUsersInput => ({
  top: readTop(query.$top),
  countAll: query.$count ?? false,
  after: readCursor(query.$skiptoken, asText, asText),
  search: readSearch(query.$search, NAMES_AND_ADDRESSES),
  filter: query.$filter === undefined ? undefined : parseUserFilter(query.$filter),
});
