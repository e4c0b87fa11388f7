import type { Principal, RequestContext } from '../../engine/principal.ts';
import type { Clock } from '../../kernel/clock.ts';
import { CharterError, notFound } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { mustBeGlobalAdmin, timedCauseOf } from './access.ts';
import type { AssignableRole, RoleAssignmentStore } from './ports.ts';

/**
 * Revokes the role, also of a principal that has left the directory.
 * @throws Forbidden, NotFound, Conflict for the tenant's last GLOBAL_ADMIN
 */
export async function removeRole(
  { roles, clock }: { roles: RoleAssignmentStore; clock: Clock },
  principal: Principal,
  context: RequestContext,
  { principalId, role }: { principalId: string; role: AssignableRole },
): Promise<void> {
  mustBeGlobalAdmin(principal);
  const cause = timedCauseOf(principal, context, clock.now());
  const outcome = await roles.revoke(principal.tenantId, principalId, role, cause, {
    keepLast: role === 'GLOBAL_ADMIN',
  });
  if (outcome === 'absent') throw notFound(`assignment of ${role} to a person or app`, principalId);
  if (outcome === 'last') {
    throw new CharterError(
      'Conflict',
      say(
        'identity.lastGlobalAdmin',
        'Nobody else has GLOBAL_ADMIN. Assign it to somebody else first, then remove it here.',
      ),
    );
  }
}
