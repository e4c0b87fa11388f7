import Type, { type Static } from 'typebox';
import { Nullable, OneOf } from '../../kernel/schema.ts';

const Text = Nullable(Type.String());

/** A person of the tenant's directory as getUsers shows them (docs/specification.md, section 5). */
export const User = Type.Object({
  id: Type.String(),
  displayName: Type.String(),
  givenName: Text,
  surname: Text,
  mail: Text,
  userPrincipalName: Type.String(),
  jobTitle: Text,
  department: Text,
  companyName: Text,
  city: Text,
  country: Text,
  usageLocation: Text,
  preferredLanguage: Text,
  userType: OneOf(['Member', 'Guest']),
  accountEnabled: Type.Boolean(),
});
export type User = Static<typeof User>;

/** Guests and closed accounts can't own teams, decide requests or sponsor guests. */
export const canAct = ({ userType, accountEnabled }: Pick<User, 'userType' | 'accountEnabled'>): boolean =>
  userType === 'Member' && accountEnabled;

export const USER_FIELDS = Object.keys(User.properties) as (keyof User)[];

/** The nullable text fields. */
export type UserText = { [Field in keyof User]: null extends User[Field] ? Field : never }[keyof User];
export const USER_TEXTS = USER_FIELDS.filter((field) => User.properties[field] === Text) as UserText[];

/** A user with the attributes and groups that rules see (docs/specification.md, section 9). */
export interface UserProfile extends User {
  onPremisesExtensionAttributes: Record<string, string | null>;
  /** Directory extension attributes, keys `extension_*`. */
  extensions: Record<string, unknown>;
  /** Ids and display names of the user's direct groups, and names of the user's groups at the OpenID provider. */
  directGroups: string[];
  /** Whether the person may be in further groups, which the provider did not name. */
  groupsUnknown: boolean;
}

/** Fields that `$filter` on getUsers may compare (docs/specification.md, section 2): all. */
export type UserFilterField = keyof User;

/** One comparison of a `$filter`; several are joined by `and`. */
export interface UserFilterClause {
  field: UserFilterField;
  operator: 'eq' | 'startswith';
  value: string | boolean | null;
}

/** End of a page, opaque to all but the suite. The embedded suite stores the sort key of the last row. */
export type UserPagePosition = readonly [position: string, id: string];

/**
 * A query for users. Without `search`, they are ordered by display name, then by id. With it, the suite chooses an
 * order, which is the same on every page.
 */
export interface UserQuery {
  /** Search text: each word must begin a word of the names, the mail address or the user principal name. */
  search?: string | undefined;
  filter?: readonly UserFilterClause[] | undefined;
  /** Page size, 1 to 999. */
  top: number;
  /** `next` of the previous page of the same query. */
  after?: UserPagePosition | undefined;
}

export interface UserPage {
  users: User[];
  /** End of this page; absent on the last page. */
  next?: UserPagePosition;
}

/** A group of people in the tenant's directory. */
export const Group = Type.Object({ id: Type.String(), displayName: Type.String() });
export type Group = Static<typeof Group>;

/** End of a page: the name and the id of its last group. */
export type GroupPagePosition = readonly [displayName: string, id: string];

/** A query for groups, ordered by display name, then by id. */
export interface GroupQuery {
  /** Each word must begin a word of the name. */
  search?: string | undefined;
  /** Page size, 1 to 999. */
  top: number;
  /** `next` of the previous page of the same query. */
  after?: GroupPagePosition | undefined;
}

export interface GroupPage {
  groups: Group[];
  /** End of this page; absent on the last page. */
  next?: GroupPagePosition;
}
