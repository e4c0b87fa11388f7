import { type ImportedUser, importUsers } from '../../domain/identity/import-users.ts';
import { route } from '../route.ts';
import { withoutNulls } from '../schema.ts';
import { UserImport, UserImportResult } from './schemas.ts';

export const importUsersRoute = route(
  {
    summary: 'Import people into the directory',
    errors: [502],
    body: UserImport,
    response: UserImportResult,
    description:
      'For the directory that Charter itself keeps. Adds or replaces people by id. A later call may add their managers.',
  },
  async (deps, { principal, context, body }) => {
    const users = body.users.map((user): ImportedUser => withoutNulls(user));
    await importUsers(deps, principal, context, users);
    return { importedUsers: users.length };
  },
);
