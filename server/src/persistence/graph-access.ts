/** Tenants in which Microsoft gives Charter no access. A loss and its end write audit records. */
import type { Kysely } from 'kysely';
import type { AccessStore } from '../domain/registrations/ports.ts';
import { accessLost, accessRestored } from '../domain/registrations/registration-records.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { auditStore } from './audit.ts';
import { startDelayedRuns } from './delayed-runs.ts';
import { notificationStore } from './notifications.ts';
import { statements } from './statements.ts';
import type { CharterTables } from './tables.ts';
import { NO_TENANT } from './tenants.ts';

/** Shortest time between two notifications, in milliseconds: access can come and go while Entra replicates a change. */
const NOTIFICATION_INTERVAL = 3_600_000;

const FIND = 'select access_lost_at as "lostAt" from charter.tenants where tenant_id = $1';

/** The id stands in for the name of a tenant that nobody has used yet. */
const LOSE = `
  insert into charter.tenants as t (tenant_id, display_name, access_lost_at) values ($1, $1, $2)
  on conflict (tenant_id) do update set access_lost_at = $2 where t.access_lost_at is null
  returning access_notified_at as "notifiedAt"`;

const SET_NOTIFIED = 'update charter.tenants set access_notified_at = $2 where tenant_id = $1';

const REGAIN = `
  update charter.tenants set access_lost_at = null where tenant_id = $1 and access_lost_at is not null`;

export function createAccessStore(databases: TenantDatabases<CharterTables>): AccessStore {
  const change = <Result>(tenantId: string, work: (transaction: Kysely<CharterTables>) => Promise<Result>) =>
    databases.for(tenantId).transaction().execute(work);
  return {
    async lostSince(tenantId) {
      const row = await statements(databases.for(tenantId), tenantId).first<{ lostAt: Date | null }>(FIND);
      return row?.lostAt ?? undefined;
    },

    lose: (tenantId, reason, cause) =>
      change(tenantId, async (transaction) => {
        const { first, write } = statements(transaction, tenantId);
        const lost = await first<{ notifiedAt: Date | null }>(LOSE, cause.at);
        if (lost === undefined) return false;
        await auditStore(transaction, tenantId).append(
          [accessLost.record({ tenantId }, cause, { reason })],
          cause.at,
        );
        if (cause.at.getTime() - (lost.notifiedAt?.getTime() ?? 0) < NOTIFICATION_INTERVAL) return true;
        await write(SET_NOTIFIED, cause.at);
        const facts = { accessReason: reason };
        const notification = { kind: 'graph_access_lost', facts } as const;
        await notificationStore(transaction, tenantId).addForAdministrators(notification, cause.at);
        return true;
      }),

    regain: (tenantId, cause) =>
      change(tenantId, async (transaction) => {
        if ((await statements(transaction, tenantId).write(REGAIN)) === 0) return false;
        await auditStore(transaction, tenantId).append(
          [accessRestored.record({ tenantId }, cause)],
          cause.at,
        );
        await startDelayedRuns(transaction, tenantId);
        return true;
      }),

    async countLost() {
      const { count } = await databases
        .for(NO_TENANT)
        .selectFrom('charter.tenants')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('access_lost_at', 'is not', null)
        .executeTakeFirstOrThrow();
      return Number(count);
    },
  };
}
