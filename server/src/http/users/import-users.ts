import { type ImportedUser, importUsers } from '../../domain/identity/import-users.ts';
import { route } from '../route.ts';
import { refTo, withoutNulls } from '../schema.ts';
import { UserImport, UserImportResult } from './import-schemas.ts';

export const importUsersRoute = route(
  {
    summary: 'Import people into the directory',
    body: refTo(UserImport),
    response: refTo(UserImportResult),
    description:
      'For the directory that Charter itself keeps. Adds people by their ids, or replaces them with what is sent. Managers may come in a later call.',
  },
  async (deps, { principal, context, body, baseUrl }) => {
    const users = body.users.map((user): ImportedUser => withoutNulls(user));
    await importUsers(deps, principal, context, users);
    return {
      body: { '@odata.context': `${baseUrl}/$metadata#users/import`, importedUsers: users.length },
    };
  },
);
