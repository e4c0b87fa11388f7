/** The audit trails in PostgreSQL. The service's role may read and insert records, but not change or delete them. */
import { type Kysely, sql } from 'kysely';
import type { AuditRecord } from '../engine/audit/model.ts';
import type { AuditKeyStore, AuditStore } from '../engine/audit/ports.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { readHeads, sealAll } from './audit-chain.ts';
import { aboutStatement, countStatement, listStatement } from './audit-query.ts';
import { type RecordRow, recordParts, toContent, toRecordRow } from './audit-rows.ts';
import { statements } from './statements.ts';
import type { CharterTables } from './tables.ts';
import { NO_TENANT } from './tenants.ts';

const APPEND = `with ${recordParts('$3')} select from recorded limit 0`;

const IS_RECORDED = `
  select exists (
    select from charter.audit_records
     where tenant_id = $1 and trail = $2 and target_id = $3 and type = $4 and occurred_at >= $5
       and fields::jsonb @> $6::jsonb) as recorded`;

const NOTE_WRITTEN = `
  with forgotten as (delete from charter.audit_checkpoints where tenant_id = $1 and number < $2)
  update charter.audit_checkpoints set written_at = $3 where tenant_id = $1 and number = $2`;

const LAST_CHECKPOINT = `
  select number::float8, line, written_at is not null as "isWritten"
    from charter.audit_checkpoints where tenant_id = $1 order by number desc limit 1`;

const CLAIM_CHECKPOINT = `
  insert into charter.audit_checkpoints (tenant_id, number, line) values ($1, $2, $3) on conflict do nothing`;

interface SealedRow extends RecordRow {
  /** bigint, which pg returns as a string. */
  sequence: string;
  hash: string;
}

const toSealed = (row: SealedRow): AuditRecord => ({
  ...toContent(row),
  sequence: Number(row.sequence),
  hash: row.hash,
});

/** @param recorded called after each write of records. In a transaction, the records are not committed yet. */
export function auditStore(
  db: Kysely<CharterTables>,
  tenantId: string,
  recorded: () => void = () => undefined,
): AuditStore {
  const run = statements(db, tenantId);

  return {
    async append(records, at) {
      if (records.length === 0) return;
      await run.all(APPEND, at, JSON.stringify(records.map(toRecordRow)));
      recorded();
    },

    async isRecorded({ trail, type, targetId, fields, since }) {
      if (!db.isTransaction)
        throw new Error('Whoever records a change otherwise asks in the same transaction.');
      await run.lock('charter.change', targetId);
      const row = await run.first<{ recorded: boolean }>(IS_RECORDED, trail, targetId, type, since, fields);
      return row?.recorded === true;
    },

    seal() {
      if (db.isTransaction) throw new Error('Records are sealed after the transaction that wrote them.');
      return sealAll(db, tenantId);
    },

    async list(query) {
      const { text, values } = listStatement(query);
      const rows = await run.all<SealedRow>(text, ...values);
      return rows.slice(0, query.top + 1).map(toSealed);
    },

    async listAbout(subjectId, query) {
      const { text, values } = aboutStatement(subjectId, query);
      const rows = await run.all<SealedRow>(text, ...values);
      return rows.slice(0, query.top + 1).map((row) => ({ ...toSealed(row), trail: row.trail }));
    },

    count(query) {
      const { text, values } = countStatement(query);
      return run.count(text, ...values);
    },

    heads: () => readHeads(run),

    lastCheckpoint: () => run.first(LAST_CHECKPOINT),

    claimCheckpoint: async (number, line) => (await run.write(CLAIM_CHECKPOINT, number, line)) === 1,

    async noteWritten(number, at) {
      await run.write(NOTE_WRITTEN, number, at);
    },

    async prune(trail, most, recordId, at) {
      const { rows } = await sql<{ count: number }>`
        select charter.prune_audit_records(${trail}, ${most}::integer, ${recordId}::uuid, ${at}::timestamptz)::int
            as count`.execute(db);
      return rows[0]?.count ?? 0;
    },
  };
}

/** Keys belong to the installation, not to a tenant. */
export function createAuditKeyStore(databases: TenantDatabases<CharterTables>): AuditKeyStore {
  const db = databases.for(NO_TENANT);
  return {
    async list() {
      const rows = await db
        .selectFrom('charter.audit_keys')
        .select('public_jwk')
        .orderBy('created_at')
        .orderBy('key_id')
        .execute();
      return rows.map((row) => row.public_jwk);
    },

    async add(jwk, at) {
      await db
        .insertInto('charter.audit_keys')
        .values({ key_id: jwk.kid, public_jwk: JSON.stringify(jwk), created_at: at })
        .onConflict((conflict) => conflict.column('key_id').doNothing())
        .execute();
    },
  };
}
