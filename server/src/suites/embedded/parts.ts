import type { SuiteLimits } from '../../domain/teams/limits.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { SuiteDatabase } from '../../kernel/suite-database.ts';

/** The parts that the modules of the suite share. */
export interface SuiteParts {
  database: SuiteDatabase;
  clock: Clock;
  limits: SuiteLimits;
}
