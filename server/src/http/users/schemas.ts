import Type from 'typebox';
import { User as Declared, Group, USER_TEXTS, type UserText } from '../../domain/directory/model.ts';
import { MAX_NAME_LENGTH } from '../../domain/directory/ports.ts';
import { MAX_IMPORTED } from '../../domain/identity/import-users.ts';
import { COUNT_OPTION, PAGE_OPTIONS } from '../paging.ts';
import { Closed, Collection, described, Model, Omissible, OneOf, Resource, shown } from '../schema.ts';

/** A user, under its published model name. */
export const User = Model('User1', shown(Declared));

export const Users = Collection('Users', User);

export const Groups = Collection('Groups', Model('Group', shown(Group)));

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

/** Id of a person. Its maximum length is that of an id in a token (identity/claims.ts). */
const PersonId = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'Id of the person in tokens: `oid`, else `sub`; case-sensitive',
});
const Name = Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH });

const Text = Omissible(Type.String({ maxLength: MAX_NAME_LENGTH }));

const ImportedUser = Model('ImportedUser', {
  id: PersonId,
  displayName: Name,
  userPrincipalName: Name,
  ...(Object.fromEntries(USER_TEXTS.map((field) => [field, Text])) as Record<UserText, typeof Text>),
  userType: Omissible(OneOf(['Member', 'Guest'], { description: 'Member by default' })),
  accountEnabled: Omissible(Type.Boolean({ description: 'True by default' })),
  managerId: Omissible(described(PersonId, 'Id of the manager')),
  groups: Omissible(
    Type.Array(Name, {
      maxItems: 100,
      uniqueItems: true,
      description: 'Names of all groups of the person; when absent, the groups stay unchanged',
    }),
  ),
});

export const UserImport = Model('UserImport', {
  users: Type.Array(ImportedUser, { minItems: 1, maxItems: MAX_IMPORTED }),
  replace: Type.Optional(
    Type.Boolean({
      description: 'Whether known people lose the values that are not named; false by default',
    }),
  ),
});

export const UserImportResult = Resource('UserImportResult', { importedUsers: Type.Integer() });
