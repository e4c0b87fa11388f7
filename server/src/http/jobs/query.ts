/** Reads the query options of getJobs (docs/specification.md, section 2). */

import type { Static } from 'typebox';
import type { JobCondition, JobPosition, JobQuery } from '../../engine/jobs/ports.ts';
import { say } from '../../kernel/messages.ts';
import { asTime, asUuid, readCursor } from '../cursors.ts';
import { type FilterField, type FilterLanguage, parseFilter } from '../filter.ts';
import { readTop } from '../paging.ts';
import type { JobsQuery } from './schemas.ts';

const EXACT: FilterField = { type: 'string', operators: ['eq'] };

/** The field of a JobCondition, by its published name. */
const FIELD_OF = {
  status: 'status',
  outcome: 'outcome',
  'error/step': 'failedStep',
  type: 'type',
  'template/id': 'originId',
  'requester/id': 'requesterId',
  createdDateTime: 'createdAt',
} as const satisfies Record<string, JobCondition['field']>;

const JOB_FILTER: FilterLanguage<keyof typeof FIELD_OF> = {
  subject: 'Jobs',
  supported: say(
    'filter.supported.jobs',
    'Supported are eq over status, outcome, error/step, type, template/id and requester/id, and eq, ge, gt, le, lt over createdDateTime, joined by and.',
  ),
  fields: {
    status: EXACT,
    outcome: EXACT,
    'error/step': EXACT,
    type: EXACT,
    'template/id': EXACT,
    'requester/id': EXACT,
    createdDateTime: { type: 'time', operators: ['eq', 'ge', 'gt', 'le', 'lt'] },
  },
};

/** @throws InvalidRequest that names the option and its valid values */
export function readJobsQuery({ $top, $skiptoken, $filter }: Static<typeof JobsQuery>): JobQuery {
  const [createdAt, id] = readCursor($skiptoken, asTime, asUuid) ?? [];
  const clauses = $filter === undefined ? [] : parseFilter($filter, JOB_FILTER);
  return {
    top: readTop($top),
    after: createdAt && id !== undefined ? { createdAt, id } : undefined,
    conditions: clauses.map(
      ({ field, ...clause }) => ({ ...clause, field: FIELD_OF[field] }) as JobCondition,
    ),
  };
}

/** Returns the values that the cursor of the next page contains. */
export const keyOf = ({ createdAt, id }: JobPosition): (string | number)[] => [createdAt.getTime(), id];
