import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type DatabaseClock, SYNCHRONISATION_MILLISECONDS } from '../persistence/database-clock.ts';
import { startPeriodicTask } from '../workers/periodic-task.ts';

const SKEW_WARNING_MILLISECONDS = 2_000;

/** Synchronises the clock with the database now and at a fixed interval. */
export async function followDatabaseClock(clock: DatabaseClock, pool: Pool, log: Logger) {
  let warnedOf = 0;
  const synchronise = async (): Promise<void> => {
    await clock.synchronise(pool);
    const skew = clock.skew();
    if (Math.abs(skew - warnedOf) < SKEW_WARNING_MILLISECONDS) return;
    warnedOf = skew;
    log.warn({ skewMilliseconds: skew }, "This machine's clock differs from the database's, which is used.");
  };
  await synchronise();
  const milliseconds = SYNCHRONISATION_MILLISECONDS;
  return startPeriodicTask({ name: 'synchronise-clock', milliseconds, run: synchronise }, log);
}
