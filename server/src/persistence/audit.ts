/** The audit trails in PostgreSQL. The service's role may read and insert records, but not change or delete them. */
import type { AuditRecord } from '../engine/audit/model.ts';
import type { AuditKeyStore, AuditStore, RecordedCheckpoint } from '../engine/audit/ports.ts';
import { boolean, columns, json, number, text } from '../kernel/columns.ts';
import { type Database, inserted, sql, statements } from '../kernel/sql.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { readHeads, sealAll } from './audit-chain.ts';
import { countRecords, listRecords, listRecordsAbout, SEALED, type SealedRow } from './audit-query.ts';
import { recordParts, toContent } from './audit-rows.ts';
import { NO_TENANT } from './tenants.ts';

const CHECKPOINT = columns<RecordedCheckpoint>({
  number: number(sql`number::float8`),
  line: text(),
  isWritten: boolean(sql`written_at is not null`),
});

const toSealed = ({ sequence, hash, ...row }: SealedRow): AuditRecord => ({
  ...toContent(row),
  sequence,
  hash,
});

/** @param recorded called after each write of records. In a transaction, the records are not committed yet. */
export function auditStore(
  db: Database,
  tenantId: string,
  recorded: () => void = () => undefined,
): AuditStore {
  const run = statements(db, tenantId);
  const { tenant, all, first, lock, write } = run;

  return {
    async append(records, at) {
      if (records.length === 0) return;
      await write`with ${recordParts(run, records, sql.val(at))} select from recorded limit 0`;
      recorded();
    },

    async isRecorded({ trail, type, targetId, fields, since }) {
      if (!db.isTransaction)
        throw new Error('Whoever records a change otherwise asks in the same transaction.');
      await lock('charter.change', targetId);
      const found = await first(boolean())`
        select exists (
          select from charter.audit_records
           where tenant_id = ${tenant} and trail = ${trail} and target_id = ${targetId} and type = ${type}
             and occurred_at >= ${since} and fields::jsonb @> ${fields}::jsonb)`;
      return found === true;
    },

    seal() {
      if (db.isTransaction) throw new Error('Records are sealed after the transaction that wrote them.');
      return sealAll(db, tenantId);
    },

    async list(query) {
      const rows = await all(SEALED)`${listRecords(tenant, query)}`;
      return rows.slice(0, query.top + 1).map(toSealed);
    },

    async listAbout(subjectId, query) {
      const rows = await all(SEALED)`${listRecordsAbout(tenant, subjectId, query)}`;
      return rows.slice(0, query.top + 1).map((row) => ({ ...toSealed(row), trail: row.trail }));
    },

    count: async (query) => (await first(number())`${countRecords(tenant, query)}`) ?? 0,

    heads: () => readHeads(run),

    lastCheckpoint: () => first(CHECKPOINT)`
      select ${CHECKPOINT} from charter.audit_checkpoints where tenant_id = ${tenant} order by number desc limit 1`,

    claimCheckpoint: async (number, line) =>
      (await write`
        insert into charter.audit_checkpoints ${inserted({ tenant_id: tenant, number, line })}
        on conflict do nothing`) === 1,

    async noteWritten(number, at) {
      const written = sql.val(number);
      await write`
        with forgotten as (delete from charter.audit_checkpoints where tenant_id = ${tenant} and number < ${written})
        update charter.audit_checkpoints set written_at = ${at} where tenant_id = ${tenant} and number = ${written}`;
    },

    prune: async (trail, most, recordId, at) =>
      (await first(number())`
        select charter.prune_audit_records(
          ${trail}, ${most}::integer, ${recordId}::uuid, ${at}::timestamptz)::int`) ?? 0,
  };
}

/** Keys belong to the installation, not to a tenant. */
export function createAuditKeyStore(databases: TenantDatabases): AuditKeyStore {
  const { all, write } = statements(databases.for(NO_TENANT), NO_TENANT);
  return {
    list: () => all(json())`select public_jwk from charter.audit_keys order by created_at, key_id`,

    async add(jwk, at) {
      await write`
        insert into charter.audit_keys ${inserted({ key_id: jwk.kid, public_jwk: jwk, created_at: at })}
        on conflict (key_id) do nothing`;
    },
  };
}
