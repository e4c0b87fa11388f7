import Type from 'typebox';
import { PAGE_OPTIONS } from '../paging.ts';
import { Closed, Collection, named, OneOf } from '../schema.ts';

const Text = Type.Optional(Type.String());

/** A user; the name is the one that interface.md gives to the items of Users. */
export const User = named(
  'User1',
  Closed({
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
  }),
);

export const Users = Collection('Users', User);

/** Query values are text; the route reads them. */
export const UsersQuery = Closed({
  ...PAGE_OPTIONS,
  $search: Type.Optional(
    Type.String({
      description: 'Words that begin a word of the name, mail or user principal name',
      examples: ['ann lee'],
    }),
  ),
  $filter: Type.Optional(
    Type.String({
      description: '`eq` and `startswith` over the fields of a user, joined by `and`',
      examples: ["startswith(displayName,'A') and userType eq 'Guest'"],
    }),
  ),
  $count: Type.Optional(
    OneOf(['true', 'false'], {
      description: 'Whether `@odata.count` is of all that match, not of this page',
    }),
  ),
});
