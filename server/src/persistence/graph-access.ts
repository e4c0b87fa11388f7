/** Tenants in which Charter has lost access to Microsoft Graph. A loss and its end write audit records. */

import type { AccessStore } from '../domain/registrations/ports.ts';
import { accessLost, accessRestored } from '../domain/registrations/registration-records.ts';
import { number, optional, time } from '../kernel/columns.ts';
import { type Database, statements } from '../kernel/sql.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { auditLog } from './audit.ts';
import { startDelayedRuns } from './delayed-runs.ts';
import { notificationStore } from './notifications.ts';
import { NO_TENANT } from './tenants.ts';

/** Shortest time between two notifications, in milliseconds: access can come and go while Entra replicates a change. */
const NOTIFICATION_INTERVAL = 3_600_000;

export function createAccessStore(databases: TenantDatabases): AccessStore {
  const change = <Result>(tenantId: string, work: (transaction: Database) => Promise<Result>) =>
    databases.for(tenantId).transaction().execute(work);
  return {
    lostSince(tenantId) {
      const { tenant, first } = statements(databases.for(tenantId), tenantId);
      return first(optional(time()))`select access_lost_at from charter.tenants where tenant_id = ${tenant}`;
    },

    lose: (tenantId, reason, cause) =>
      change(tenantId, async (transaction) => {
        const { tenant, write } = statements(transaction, tenantId);
        // Uses the id as the name of a tenant that has no row yet.
        const lost = await write`
          insert into charter.tenants as t (tenant_id, display_name, access_lost_at)
          values (${tenant}, ${tenant}, ${cause.at})
          on conflict (tenant_id) do update
            set access_lost_at = excluded.access_lost_at where t.access_lost_at is null`;
        if (lost > 0) {
          const record = accessLost.record({ tenantId }, cause, { reason });
          await auditLog(transaction, tenantId).append([record], cause.at);
        }
        // If the latest notification is too recent, administrators are notified later of a loss that lasts.
        const latest = new Date(cause.at.getTime() - NOTIFICATION_INTERVAL);
        const isDue = await write`
          update charter.tenants set access_notified_at = ${cause.at}
           where tenant_id = ${tenant}
             and (access_notified_at is null
                  or (access_notified_at < access_lost_at and access_notified_at <= ${latest}))`;
        if (isDue > 0) {
          const notification = { kind: 'graph_access_lost', facts: { accessReason: reason } } as const;
          await notificationStore(transaction, tenantId).addForAdministrators(notification, cause.at);
        }
        return lost > 0;
      }),

    regain: (tenantId, cause) =>
      change(tenantId, async (transaction) => {
        const { tenant, write } = statements(transaction, tenantId);
        const regained = await write`
          update charter.tenants set access_lost_at = null
           where tenant_id = ${tenant} and access_lost_at is not null`;
        if (regained === 0) return false;
        await auditLog(transaction, tenantId).append([accessRestored.record({ tenantId }, cause)], cause.at);
        await startDelayedRuns(transaction, tenantId);
        return true;
      }),

    wake: (tenantId) => change(tenantId, (transaction) => startDelayedRuns(transaction, tenantId)),

    async countLost() {
      const { first } = statements(databases.for(NO_TENANT), NO_TENANT);
      return (
        (await first(number())`select count(*)::int from charter.tenants where access_lost_at is not null`) ??
        0
      );
    },
  };
}
