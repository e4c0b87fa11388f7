/** Registrations of Microsoft Entra tenants. Each change writes an audit record. */

import type { TenantRegistration } from '../domain/registrations/model.ts';
import type { RegistrationStore } from '../domain/registrations/ports.ts';
import { registrationRemoved, registrationSet } from '../domain/registrations/registration-records.ts';
import { columns, optional, text, time } from '../kernel/columns.ts';
import { type Database, statements } from '../kernel/sql.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { auditLog } from './audit.ts';
import { saveTenant } from './tenants.ts';

const REGISTRATION = columns<TenantRegistration>({
  tenantId: text(),
  clientId: optional(text()),
  credential: text(),
  sealedCredential: optional(text()),
  expiresAt: optional(time()),
  changedAt: time(),
});

export function createRegistrationStore(databases: TenantDatabases): RegistrationStore {
  const change = <Result>(tenantId: string, work: (transaction: Database) => Promise<Result>) =>
    databases.for(tenantId).transaction().execute(work);
  return {
    find(tenantId) {
      const { tenant, first } = statements(databases.for(tenantId), tenantId);
      return first(REGISTRATION)`
        select ${REGISTRATION} from charter.graph_registrations where tenant_id = ${tenant}`;
    },

    save: (registration, displayName, cause) =>
      change(registration.tenantId, async (transaction) => {
        const { tenantId, clientId, credential, sealedCredential, expiresAt, changedAt } = registration;
        const { tenant, write } = statements(transaction, tenantId);
        await write`
          insert into charter.graph_registrations
            (tenant_id, client_id, credential, sealed_credential, expires_at, changed_at)
          values (${tenant}, ${clientId}, ${credential}, ${sealedCredential}, ${expiresAt}, ${changedAt})
          on conflict (tenant_id) do update
             set client_id = excluded.client_id, credential = excluded.credential,
                 sealed_credential = excluded.sealed_credential, expires_at = excluded.expires_at,
                 changed_at = excluded.changed_at`;
        await saveTenant(transaction, { id: tenantId, displayName });
        const record = registrationSet.record(registration, cause);
        await auditLog(transaction, tenantId).append([record], cause.at);
      }),

    remove: (tenantId, cause) =>
      change(tenantId, async (transaction) => {
        const { tenant, first } = statements(transaction, tenantId);
        const removed = await first(REGISTRATION)`
          delete from charter.graph_registrations where tenant_id = ${tenant} returning ${REGISTRATION}`;
        if (removed === undefined) return false;
        const record = registrationRemoved.record(removed, cause);
        await auditLog(transaction, tenantId).append([record], cause.at);
        return true;
      }),
  };
}
