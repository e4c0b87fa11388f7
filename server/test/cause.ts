import type { TimedCause } from '../src/domain/identity/ports.ts';
import { SYSTEM_ACTOR } from '../src/engine/principal.ts';

/** The cause of role and app changes in tests. */
export const CAUSE: TimedCause = {
  actor: SYSTEM_ACTOR,
  requestId: 'test',
  at: new Date('2026-11-21T08:00:00Z'),
};
