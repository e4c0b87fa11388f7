import { listRoles } from '../../domain/identity/list-roles.ts';
import { ASSIGNABLE_ROLES } from '../../domain/identity/ports.ts';
import { asOneOf, asText, readCursor } from '../cursors.ts';
import { Paged, readTop } from '../paging.ts';
import { route } from '../route.ts';
import { RoleAssignments } from './schemas.ts';

export const getRolesRoute = route(
  {
    summary: 'List the roles that the service assigned',
    errors: [502],
    querystring: Paged,
    collection: RoleAssignments,
    description: 'Without roles from tokens, which apply in addition.',
  },
  async (deps, { principal, query }) => {
    const [principalId, role] = readCursor(query.$skiptoken, asText, asOneOf(ASSIGNABLE_ROLES)) ?? [];
    const { items, next } = await listRoles(deps, principal, {
      top: readTop(query.$top),
      after: principalId === undefined || role === undefined ? undefined : { principalId, role },
    });
    return { items, next: next && [next.principalId, next.role] };
  },
);
