import { SYSTEM_ACTOR } from '../../engine/principal.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { RoleAssignmentStore } from './ports.ts';

/**
 * Removes the tenant's roles whose time has ended, with an event and an audit record for each. Callers lose a role at
 * its end, before its removal: rolesOf omits ended roles.
 */
export const endRoles = (
  { roles, clock }: { roles: Pick<RoleAssignmentStore, 'endDue'>; clock: Clock },
  tenantId: string,
): Promise<void> => roles.endDue(tenantId, { actor: SYSTEM_ACTOR, requestId: newId(), at: clock.now() });
