import type { Clock } from '../../../kernel/clock.ts';
import type { Statements } from '../../../kernel/sql.ts';
import type { SuiteDatabase } from '../../../kernel/suite-database.ts';

/** Base of the suite's stores: the database and the clock. */
export class GraphStore {
  readonly #database: SuiteDatabase;
  readonly #clock: Clock;

  constructor(database: SuiteDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  protected in(tenantId: string): Statements {
    return this.#database.in(tenantId);
  }

  protected now(): Date {
    return this.#clock.now();
  }

  /** Returns the time this many milliseconds ago. */
  protected ago(milliseconds: number): Date {
    return new Date(this.now().getTime() - milliseconds);
  }
}
