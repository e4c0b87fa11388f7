/** Converts audit records to rows and back. */
import type { AuditContent, AuditOutcome, AuditTarget, NewAuditRecord } from '../engine/audit/model.ts';
import type { Actor } from '../engine/principal.ts';
import { newId } from '../kernel/ids.ts';

/** Names and types of the columns for `json_to_recordset`. */
const RECORD_COLUMNS = `
  record_id uuid, trail text, type text, actor_id text, actor_kind text, actor_name text,
  target_type text, target_id text, target_name text, request_id text, outcome text, fields json`;

const NAMES = RECORD_COLUMNS.split(',').map((column) => column.trim().split(' ')[0] as string);

/** Columns of a RecordRow, from `charter.audit_records r`. */
export const READ_COLUMNS = ['occurred_at', ...NAMES].map((name) => `r.${name}`).join(', ');

/**
 * Returns the parts of a statement that write records. `$1` is the tenant, `$2` the time.
 * @param records the parameter with their rows
 * @param condition a join or WHERE clause that limits the records to write
 */
export const recordParts = (records: string, condition = ''): string => `
  recorded as (
    insert into charter.audit_records (tenant_id, occurred_at, ${NAMES.join(', ')})
    select $1, $2, ${NAMES.map((name) => `record.${name}`).join(', ')}
      from json_to_recordset(${records}::json) as record (${RECORD_COLUMNS}) ${condition}
    on conflict (tenant_id, record_id) do nothing
    returning record_id),
  pending as (
    insert into charter.audit_pending (tenant_id, record_id) select $1, record_id from recorded)`;

export interface RecordRow {
  record_id: string;
  trail: string;
  type: string;
  occurred_at: Date;
  actor_id: string;
  actor_kind: Actor['kind'];
  actor_name: string;
  target_type: AuditTarget['type'];
  target_id: string;
  target_name: string;
  request_id: string;
  outcome: AuditOutcome;
  fields: Record<string, unknown>;
}

const isSaid = ([, value]: [string, unknown]): boolean => value !== undefined && value !== null;

export const toRecordRow = (record: NewAuditRecord): Omit<RecordRow, 'occurred_at'> => ({
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
