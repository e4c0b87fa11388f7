/** Converts audit records to rows and back. */
import type {
  AuditContent,
  AuditOutcome,
  NewAuditRecord,
  PersonalText,
  SealedText,
} from '../engine/audit/model.ts';
import { extractPersonalTexts } from '../engine/audit/personal-texts.ts';
import type { Actor } from '../engine/principal.ts';
import { columns, json, text, time } from '../kernel/columns.ts';
import { newId } from '../kernel/ids.ts';
import { type Sql, type Statements, sql } from '../kernel/sql.ts';
import { RETURNING_TRUE } from './statement-parts.ts';

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

interface NewRow extends Omit<RecordRow, 'occurred_at'> {
  /** Personal texts, in plain text until the record is sealed; null if there are none. */
  texts: PersonalText[] | null;
}

function toRow({ people, ...given }: NewAuditRecord): NewRow {
  const said = { ...given, fields: Object.fromEntries(Object.entries(given.fields).filter(isSaid)) };
  const { record, texts } = extractPersonalTexts(said, people);
  return {
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
    fields: record.fields,
    texts: texts.length > 0 ? texts : null,
  };
}

/**
 * Returns the parts of a statement that write records.
 * @param condition a join or WHERE clause that limits the records to write
 */
export function recordParts(
  { tenant }: Statements,
  records: readonly NewAuditRecord[],
  at: Sql,
  condition: Sql = sql``,
): Sql {
  const rows = sql.val(JSON.stringify(records.map(toRow)));
  return sql`
  recorded as (
    insert into charter.audit_records
      (tenant_id, occurred_at, record_id, trail, type, actor_id, actor_kind, actor_name, target_type, target_id,
       target_name, request_id, outcome, fields)
    select ${tenant}, ${at}, record.* from json_to_recordset(${rows}::json) as record (
      record_id uuid, trail text, type text, actor_id text, actor_kind text, actor_name text, target_type text,
      target_id text, target_name text, request_id text, outcome text, fields json) ${condition}
    on conflict (tenant_id, record_id) do nothing
    returning record_id),
  pending as (
    insert into charter.audit_pending (tenant_id, record_id, texts)
    select ${tenant}, record_id, texts
      from recorded join json_to_recordset(${rows}::json) as record (record_id uuid, texts json) using (record_id)
    ${RETURNING_TRUE})`;
}

export const toContent = (row: RecordRow, sealed?: readonly SealedText[]): AuditContent => ({
  id: row.record_id,
  time: row.occurred_at.toISOString(),
  type: row.type,
  actor: { id: row.actor_id, kind: row.actor_kind, displayName: row.actor_name },
  target: { type: row.target_type, id: row.target_id, displayName: row.target_name },
  requestId: row.request_id,
  outcome: row.outcome,
  fields: row.fields,
  ...(sealed !== undefined && sealed.length > 0 && { sealed }),
});
