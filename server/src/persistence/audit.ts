/** The audit trails in PostgreSQL. The service's role may only insert records. */
import { CompiledQuery, type Kysely } from 'kysely';
import type { AuditKeyStore, AuditStore } from '../engine/audit/ports.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { readHeads, sealAll } from './audit-chain.ts';
import { countStatement, listStatement, type Statement } from './audit-query.ts';
import { INSERT_RECORDS, RECORD_COLUMNS, type RecordRow, toContent, toRecordRow } from './audit-rows.ts';
import type { CharterTables } from './tables.ts';
import { NO_TENANT } from './tenants.ts';

const APPEND = `
  with recorded as (
    ${INSERT_RECORDS}
      from json_to_recordset($3::json) as record (${RECORD_COLUMNS})
    on conflict (tenant_id, record_id) do nothing
    returning record_id)
  insert into charter.audit_pending (tenant_id, record_id) select $1, record_id from recorded`;

/**
 * Takes a transaction-level lock in its own statement, so that the next statement's snapshot includes earlier
 * commits.
 */
const TAKE_TURNS = `
  select pg_advisory_xact_lock(hashtextextended('charter.change:' || $1::text || ':' || $2::text, 0))`;

const IS_RECORDED = `
  select exists (
    select from charter.audit_records
     where tenant_id = $1 and trail = $2 and target_id = $3 and type = $4 and occurred_at >= $5
       and fields::jsonb @> $6::jsonb) as recorded`;

const NOTE_WRITTEN = `
  with forgotten as (delete from charter.audit_checkpoints where tenant_id = $1 and number < $2)
  update charter.audit_checkpoints set written_at = $3 where tenant_id = $1 and number = $2`;

interface SealedRow extends RecordRow {
  /** bigint, which pg returns as a string. */
  sequence: string;
  hash: string;
}

/** @param recorded called after a write that commits with the enclosing transaction, if any */
export function auditStore(
  db: Kysely<CharterTables>,
  tenantId: string,
  recorded: () => void = () => undefined,
): AuditStore {
  const run = <Row>({ text, values }: Statement) => db.executeQuery<Row>(CompiledQuery.raw(text, values));
  return {
    async append(records, at) {
      if (records.length === 0) return;
      const rows = JSON.stringify(records.map(toRecordRow));
      await run({ text: APPEND, values: [tenantId, at, rows] });
      recorded();
    },

    async isRecorded({ trail, type, targetId, fields, since }) {
      if (!db.isTransaction)
        throw new Error('Whoever records a change otherwise asks in the same transaction.');
      await run({ text: TAKE_TURNS, values: [tenantId, targetId] });
      const values = [tenantId, trail, targetId, type, since, JSON.stringify(fields)];
      const { rows } = await run<{ recorded: boolean }>({ text: IS_RECORDED, values });
      return rows[0]?.recorded === true;
    },

    seal() {
      if (db.isTransaction) throw new Error('Records are sealed after the transaction that wrote them.');
      return sealAll(db, tenantId);
    },

    async list(query) {
      const { rows } = await run<SealedRow>(listStatement(tenantId, query));
      return rows
        .slice(0, query.top + 1)
        .map((row) => ({ ...toContent(row), sequence: Number(row.sequence), hash: row.hash }));
    },

    async count(query) {
      const { rows } = await run<{ count: number }>(countStatement(tenantId, query));
      return rows[0]?.count ?? 0;
    },

    heads: () => readHeads(db, tenantId),

    async lastCheckpoint() {
      const row = await db
        .selectFrom('charter.audit_checkpoints')
        .select(['number', 'line', 'written_at'])
        .where('tenant_id', '=', tenantId)
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row && { number: Number(row.number), line: row.line, isWritten: row.written_at !== null };
    },

    async claimCheckpoint(number, line) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('charter.audit_checkpoints')
        .values({ tenant_id: tenantId, number, line })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },

    async noteWritten(number, at) {
      await run({ text: NOTE_WRITTEN, values: [tenantId, number, at] });
    },

    async prune(trail, most, recordId, at) {
      const { rows } = await run<{ count: string }>({
        text: 'select charter.prune_audit_records($1, $2::integer, $3::uuid, $4::timestamptz) as count',
        values: [trail, most, recordId, at],
      });
      return Number(rows[0]?.count ?? 0);
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
      return rows.map((row) => row.public_jwk as Record<string, unknown>);
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
