/** A person of the tenant's directory as getUsers shows them (contract 5). */
export interface User {
  id: string;
  displayName: string;
  givenName: string | null;
  surname: string | null;
  mail: string | null;
  userPrincipalName: string;
  jobTitle: string | null;
  department: string | null;
  companyName: string | null;
  city: string | null;
  country: string | null;
  usageLocation: string | null;
  preferredLanguage: string | null;
  userType: 'Member' | 'Guest';
  accountEnabled: boolean;
}

/** What rules see besides the fields of User (contract 9): attributes by name, and the direct groups' ids and names. */
export interface UserProfile extends User {
  onPremisesExtensionAttributes: Record<string, string | null>;
  /** Directory extension attributes, keys `extension_*`. */
  extensions: Record<string, unknown>;
  /** Ids and display names of the groups the user is a direct member of. */
  directGroups: string[];
}

/** Fields that `$filter` on getUsers may compare (contract 2: eq and startswith over the listed fields). */
export const USER_FILTER_FIELDS = [
  'id',
  'displayName',
  'givenName',
  'surname',
  'mail',
  'userPrincipalName',
  'jobTitle',
  'department',
  'companyName',
  'city',
  'country',
  'usageLocation',
  'preferredLanguage',
  'userType',
  'accountEnabled',
] as const;
export type UserFilterField = (typeof USER_FILTER_FIELDS)[number];

/** One comparison of a `$filter`; several are joined by `and`. */
export interface UserFilterClause {
  field: UserFilterField;
  operator: 'eq' | 'startswith';
  value: string | boolean | null;
}

/**
 * Where a page ends, as the suite that made it understands it; all others hand it back unread. The embedded
 * suite puts the sort key of the page's last row there.
 */
export type UserPagePosition = readonly [position: string, id: string];

/**
 * Without `search` users come by display name, then id. With it they come in an order that the suite chooses,
 * the same on every page.
 */
export interface UserQuery {
  /** People-picker search: each word must begin a word of the names, or mail or user principal name. */
  search?: string;
  filter?: readonly UserFilterClause[];
  /** Page size, 1 to 999. */
  top: number;
  /** Where the page before ended: its `next`. The query must be the same otherwise. */
  after?: UserPagePosition;
}

export interface UserPage {
  users: User[];
  /** Where this page ends, when more users follow. */
  next?: UserPagePosition;
}
