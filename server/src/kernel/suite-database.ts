/**
 * The database of suites and of the directory. Retries statements after a lost race, and turns database errors into
 * CharterErrors.
 */
import { CharterError } from './errors.ts';
import { type Message, say } from './messages.ts';
import { isUniqueViolation, type Statements, statements, UNIQUE_VIOLATION } from './sql.ts';
import type { TenantDatabases } from './tenant-databases.ts';

/** Thrown when a unique index has rejected every try of a statement. */
export class UniqueViolationError extends Error {
  constructor(cause: Error) {
    super('A unique index rejected the row.', { cause });
  }
}

/** SQLSTATEs of a statement that lost a race against a concurrent one. A retry sees the concurrent changes. */
const LOST_RACES = [UNIQUE_VIOLATION, '40001', '40P01'];
const MAX_TRIES = 4;

/** An error of PostgreSQL: its SQLSTATE, and the function of the server that reported it. */
type DatabaseError = Error & { code: string; routine?: string };

/** Recognises an error with an SQLSTATE, as pg reports it. */
const isDatabaseError = (error: unknown): error is DatabaseError =>
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
  const fault = faultOfData(error);
  if (fault !== undefined) return new CharterError('InvalidRequest', fault, { cause: error });
  // The same data fails again (class 22).
  const isFinal = error.code.startsWith('22');
  return new CharterError('SuiteError', rejectionOf(error.code), { cause: error, isFinal });
}

/**
 * Returns the advice to the caller, by SQLSTATE (PostgreSQL, appendix A); undefined for an error that the data of
 * the call does not explain. Half of a surrogate pair is a syntax error of the JSON that carries the values.
 */
function faultOfData({ code, routine = '' }: DatabaseError): Message | undefined {
  if (code === '22021' || code === '22P05' || (code === '22P02' && routine.startsWith('json'))) {
    return say(
      'suite.unstorable',
      'A text holds a character that cannot be stored (NUL, or half of a surrogate pair). Remove it.',
    );
  }
  if (code === '22001') return say('suite.textTooLong', 'A text is too long to be stored. Shorten it.');
  if (code === '22003' || code === '22008') {
    return say('suite.outOfRange', 'A number or a time is out of range. Change it.');
  }
  return undefined;
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
 * @throws UniqueViolationError when a unique index rejects every try
 */
async function guarded<T>(access: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await access();
    } catch (error) {
      if (!isDatabaseError(error) || !LOST_RACES.includes(error.code)) throw toPublicError(error);
      if (tries < MAX_TRIES) continue;
      throw isUniqueViolation(error) ? new UniqueViolationError(error) : toPublicError(error);
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
