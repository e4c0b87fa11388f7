import { assignRole } from '../../domain/identity/assign-role.ts';
import { route } from '../route.ts';
import { RoleAssignment, RoleParams } from './schemas.ts';

export const assignRoleRoute = route(
  {
    summary: 'Assign a role to a person or an app',
    errors: [502],
    params: RoleParams,
    response: RoleAssignment,
    context: 'roles/$entity',
    description: 'Repeating the call changes nothing. Recorded in the trail `security`.',
  },
  (deps, { principal, context, params }) => assignRole(deps, principal, context, params),
);
