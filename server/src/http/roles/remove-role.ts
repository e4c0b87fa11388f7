import { removeRole } from '../../domain/identity/remove-role.ts';
import { route } from '../route.ts';
import { RoleParams } from './schemas.ts';

export const removeRoleRoute = route(
  {
    summary: 'Take a role from a person or an app',
    params: RoleParams,
    description:
      'Answers 409 for the last GLOBAL_ADMIN. Roles that tokens carry stay: take them away at the issuer. Recorded in the trail `security`.',
  },
  async (deps, { principal, context, params }) => {
    await removeRole(deps, principal, context, params);
    return {};
  },
);
