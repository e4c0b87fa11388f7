import { removeRole } from '../../domain/identity/remove-role.ts';
import { route } from '../route.ts';
import { RoleParams } from './schemas.ts';

export const removeRoleRoute = route(
  {
    summary: 'Remove a role from a person or an app',
    errors: [409],
    params: RoleParams,
    description:
      'Rejected with 409 for the last GLOBAL_ADMIN. Roles in tokens remain: remove them at the issuer. Recorded in the trail `security`.',
  },
  (deps, { principal, context, params }) => removeRole(deps, principal, context, params),
);
