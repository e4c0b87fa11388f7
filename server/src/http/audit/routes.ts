/** Routes of the audit trails. The query options are those of docs/specification.md, sections 2 and 12. */
import type { Static } from 'typebox';
import type { AuditRecord } from '../../engine/audit/model.ts';
import type { AuditCondition, AuditOrder, AuditPosition } from '../../engine/audit/ports.ts';
import {
  type ListRecordsInput,
  listAuditKeys,
  listRecords,
  listTrails,
} from '../../engine/audit/read-trails.ts';
import { TRAILS } from '../../flows/definitions.ts';
import { say } from '../../kernel/messages.ts';
import { asNumber, asTime, asUuid, readCursor } from '../cursors.ts';
import { type FilterField, type FilterLanguage, parseFilter } from '../filter.ts';
import { readTop } from '../paging.ts';
import { route } from '../route.ts';
import { Closed, Id } from '../schema.ts';
import { AuditKeys, AuditTrailRecords, AuditTrailRecordsQuery, AuditTrails } from './schemas.ts';

const EXACT: FilterField = { type: 'string', operators: ['eq'] };
const COMPARED = ['eq', 'ge', 'gt', 'le', 'lt'] as const;

const RECORD_FILTER: FilterLanguage<AuditCondition['field']> = {
  subject: 'Records',
  supported: say(
    'filter.supported.records',
    'Supported are eq over type, actor/id and target/id, and eq, ge, gt, le, lt over time and sequence, joined by and.',
  ),
  fields: {
    time: { type: 'time', operators: COMPARED },
    type: EXACT,
    'actor/id': EXACT,
    'target/id': EXACT,
    sequence: { type: 'integer', operators: COMPARED },
  },
};

/** @throws InvalidRequest that names the option and its valid values */
function readRecordsQuery(query: Static<typeof AuditTrailRecordsQuery>): Omit<ListRecordsInput, 'code'> {
  const { $top, $skiptoken, $filter, $orderby = 'time desc', $count } = query;
  return {
    top: readTop($top),
    countAll: $count ?? false,
    order: $orderby,
    conditions: $filter === undefined ? [] : (parseFilter($filter, RECORD_FILTER) as AuditCondition[]),
    filter: $filter ?? '',
    after: readPosition($skiptoken, $orderby),
  };
}

/** Rejects a cursor by time when the list is ordered by sequence, and vice versa. @throws InvalidRequest */
export function readPosition(cursor: string | undefined, order: AuditOrder): AuditPosition | undefined {
  if (order.startsWith('sequence')) {
    const [sequence] = readCursor(cursor, asNumber()) ?? [];
    return sequence === undefined ? undefined : { sequence };
  }
  const [time, id] = readCursor(cursor, asTime, asUuid) ?? [];
  return time && id !== undefined ? { time, id } : undefined;
}

/** Returns the values that the cursor of the next page contains. */
export const cursorKeyOf = (position: AuditPosition): (string | number)[] =>
  'sequence' in position ? [position.sequence] : [position.time.getTime(), position.id];

export const getAuditTrailsRoute = route(
  {
    summary: 'List the audit trails',
    collection: AuditTrails,
    context: 'auditTrails',
    description: 'Each with the types and fields of its records.',
  },
  async (deps, { principal }) => ({ items: listTrails({ ...deps, trails: TRAILS }, principal) }),
);

/** Merges the trail's own fields with the common ones, which take precedence. */
const present = ({ fields, ...common }: AuditRecord) => ({ ...fields, ...common });

export const getAuditTrailRecordsRoute = route(
  {
    summary: 'List the records of an audit trail',
    params: Closed({ code: Id('Code of the audit trail') }),
    querystring: AuditTrailRecordsQuery,
    collection: AuditTrailRecords,
    context: "auditTrails(':code')/records",
    description:
      'Newest first by default. Includes everything committed before the call, with its position in the chain. The read is recorded in the trail `security`: `audit_exported` in the order `sequence asc`, `audit_queried` otherwise, once in ten minutes for each caller, trail and filter.',
  },
  async (deps, { principal, context, params, query }) => {
    const input = { ...params, ...readRecordsQuery(query) };
    const { items, next, count } = await listRecords({ ...deps, trails: TRAILS }, principal, context, input);
    return { items: items.map(present), count, next: next && cursorKeyOf(next) };
  },
);

export const getAuditKeysRoute = route(
  {
    summary: 'List the public keys that verify checkpoints of the audit trails',
    response: AuditKeys,
    description: 'A JWK Set. Keep a copy outside of the service, so that a verifier does not depend on it.',
  },
  async (deps, { principal }) => ({ keys: await listAuditKeys(deps, principal) }),
);
