/**
 * Groups the clauses of a `$filter` by field, and writes the SQL that checks them.
 *
 * Comparisons ignore case, as Microsoft Graph's do on directory objects ("Advanced query capabilities on
 * Microsoft Entra ID objects").
 */
import type { UserFilterClause, UserFilterField } from '../../domain/users/model.ts';
import { invalidField } from '../../kernel/errors.ts';

/** Length of key columns (see the migration). No property of Graph's user is longer. */
export const LONGEST_VALUE = 256;

const COLUMNS: Record<UserFilterField, string> = {
  id: 'u.user_id',
  displayName: 'u.display_name',
  givenName: 'u.given_name',
  surname: 'u.surname',
  mail: 'u.mail',
  userPrincipalName: 'u.user_principal_name',
  jobTitle: 'u.job_title',
  department: 'u.department',
  companyName: 'u.company_name',
  city: 'u.city',
  country: 'u.country',
  usageLocation: 'u.usage_location',
  preferredLanguage: 'u.preferred_language',
  userType: 'u.user_type',
  accountEnabled: 'u.account_enabled',
};

/** Columns in lower case and binary order, by field, from the most selective to the least. */
const KEYED_FIELDS = [
  'userPrincipalName',
  'mail',
  'displayName',
  'jobTitle',
  'department',
  'city',
  'companyName',
  'country',
] as const satisfies UserFilterField[];
const isKeyed = (field: UserFilterField): boolean => (KEYED_FIELDS as UserFilterField[]).includes(field);

/** Ids are case-sensitive, as OIDC subjects are. */
const isExact = (field: UserFilterField): boolean => field === 'id';

/** Returns the column or expression to compare a field by, in lower case except for ids. */
export const keyOf = (field: UserFilterField): string =>
  isKeyed(field) ? `${COLUMNS[field]}_key` : isExact(field) ? COLUMNS[field] : `lower(${COLUMNS[field]})`;

/** Returns the SQL of the value to compare with the key. */
export const comparandOf = (field: UserFilterField, parameter: string): string =>
  isExact(field) ? parameter : `lower(${parameter})`;

/** Returns an upper bound of the keys that begin with the parameter. */
export const endOfPrefix = (parameter: string): string => `lower(${parameter}) || chr(1114111)`;

/** The comparisons of a filter with one field. */
export interface Condition {
  equals?: string;
  startsWith?: string;
  isNull?: true;
}
export type Conditions = Map<UserFilterField, Condition>;

/**
 * Groups the clauses by field. Returns undefined when no user can match all of them.
 * @throws InvalidRequest at `$filter` for a comparison that the field does not have
 */
export function toConditions(clauses: readonly UserFilterClause[]): Conditions | undefined {
  for (const clause of clauses) assertComparable(clause);
  const conditions: Conditions = new Map();
  for (const clause of clauses) {
    const { field, value } = clause;
    const condition = conditions.get(field) ?? {};
    conditions.set(field, condition);
    if (value === null) condition.isNull = true;
    else if (!add(condition, clause, String(value))) return undefined;
    if (!isSatisfiable(condition)) return undefined;
  }
  return conditions;
}

function assertComparable({ field, operator, value }: UserFilterClause): void {
  const fits =
    Object.hasOwn(COLUMNS, field) &&
    (operator === 'eq' || typeof value === 'string') &&
    (value === null || (typeof value === 'boolean') === (field === 'accountEnabled'));
  if (!fits) throw invalidField('$filter', `'${field}' cannot be compared so.`, 'NotSupported');
}

const foldCase = (field: UserFilterField, text: string): string =>
  isExact(field) ? text : text.toLowerCase();

/** Adds a comparison. Returns false when it contradicts the condition. */
function add(condition: Condition, { field, operator }: UserFilterClause, value: string): boolean {
  if (operator === 'eq') {
    if (condition.equals !== undefined) return foldCase(field, condition.equals) === foldCase(field, value);
    condition.equals = value;
    return true;
  }
  const present = condition.startsWith ?? '';
  const [short, long] = present.length < value.length ? [present, value] : [value, present];
  condition.startsWith = long;
  return foldCase(field, long).startsWith(foldCase(field, short));
}

function isSatisfiable({ equals, startsWith, isNull }: Condition): boolean {
  if (isNull) return equals === undefined && startsWith === undefined;
  return [equals, startsWith].every((value) => value === undefined || [...value].length <= LONGEST_VALUE);
}

/** Returns the conditions without the one that the index answers. */
export function without(conditions: Conditions, field: UserFilterField, part: keyof Condition): Conditions {
  const rest = new Map(conditions);
  const { [part]: _answered, ...condition } = conditions.get(field) ?? {};
  if (Object.keys(condition).length === 0) rest.delete(field);
  else rest.set(field, condition);
  return rest;
}

/**
 * Returns SQL that checks the conditions on `users u`. Compares keys, because the planner has statistics of them.
 * @param bind adds a parameter and returns its placeholder
 */
export const toConditionChecks = (conditions: Conditions, bind: (value: string) => string): string[] =>
  [...conditions].flatMap(([field, condition]) => checksOf(field, condition, bind));

function checksOf(
  field: UserFilterField,
  { equals, startsWith, isNull }: Condition,
  bind: (value: string) => string,
): string[] {
  if (isNull) return [`${COLUMNS[field]} is null`];
  if (field === 'accountEnabled') return [`${COLUMNS[field]} = ${bind(equals ?? '')}::boolean`];
  const key = keyOf(field);
  const checks: string[] = [];
  if (equals !== undefined) checks.push(`${key} = ${comparandOf(field, bind(equals))}`);
  if (startsWith !== undefined) {
    const prefix = bind(startsWith);
    if (isKeyed(field)) checks.push(`${key} >= lower(${prefix})`, `${key} < ${endOfPrefix(prefix)}`);
    else checks.push(`starts_with(${key}, ${comparandOf(field, prefix)})`);
  }
  return checks;
}
