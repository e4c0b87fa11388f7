/** The trail `security`, and its records of refused calls. */
import { defineRecord } from './define-record.ts';
import type { Trail } from './trails.ts';

export const securityTrail: Trail = { code: 'security', category: 'Security' };

export const callRefused = defineRecord(
  securityTrail,
  'call_refused',
  ['operation', 'method', 'path', 'status', 'errorCode', 'reason', 'count', 'lastTime', 'clientAddress'],
  'denied',
);

/** Number of rejected calls that were not recorded, because there were too many at once. */
export const refusalsDropped = defineRecord(securityTrail, 'refusals_dropped', ['count'], 'failure');
