/**
 * Access to PostgreSQL for suites and the directory: one round trip for each statement. Values are always parameters, so
 * that few texts are prepared for each connection. Turns database errors into CharterErrors.
 */
import { CompiledQuery, type Kysely } from 'kysely';
import { CharterError } from './errors.ts';
import { type Message, say } from './messages.ts';
import { type Statements, statements } from './sql.ts';
import type { TenantDatabases } from './tenant-databases.ts';

/** Thrown when a unique index has rejected every try of a statement. */
export class TakenError extends Error {
  constructor(cause: Error) {
    super('A unique index refused the row.', { cause });
  }
}

const UNIQUE_VIOLATION = '23505';
/** SQLSTATEs of a statement that lost a race against a concurrent one. A retry sees the changes of that one. */
const LOST_RACES = [UNIQUE_VIOLATION, '40001', '40P01'];
const MOST_TRIES = 4;

/** Recognises an error with an SQLSTATE, as pg reports it. */
const isDatabaseError = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code));

/** Returns the public error; the log gets `cause`. */
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
  return new CharterError('SuiteError', refusalOf(error.code), { cause: error });
}

/** Returns the reason by SQLSTATE (PostgreSQL, appendix A). The database's own text may hold other people's data. */
function refusalOf(code: string): Message {
  if (code.startsWith('23')) {
    return say('embedded.conflict', 'Something that this needs was deleted or changed meanwhile.');
  }
  return say(
    'embedded.rejected',
    'The database rejected the change (SQLSTATE {code}). An administrator finds the details in the log.',
    { code },
  );
}

// biome-ignore lint/suspicious/noExplicitAny: the statements are SQL texts, which need no table types
type AnyTables = any;
export type SuiteDatabases = TenantDatabases;

async function execute<Row>(
  executor: Pick<Kysely<AnyTables>, 'executeQuery'>,
  text: string,
  parameters: unknown[],
): Promise<Row[]> {
  const { rows } = await executor.executeQuery<Row>(CompiledQuery.raw(text, parameters));
  return rows;
}

/**
 * Runs a statement or a transaction. Repeats it after a lost race, so it must be idempotent.
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

/** Runs statements whose `$1` is the tenant's id. */
export class SuiteDatabase {
  readonly #databases: SuiteDatabases;

  constructor(databases: SuiteDatabases) {
    this.#databases = databases;
  }

  in(tenantId: string): Statements {
    return statements(this.#databases.for(tenantId), tenantId, guarded);
  }

  /** Runs one statement that only reads. */
  async read<Row>(text: string, tenantId: string, ...values: unknown[]): Promise<Row[]> {
    try {
      return await execute<Row>(this.#databases.for(tenantId), text, [tenantId, ...values]);
    } catch (error) {
      throw toPublicError(error);
    }
  }

  /**
   * Runs one statement that writes all or nothing. Repeats it after a lost race, so it must be idempotent.
   * @throws TakenError when a unique index rejects every try
   */
  async write<Row>(text: string, tenantId: string, ...values: unknown[]): Promise<Row[]> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await execute<Row>(this.#databases.for(tenantId), text, [tenantId, ...values]);
      } catch (error) {
        if (!isDatabaseError(error) || !LOST_RACES.includes(error.code)) throw toPublicError(error);
        if (tries < MOST_TRIES) continue;
        throw error.code === UNIQUE_VIOLATION ? new TakenError(error) : toPublicError(error);
      }
    }
  }

  /** Runs several statements with the same parameters in one transaction. */
  async writeAll(texts: readonly string[], tenantId: string, ...values: unknown[]): Promise<void> {
    try {
      await this.#databases
        .for(tenantId)
        .transaction()
        .execute(async (transaction) => {
          for (const text of texts) await execute(transaction, text, [tenantId, ...values]);
        });
    } catch (error) {
      throw toPublicError(error);
    }
  }
}

/** Returns the SQL of a timestamp as API responses show it: RFC 3339, UTC, with milliseconds. */
export const asDateTime = (timestamp: string): string =>
  `to_char(${timestamp} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
