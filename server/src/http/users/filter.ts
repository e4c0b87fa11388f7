/** The `$filter` of users (docs/specification.md, section 2): `eq` and `startswith` over the listed fields. */
import { USER_FILTER_FIELDS, type UserFilterClause, type UserFilterField } from '../../domain/users/model.ts';
import { type FilterField, type FilterLanguage, parseFilter } from '../filter.ts';

const TEXT: FilterField = { type: 'string', operators: ['eq', 'startswith'], nullable: true };
const FLAG: FilterField = { type: 'flag', operators: ['eq'], nullable: true };

const USER_FILTER: FilterLanguage<UserFilterField> = {
  subject: 'Users',
  supported: 'Supported are eq and startswith over the fields of a user, joined by and.',
  fields: Object.fromEntries(
    USER_FILTER_FIELDS.map((field) => [field, field === 'accountEnabled' ? FLAG : TEXT]),
  ) as Record<UserFilterField, FilterField>,
};

/** @throws InvalidRequest at `$filter` that names the unsupported part and its position */
export const parseUserFilter = (filter: string): UserFilterClause[] =>
  parseFilter(filter, USER_FILTER) as UserFilterClause[];
