/**
 * The clauses of a `$filter`, taken together field by field, and the SQL that checks them on a row.
 *
 * Comparisons ignore case, as Microsoft Graph's do on directory objects ("Advanced query capabilities on
 * Microsoft Entra ID objects").
 */
import type { UserFilterClause, UserFilterField } from '../../domain/users/model.ts';
import { invalidField } from '../../kernel/errors.ts';

/** Key columns are cut to this length (see the migration), and no property of Graph's user is longer. */
export const LONGEST_VALUE = 256;

const COLUMNS: Record<UserFilterField, string> = {
  id: 'user_id',
  displayName: 'display_name',
  givenName: 'given_name',
  surname: 'surname',
  mail: 'mail',
  userPrincipalName: 'user_principal_name',
  jobTitle: 'job_title',
  department: 'department',
  companyName: 'company_name',
  city: 'city',
  country: 'country',
  usageLocation: 'usage_location',
  preferredLanguage: 'preferred_language',
  userType: 'user_type',
  accountEnabled: 'account_enabled',
};
const FIELDS = Object.keys(COLUMNS) as UserFilterField[];

/** What a filter asks of one field. */
export interface Condition {
  equals?: string;
  startsWith?: string;
  isNull?: true;
}
export type Conditions = Map<UserFilterField, Condition>;

/**
 * Everything the clauses ask; undefined when no user can meet them all.
 * @throws InvalidRequest at `$filter` for a comparison that the field does not have
 */
export function toConditions(clauses: readonly UserFilterClause[]): Conditions | undefined {
  for (const clause of clauses) assertComparable(clause);
  const conditions: Conditions = new Map();
  for (const { field, operator, value } of clauses) {
    const condition = conditions.get(field) ?? {};
    conditions.set(field, condition);
    if (value === null) condition.isNull = true;
    else if (!add(condition, operator, String(value))) return undefined;
    if (!isSatisfiable(condition)) return undefined;
  }
  return conditions;
}

function assertComparable({ field, operator, value }: UserFilterClause): void {
  const fits =
    (operator === 'eq' || typeof value === 'string') &&
    (value === null || (typeof value === 'boolean') === (field === 'accountEnabled'));
  if (!fits) throw invalidField('$filter', `'${field}' cannot be compared so.`, 'NotSupported');
}

const lower = (text: string): string => text.toLowerCase();

/** False when the condition can't hold together with what it already asks. */
function add(condition: Condition, operator: UserFilterClause['operator'], value: string): boolean {
  if (operator === 'eq') {
    if (condition.equals !== undefined) return lower(condition.equals) === lower(value);
    condition.equals = value;
    return true;
  }
  const present = condition.startsWith ?? '';
  const [short, long] = present.length < value.length ? [present, value] : [value, present];
  condition.startsWith = long;
  return lower(long).startsWith(lower(short));
}

function isSatisfiable({ equals, startsWith, isNull }: Condition): boolean {
  if (isNull) return equals === undefined && startsWith === undefined;
  return [equals, startsWith].every((value) => value === undefined || [...value].length <= LONGEST_VALUE);
}

/** The conditions less one that the index has answered already. */
export function without(conditions: Conditions, field: UserFilterField, part: keyof Condition): Conditions {
  const rest = new Map(conditions);
  const { [part]: _answered, ...condition } = conditions.get(field) ?? {};
  if (Object.keys(condition).length === 0) rest.delete(field);
  else rest.set(field, condition);
  return rest;
}

/** Holds when the field's place in $7 (equal), $8 (beginning) and $9 (null) asks nothing, or asks what `u` has. */
function checkOf(field: UserFilterField, index: number): string {
  const column = `u.${COLUMNS[field]}`;
  const place = index + 1;
  const equals = `($7::text[])[${place}]`;
  const startsWith = `($8::text[])[${place}]`;
  if (field === 'accountEnabled') return `(${equals} is null or ${column} = (${equals})::boolean)`;
  return `(${equals} is null or lower(${column}) = lower(${equals}))
     and (${startsWith} is null or starts_with(lower(${column}), lower(${startsWith})))
     and (not ($9::boolean[])[${place}] or ${column} is null)`;
}

/** Checks any conditions on `users u`, in $7 to $9: one text, whatever they are. */
export const CONDITION_CHECKS = FIELDS.map(checkOf).join('\n     and ');

/** $7 to $9 of CONDITION_CHECKS. */
export const toCheckParameters = (conditions: Conditions): unknown[] => [
  FIELDS.map((field) => conditions.get(field)?.equals ?? null),
  FIELDS.map((field) => conditions.get(field)?.startsWith ?? null),
  FIELDS.map((field) => conditions.get(field)?.isNull === true),
];
