/** The audit trails in PostgreSQL: only ever added to. */
import { CompiledQuery, type Kysely } from 'kysely';
import type { AuditStore } from '../domain/audit/ports.ts';
import { readHeads, sealAll } from './audit-chain.ts';
import { countStatement, listStatement, type Statement } from './audit-query.ts';
import { INSERT_RECORDS, RECORD_COLUMNS, type RecordRow, toContent, toRecordRow } from './audit-rows.ts';
import type { CharterTables } from './tables.ts';

const APPEND = `
  with recorded as (
    ${INSERT_RECORDS}
      from json_to_recordset($3::json) as record (${RECORD_COLUMNS})
    on conflict (tenant_id, record_id) do nothing
    returning record_id)
  insert into charter.audit_pending (tenant_id, record_id) select $1, record_id from recorded`;

interface SealedRow extends RecordRow {
  /** A bigint, which pg gives as text. */
  sequence: string;
  hash: string;
}

/** @param recorded told when something was written; it commits with the transaction, if there is one */
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
  };
}
