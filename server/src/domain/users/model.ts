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

export interface UserQuery {
  /** People-picker search: each word must begin a word of name, mail or user principal name. */
  search?: string;
  filter?: readonly UserFilterClause[];
  /** Page size, 1 to 999. */
  top: number;
  /** Last row of the page before: [displayName, id]. */
  after?: readonly [displayName: string, id: string];
}

export interface UserPage {
  users: User[];
  /** Key of the last row when more rows follow. */
  next?: readonly [displayName: string, id: string];
}
