/** Notifies the administrators whose role the service assigned. Roles in tokens name nobody who could be notified. */
import type { Kysely } from 'kysely';
import type { NewNotification } from '../domain/notifications/model.ts';
import { newId } from '../kernel/ids.ts';
import { notificationStore } from './notifications.ts';
import { statements } from './statements.ts';
import type { CharterTables } from './tables.ts';

const ADMINISTRATORS = `
  select distinct principal_id as id from charter.role_assignments
   where tenant_id = $1 and role in ('GLOBAL_ADMIN', 'TEAMS_SERVICE_ADMIN')`;

export async function notifyAdministrators(
  transaction: Kysely<CharterTables>,
  tenantId: string,
  notification: Pick<NewNotification, 'kind' | 'facts'>,
  at: Date,
): Promise<void> {
  const administrators = await statements(transaction, tenantId).all<{ id: string }>(ADMINISTRATORS);
  await notificationStore(transaction, tenantId).add(
    administrators.map(({ id: addresseeId }) => ({ id: newId(), addresseeId, ...notification })),
    at,
  );
}
