/** Converts audit records to rows and back. */
import type { AuditContent, AuditOutcome, NewAuditRecord } from '../engine/audit/model.ts';
import type { Actor } from '../engine/principal.ts';
import { columns, json, text, time } from '../kernel/columns.ts';
import { newId } from '../kernel/ids.ts';
import { type Sql, type Statements, sql } from '../kernel/sql.ts';

export interface RecordRow {
  record_id: string;
  trail: string;
  type: string;
  occurred_at: Date;
  actor_id: string;
  actor_kind: Actor['kind'];
  actor_name: string;
  target_type: string;
  target_id: string;
  target_name: string;
  request_id: string;
  outcome: AuditOutcome;
  fields: Record<string, unknown>;
}

/** Columns of `charter.audit_records r`. */
export const RECORD = columns<RecordRow>(
  {
    record_id: text(),
    trail: text(),
    type: text(),
    occurred_at: time(),
    actor_id: text(),
    actor_kind: text(),
    actor_name: text(),
    target_type: text(),
    target_id: text(),
    target_name: text(),
    request_id: text(),
    outcome: text(),
    fields: json(),
  },
  'r',
);

const isSaid = ([, value]: [string, unknown]): boolean => value !== undefined && value !== null;

const toRow = (record: NewAuditRecord): Omit<RecordRow, 'occurred_at'> => ({
  record_id: record.id ?? newId(),
  trail: record.trail,
  type: record.type,
  actor_id: record.actor.id,
  actor_kind: record.actor.kind,
  actor_name: record.actor.displayName,
  target_type: record.target.type,
  target_id: record.target.id,
  target_name: record.target.displayName,
  request_id: record.requestId,
  outcome: record.outcome ?? 'success',
  fields: Object.fromEntries(Object.entries(record.fields).filter(isSaid)),
});

/**
 * Returns the parts of a statement that write records.
 * @param condition a join or WHERE clause that limits the records to write
 */
export const recordParts = (
  { tenant }: Statements,
  records: readonly NewAuditRecord[],
  at: Sql,
  condition: Sql = sql``,
): Sql => sql`
  recorded as (
    insert into charter.audit_records
      (tenant_id, occurred_at, record_id, trail, type, actor_id, actor_kind, actor_name, target_type, target_id,
       target_name, request_id, outcome, fields)
    select ${tenant}, ${at}, record.* from json_to_recordset(${JSON.stringify(records.map(toRow))}::json) as record (
      record_id uuid, trail text, type text, actor_id text, actor_kind text, actor_name text, target_type text,
      target_id text, target_name text, request_id text, outcome text, fields json) ${condition}
    on conflict (tenant_id, record_id) do nothing
    returning record_id),
  pending as (
    insert into charter.audit_pending (tenant_id, record_id) select ${tenant}, record_id from recorded)`;

export const toContent = (row: RecordRow): AuditContent => ({
  id: row.record_id,
  time: row.occurred_at.toISOString(),
  type: row.type,
  actor: { id: row.actor_id, kind: row.actor_kind, displayName: row.actor_name },
  target: { type: row.target_type, id: row.target_id, displayName: row.target_name },
  requestId: row.request_id,
  outcome: row.outcome,
  fields: row.fields,
});
