/**
 * The database of suites and of the directory. Retries statements after a lost race, and turns database errors into
 * CharterErrors.
 */
import { CharterError } from './errors.ts';
import { type Message, say } from './messages.ts';
import { type Statements, statements } from './sql.ts';
import type { TenantDatabases } from './tenant-databases.ts';

/** Thrown when a unique index has rejected every try of a statement. */
export class TakenError extends Error {
  constructor(cause: Error) {
    super('A unique index rejected the row.', { cause });
  }
}

const UNIQUE_VIOLATION = '23505';
/** SQLSTATEs of a statement that lost a race against a concurrent one. A retry sees the concurrent changes. */
const LOST_RACES = [UNIQUE_VIOLATION, '40001', '40P01'];
const MOST_TRIES = 4;

/** Recognises an error with an SQLSTATE, as pg reports it. */
const isDatabaseError = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code));

/** Returns the public error. The database error is its cause, which is only logged. */
function toPublicError(error: unknown): unknown {
  if (!isDatabaseError(error)) return error;
  if (error.code.startsWith('40')) {
    return new CharterError(
      'ServiceUnavailable',
      say('overtaken', 'Other calls change the same things. Try again soon.'),
      {
        cause: error,
        retryAfterSeconds: 5,
      },
    );
  }
  if (error.code.startsWith('22')) {
    return new CharterError(
      'InvalidRequest',
      say(
        'suite.unstorable',
        'A text holds a character that cannot be stored (NUL, or half of a surrogate pair). Remove it.',
      ),
      { cause: error },
    );
  }
  return new CharterError('SuiteError', rejectionOf(error.code), { cause: error });
}

/** Returns the reason by SQLSTATE (PostgreSQL, appendix A). The database's own text may hold other people's data. */
function rejectionOf(code: string): Message {
  if (code.startsWith('23')) {
    return say('embedded.conflict', 'Something that this needs was deleted or changed meanwhile.');
  }
  return say(
    'embedded.rejected',
    'The database rejected the change (SQLSTATE {code}). An administrator finds the details in the log.',
    { code },
  );
}

export type SuiteDatabases = TenantDatabases;

/**
 * Runs a statement or a transaction. Retries it after a lost race, so it must be idempotent.
 * @throws TakenError when a unique index rejects every try
 */
async function guarded<T>(access: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await access();
    } catch (error) {
      if (!isDatabaseError(error) || !LOST_RACES.includes(error.code)) throw toPublicError(error);
      if (tries < MOST_TRIES) continue;
      throw error.code === UNIQUE_VIOLATION ? new TakenError(error) : toPublicError(error);
    }
  }
}

export class SuiteDatabase {
  readonly #databases: SuiteDatabases;

  constructor(databases: SuiteDatabases) {
    this.#databases = databases;
  }

  in(tenantId: string): Statements {
    return statements(this.#databases.for(tenantId), tenantId, guarded);
  }
}
