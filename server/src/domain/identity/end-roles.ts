import { SYSTEM_ACTOR } from '../../engine/principal.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { RoleAssignmentStore } from './ports.ts';

/**
 * Removes the tenant's roles whose time has ended, with an event and an audit record for each. Callers have lost them
 * before: rolesOf leaves them out from their end on.
 */
export const endRoles = (
  { roles, clock }: { roles: Pick<RoleAssignmentStore, 'endDue'>; clock: Clock },
  tenantId: string,
): Promise<void> => roles.endDue(tenantId, { actor: SYSTEM_ACTOR, requestId: newId(), at: clock.now() });
