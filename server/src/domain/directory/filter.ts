/** Conditions on the people and groups that Charter stores. The operators are those of SCIM (RFC 7644, 3.4.2.2). */

export type Comparison = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le';

/** A condition. On a field without a value, only `eq` null and `ne` with a value are true; `not` inverts the result. */
export type DirectoryFilter<Field extends string> =
  | { op: 'and' | 'or'; filters: readonly DirectoryFilter<Field>[] }
  | { op: 'not'; filter: DirectoryFilter<Field> }
  | { op: 'pr'; field: Field }
  | { op: Comparison; field: Field; value: string | boolean | Date | null };

/** Kinds of fields. Comparisons of `text` ignore case, those of `exact` do not. `member` is the id of a member of a group. */
export type FieldKind = 'text' | 'exact' | 'flag' | 'time' | 'member';

const COMMON = {
  id: 'exact',
  externalId: 'exact',
  displayName: 'text',
  createdAt: 'time',
  changedAt: 'time',
} as const;

/** Fields that are stored as directory extensions, which rules read (`user.extension_*`). */
export const EXTENSION_FIELDS = ['employeeNumber', 'costCenter', 'division'] as const;

/** Returns the name of the directory extension that stores the field. */
export const extensionOf = (field: (typeof EXTENSION_FIELDS)[number]) => `extension_${field}` as const;

/** Fields of people that a filter may compare. */
export const PERSON_FIELDS = {
  ...COMMON,
  userPrincipalName: 'text',
  givenName: 'text',
  surname: 'text',
  mail: 'text',
  jobTitle: 'text',
  department: 'text',
  companyName: 'text',
  city: 'text',
  country: 'text',
  preferredLanguage: 'text',
  userType: 'text',
  accountEnabled: 'flag',
  managerId: 'exact',
  employeeNumber: 'text',
  costCenter: 'text',
  division: 'text',
} as const satisfies Record<string, FieldKind>;
export type PersonField = keyof typeof PERSON_FIELDS;
export type PersonFilter = DirectoryFilter<PersonField>;

/** Fields of groups that a filter may compare. */
export const GROUP_FIELDS = { ...COMMON, member: 'member' } as const satisfies Record<string, FieldKind>;
export type GroupField = keyof typeof GROUP_FIELDS;
export type GroupFilter = DirectoryFilter<GroupField>;

/** A query for a page by its offset. Items are ordered by id. */
export interface PositionedQuery<Filter> {
  filter: Filter | undefined;
  /** Number of items before the page. */
  offset: number;
  top: number;
}

/** A page of a PositionedQuery. */
export interface PositionedPage<Item> {
  items: Item[];
  /** Number of all items that match the filter. */
  total: number;
}
