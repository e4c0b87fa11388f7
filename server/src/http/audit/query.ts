/** Reads the query options of getAuditTrailRecords (docs/specification.md, sections 2 and 12). */

import type { Static } from 'typebox';
import type { ListRecordsInput } from '../../engine/audit/list-records.ts';
import type { AuditCondition, AuditOrder, AuditPosition } from '../../engine/audit/ports.ts';
import { say } from '../../kernel/messages.ts';
import { asNumber, asTime, asUuid, readCursor } from '../cursors.ts';
import { type FilterField, type FilterLanguage, parseFilter } from '../filter.ts';
import { readTop } from '../paging.ts';
import type { AuditTrailRecordsQuery } from './schemas.ts';

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
export function readRecordsQuery(
  query: Static<typeof AuditTrailRecordsQuery>,
): Omit<ListRecordsInput, 'code'> {
  const { $top, $skiptoken, $filter, $orderby = 'time desc', $count } = query;
  return {
    top: readTop($top),
    countAll: $count ?? false,
    order: $orderby,
    conditions: $filter === undefined ? [] : (parseFilter($filter, RECORD_FILTER) as AuditCondition[]),
    after: readPosition($skiptoken, $orderby),
  };
}

/** Rejects a cursor by time when the order is by sequence, and the reverse. @throws InvalidRequest */
export function readPosition(cursor: string | undefined, order: AuditOrder): AuditPosition | undefined {
  if (order.startsWith('sequence')) {
    const [sequence] = readCursor(cursor, asNumber()) ?? [];
    return sequence === undefined ? undefined : { sequence };
  }
  const [time, id] = readCursor(cursor, asTime, asUuid) ?? [];
  return time && id !== undefined ? { time, id } : undefined;
}

/** Returns the values that the cursor of the next page contains. */
export const keyOf = (position: AuditPosition): (string | number)[] =>
  'sequence' in position ? [position.sequence] : [position.time.getTime(), position.id];
