import Type from 'typebox';
import { LONGEST_NAME } from '../../domain/directory/ports.ts';
import { MOST_IMPORTED } from '../../domain/identity/import-users.ts';
import { Model, Omissible, OneOf, Resource } from '../schema.ts';

/** Id of a person. Its maximum length is that of an id in a token (identity/claims.ts). */
const PersonId = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'Id of the person in tokens: `oid`, else `sub`; case-sensitive',
});
const Name = Type.String({ minLength: 1, maxLength: LONGEST_NAME });
const Text = Omissible(Type.String({ maxLength: LONGEST_NAME }));

const ImportedUser = Model('ImportedUser', {
  id: PersonId,
  displayName: Name,
  userPrincipalName: Name,
  givenName: Text,
  surname: Text,
  mail: Text,
  jobTitle: Text,
  department: Text,
  companyName: Text,
  city: Text,
  country: Text,
  usageLocation: Text,
  preferredLanguage: Text,
  userType: Omissible(OneOf(['Member', 'Guest'], { description: 'Member by default' })),
  accountEnabled: Omissible(Type.Boolean({ description: 'True by default' })),
  managerId: Omissible({ ...PersonId, description: 'Id of the manager' }),
  groups: Omissible(
    Type.Array(Name, {
      maxItems: 100,
      uniqueItems: true,
      description: 'Names of all groups of the person; when absent, the groups stay unchanged',
    }),
  ),
});

export const UserImport = Model('UserImport', {
  users: Type.Array(ImportedUser, {
    minItems: 1,
    maxItems: MOST_IMPORTED,
  }),
});

export const UserImportResult = Resource('UserImportResult', { importedUsers: Type.Integer() });
