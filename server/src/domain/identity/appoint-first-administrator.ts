import { SYSTEM_ACTOR } from '../../engine/principal.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { RoleAssignmentStore } from './ports.ts';

/**
 * Gives GLOBAL_ADMIN to the person whom the operator names, while the service keeps none for the tenant. Later
 * changes of roles therefore outlive a restart. False when the tenant has a GLOBAL_ADMIN already.
 */
export const appointFirstAdministrator = (
  { roles, clock }: { roles: Pick<RoleAssignmentStore, 'assignFirst'>; clock: Clock },
  { tenantId, id }: { tenantId: string; id: string },
): Promise<boolean> =>
  roles.assignFirst(tenantId, id, 'GLOBAL_ADMIN', {
    actor: SYSTEM_ACTOR,
    requestId: newId(),
    at: clock.now(),
  });
