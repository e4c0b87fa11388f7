import { SYSTEM_ACTOR } from '../../engine/principal.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { RoleAssignmentStore } from './ports.ts';

/**
 * Assigns GLOBAL_ADMIN to the person that the operator names, unless the tenant has a GLOBAL_ADMIN. Later role
 * changes therefore survive a restart.
 * @returns false when the tenant has a GLOBAL_ADMIN already
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
