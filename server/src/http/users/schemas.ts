import Type from 'typebox';
import { COUNT_OPTION, PAGE_OPTIONS } from '../paging.ts';
import { Closed, Collection, Model, OneOf } from '../schema.ts';

const Text = Type.Optional(Type.String());

/** A user, under its published model name. */
export const User = Model('User1', {
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

export const Users = Collection('Users', User);

export const UsersQuery = Closed({
  ...PAGE_OPTIONS,
  $search: Type.Optional(
    Type.String({
      description: 'Prefixes of words in the name, mail or user principal name',
      examples: ['ann lee'],
    }),
  ),
  $filter: Type.Optional(
    Type.String({
      description: '`eq` and `startswith` over the fields of a user, joined by `and`',
      examples: ["startswith(displayName,'A') and userType eq 'Guest'"],
    }),
  ),
  ...COUNT_OPTION,
});
