import { listRoles } from '../../domain/identity/list-roles.ts';
import { ASSIGNABLE_ROLES, type RoleAssignment } from '../../domain/identity/ports.ts';
import { decodeCursor } from '../../kernel/cursors.ts';
import { isStorable } from '../../kernel/text.ts';
import { foreignCursor, Paged, readTop } from '../paging.ts';
import { route } from '../route.ts';
import { presentAssignment, RoleAssignments } from './schemas.ts';

/** @throws InvalidRequest at `$skiptoken` */
function readToken(text: string): RoleAssignment {
  const [principalId, word] = decodeCursor(text, 2).map(String);
  const role = ASSIGNABLE_ROLES.find((known) => known === word);
  if (principalId === undefined || role === undefined || !isStorable(principalId)) throw foreignCursor();
  return { principalId, role };
}

export const getRolesRoute = route(
  {
    summary: 'List the roles that the service assigned',
    errors: [502],
    querystring: Paged,
    collection: RoleAssignments,
    context: 'roles',
    description: 'Without roles from tokens, which apply in addition.',
  },
  async (deps, { principal, query }) => {
    const { items, next } = await listRoles(deps, principal, {
      top: readTop(query.$top),
      after: query.$skiptoken === undefined ? undefined : readToken(query.$skiptoken),
    });
    return { items: items.map(presentAssignment), next: next && [next.principalId, next.role] };
  },
);
