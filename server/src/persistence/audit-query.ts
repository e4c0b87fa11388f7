/** Builds the statements that list and count records. Values except the limit are parameters; `$1` is the tenant. */
import type { AuditCondition, AuditPosition, AuditQuery, Comparison } from '../engine/audit/ports.ts';
import { READ_COLUMNS } from './audit-rows.ts';
import { limitFor, ParameterList, type Statement } from './statements.ts';

const COLUMN_OF: Record<AuditCondition['field'], string> = {
  time: 'r.occurred_at',
  sequence: 'c.sequence',
  type: 'r.type',
  'actor/id': 'r.actor_id',
  'target/id': 'r.target_id',
};

const OPERATOR: Record<Comparison, string> = { eq: '=', ge: '>=', gt: '>', le: '<=', lt: '<' };

const FROM = `
  from charter.audit_records r join charter.audit_chain c using (tenant_id, record_id)
 where r.tenant_id = $1 and c.tenant_id = $1`;

const READ = `select ${READ_COLUMNS}, c.sequence, encode(c.hash, 'hex') as hash ${FROM}`;

function whereOf(
  { trail, conditions }: Pick<AuditQuery, 'trail' | 'conditions'>,
  parameters: ParameterList,
): string {
  const place = parameters.place(trail);
  const parts = [`r.trail = ${place} and c.trail = ${place}`];
  for (const { field, operator, value } of conditions) {
    parts.push(`${COLUMN_OF[field]} ${OPERATOR[operator]} ${parameters.place(value)}`);
  }
  return parts.map((part) => ` and ${part}`).join('');
}

function afterOf(position: AuditPosition, sign: '<' | '>', parameters: ParameterList): string {
  if ('sequence' in position) return ` and c.sequence ${sign} ${parameters.place(position.sequence)}`;
  const [time, id] = [parameters.place(position.time), parameters.place(position.id)];
  return ` and (r.occurred_at, r.record_id) ${sign} (${time}::timestamptz, ${id}::uuid)`;
}

export function listStatement(query: AuditQuery): Statement {
  const parameters = new ParameterList();
  const [key, direction] = query.order.split(' ') as ['time' | 'sequence', 'asc' | 'desc'];
  const keys = key === 'time' ? ['r.occurred_at', 'r.record_id'] : ['c.sequence'];
  const where = whereOf(query, parameters);
  const after = query.after ? afterOf(query.after, direction === 'asc' ? '>' : '<', parameters) : '';
  const order = keys.map((column) => `${column} ${direction}`).join(', ');
  const text = `${READ}${where}${after} order by ${order} limit ${limitFor(query.top)}`;
  return { text, values: parameters.values };
}

export function countStatement(query: Pick<AuditQuery, 'trail' | 'conditions'>): Statement {
  const parameters = new ParameterList();
  const text = `select count(*)::int as count${FROM}${whereOf(query, parameters)}`;
  return { text, values: parameters.values };
}

export function aboutStatement(
  subjectId: string,
  { top, after }: Pick<AuditQuery, 'top' | 'after'>,
): Statement {
  const parameters = new ParameterList();
  const where = ` and r.team_id = ${parameters.place(subjectId)}`;
  const start = after ? afterOf(after, '<', parameters) : '';
  const text = `${READ}${where}${start} order by r.occurred_at desc, r.record_id desc limit ${limitFor(top)}`;
  return { text, values: parameters.values };
}
