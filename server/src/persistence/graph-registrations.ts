/** Registrations of Microsoft Entra tenants. Each change writes an audit record. */
import type { Kysely } from 'kysely';
import type { TenantRegistration } from '../domain/registrations/model.ts';
import type { RegistrationStore } from '../domain/registrations/ports.ts';
import { registrationRemoved, registrationSet } from '../domain/registrations/registration-records.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { auditStore } from './audit.ts';
import { statements } from './statements.ts';
import type { CharterTables } from './tables.ts';

const COLUMNS = `
  tenant_id as "tenantId", client_id as "clientId", credential, sealed_credential as "sealedCredential",
  expires_at as "expiresAt", changed_at as "changedAt"`;

const FIND = `select ${COLUMNS} from charter.graph_registrations where tenant_id = $1`;

const SAVE = `
  insert into charter.graph_registrations
    (tenant_id, client_id, credential, sealed_credential, expires_at, changed_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (tenant_id) do update
     set client_id = excluded.client_id, credential = excluded.credential,
         sealed_credential = excluded.sealed_credential, expires_at = excluded.expires_at,
         changed_at = excluded.changed_at`;

const SAVE_NAME = `
  insert into charter.tenants (tenant_id, display_name) values ($1, $2)
  on conflict (tenant_id) do update set display_name = excluded.display_name`;

const REMOVE = `delete from charter.graph_registrations where tenant_id = $1 returning ${COLUMNS}`;

type Row = { [Name in keyof TenantRegistration]: TenantRegistration[Name] | null };

const toRegistration = (row: Row): TenantRegistration =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value ?? undefined]),
  ) as unknown as TenantRegistration;

export function createRegistrationStore(databases: TenantDatabases<CharterTables>): RegistrationStore {
  const change = <Result>(tenantId: string, work: (transaction: Kysely<CharterTables>) => Promise<Result>) =>
    databases.for(tenantId).transaction().execute(work);
  return {
    async find(tenantId) {
      const row = await statements(databases.for(tenantId), tenantId).first<Row>(FIND);
      return row && toRegistration(row);
    },

    save: (registration, displayName, cause) =>
      change(registration.tenantId, async (transaction) => {
        const { tenantId, clientId, credential, sealedCredential, expiresAt, changedAt } = registration;
        const { write } = statements(transaction, tenantId);
        await write(SAVE, clientId, credential, sealedCredential, expiresAt, changedAt);
        await write(SAVE_NAME, displayName);
        const record = registrationSet.record(registration, cause);
        await auditStore(transaction, tenantId).append([record], cause.at);
      }),

    remove: (tenantId, cause) =>
      change(tenantId, async (transaction) => {
        const row = await statements(transaction, tenantId).first<Row>(REMOVE);
        if (row === undefined) return false;
        const record = registrationRemoved.record(toRegistration(row), cause);
        await auditStore(transaction, tenantId).append([record], cause.at);
        return true;
      }),
  };
}
