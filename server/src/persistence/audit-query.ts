/** The statements that list and count records. */
import type { AuditCondition, AuditPosition, AuditQuery } from '../engine/audit/ports.ts';
import { columns, number, text } from '../kernel/columns.ts';
import { COMPARISON, type Sql, sql } from '../kernel/sql.ts';
import { RECORD, type RecordRow } from './audit-rows.ts';
import { limitFor } from './statement-parts.ts';

const COLUMN_OF: Record<AuditCondition['field'], Sql> = {
  time: sql`r.occurred_at`,
  sequence: sql`c.sequence`,
  type: sql`r.type`,
  'actor/id': sql`r.actor_id`,
  'target/id': sql`r.target_id`,
};

export interface SealedRow extends RecordRow {
  sequence: number;
  hash: string;
}

export const SEALED = columns<SealedRow>({
  ...RECORD.members,
  sequence: number(sql`c.sequence::float8`),
  hash: text(sql`encode(c.hash, 'hex')`),
});

const from = (tenant: Sql): Sql => sql`
  from charter.audit_records r join charter.audit_chain c using (tenant_id, record_id)
 where r.tenant_id = ${tenant} and c.tenant_id = ${tenant}`;

function whereOf({ trail, conditions }: Pick<AuditQuery, 'trail' | 'conditions'>): Sql {
  const code = sql.val(trail);
  const parts = conditions.map(
    ({ field, operator, value }) => sql`and ${COLUMN_OF[field]} ${COMPARISON[operator]} ${value}`,
  );
  return sql`and r.trail = ${code} and c.trail = ${code} ${sql.join(parts, sql` `)}`;
}

function afterOf(position: AuditPosition | undefined, sign: '<' | '>'): Sql {
  if (position === undefined) return sql``;
  if ('sequence' in position) return sql`and c.sequence ${sql.raw(sign)} ${position.sequence}`;
  const { time, id } = position;
  return sql`and (r.occurred_at, r.record_id) ${sql.raw(sign)} (${time}::timestamptz, ${id}::uuid)`;
}

export function listRecords(tenant: Sql, query: AuditQuery): Sql {
  const [key, direction] = query.order.split(' ') as ['time' | 'sequence', 'asc' | 'desc'];
  const way = sql.raw(direction);
  const order = key === 'time' ? sql`r.occurred_at ${way}, r.record_id ${way}` : sql`c.sequence ${way}`;
  return sql`
    select ${SEALED} ${from(tenant)} ${whereOf(query)} ${afterOf(query.after, direction === 'asc' ? '>' : '<')}
     order by ${order} limit ${limitFor(query.top)}`;
}

export const countRecords = (tenant: Sql, query: Pick<AuditQuery, 'trail' | 'conditions'>): Sql =>
  sql`select count(*)::int ${from(tenant)} ${whereOf(query)}`;

export const listRecordsAbout = (
  tenant: Sql,
  subjectId: string,
  { top, after }: Pick<AuditQuery, 'top' | 'after'>,
): Sql => sql`
  select ${SEALED} ${from(tenant)} and r.team_id = ${subjectId} ${afterOf(after, '<')}
   order by r.occurred_at desc, r.record_id desc limit ${limitFor(top)}`;
