/** Builds the statements that list and count records. Every value is a parameter. */
import type { AuditCondition, AuditPosition, AuditQuery, Comparison } from '../engine/audit/ports.ts';

export interface Statement {
  text: string;
  values: unknown[];
}

const COLUMN_OF: Record<AuditCondition['field'], string> = {
  time: 'r.occurred_at',
  sequence: 'c.sequence',
  type: 'r.type',
  'actor/id': 'r.actor_id',
  'target/id': 'r.target_id',
};

const OPERATOR: Record<Comparison, string> = { eq: '=', ge: '>=', gt: '>', le: '<=', lt: '<' };

/**
 * With a limit as parameter, PostgreSQL plans for a tenth of the trail. The limit is therefore part of the text, in
 * a few sizes to bound the number of statements. The caller drops the surplus.
 */
const LIMITS = [26, 101, 251, 501, 1000];

/** Returns at least one more than the page size; the extra record shows that another page follows. */
const limitFor = (top: number): number => LIMITS.find((limit) => limit > top) ?? top + 1;

const FROM = `
  from charter.audit_records r join charter.audit_chain c using (tenant_id, record_id)
 where r.tenant_id = $1 and c.tenant_id = $1`;

const COLUMNS = `r.record_id, r.type, r.occurred_at, r.actor_id, r.actor_kind, r.actor_name, r.target_type,
  r.target_id, r.target_name, r.request_id, r.outcome, r.fields, c.sequence, encode(c.hash, 'hex') as hash`;

/** Collects values and returns their placeholders. */
class Values {
  readonly all: unknown[];

  constructor(...first: unknown[]) {
    this.all = first;
  }

  place(value: unknown): string {
    this.all.push(value);
    return `$${this.all.length}`;
  }
}

function whereOf({ trail, conditions }: Pick<AuditQuery, 'trail' | 'conditions'>, values: Values): string {
  const place = values.place(trail);
  const parts = [`r.trail = ${place} and c.trail = ${place}`];
  for (const { field, operator, value } of conditions) {
    parts.push(`${COLUMN_OF[field]} ${OPERATOR[operator]} ${values.place(value)}`);
  }
  return parts.map((part) => ` and ${part}`).join('');
}

function afterOf(position: AuditPosition, sign: '<' | '>', values: Values): string {
  if ('sequence' in position) return ` and c.sequence ${sign} ${values.place(position.sequence)}`;
  const [time, id] = [values.place(position.time), values.place(position.id)];
  return ` and (r.occurred_at, r.record_id) ${sign} (${time}::timestamptz, ${id}::uuid)`;
}

export function listStatement(tenantId: string, query: AuditQuery): Statement {
  const values = new Values(tenantId);
  const [key, direction] = query.order.split(' ') as ['time' | 'sequence', 'asc' | 'desc'];
  const keys = key === 'time' ? ['r.occurred_at', 'r.record_id'] : ['c.sequence'];
  const where = whereOf(query, values);
  const after = query.after ? afterOf(query.after, direction === 'asc' ? '>' : '<', values) : '';
  const order = keys.map((column) => `${column} ${direction}`).join(', ');
  const text = `select ${COLUMNS}${FROM}${where}${after} order by ${order} limit ${limitFor(query.top)}`;
  return { text, values: values.all };
}

export function countStatement(tenantId: string, query: Pick<AuditQuery, 'trail' | 'conditions'>): Statement {
  const values = new Values(tenantId);
  const text = `select count(*)::int as count${FROM}${whereOf(query, values)}`;
  return { text, values: values.all };
}
