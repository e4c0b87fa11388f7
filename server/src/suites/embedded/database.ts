/**
 * The suite's access to PostgreSQL: one round trip for each statement. Texts never vary with the input, so that each is
 * prepared once for each connection. Turns database errors into CharterErrors.
 */
import { CompiledQuery, type Kysely } from 'kysely';
import { CharterError, invalidRequest } from '../../kernel/errors.ts';
import type { TenantDatabases } from '../../kernel/tenant-databases.ts';

/** An error with an SQLSTATE, as pg reports it. */
interface DatabaseError extends Error {
  code: string;
  constraint?: string;
}

/** A unique index rejected every try of a statement. */
export class TakenError extends Error {
  /** Name of the index. */
  readonly index: string | undefined;

  constructor(cause: DatabaseError) {
    super('A unique index refused the row.', { cause });
    this.index = cause.constraint;
  }
}

const UNIQUE_VIOLATION = '23505';
/** The statement lost against a concurrent one. Its next try sees the other's changes. */
const LOST_RACES = [UNIQUE_VIOLATION, '40001', '40P01'];
const MOST_TRIES = 4;

const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code));

/** Returns the public error; the log gets `cause`. */
function toPublicError(error: unknown): unknown {
  if (!isDatabaseError(error)) return error;
  if (error.code.startsWith('40')) {
    return new CharterError('ServiceUnavailable', 'Other calls change the same things. Try again soon.', {
      cause: error,
      retryAfterSeconds: 5,
    });
  }
  if (error.code.startsWith('22')) {
    return new CharterError(
      'InvalidRequest',
      'A text holds a character that cannot be stored (NUL, or half of a surrogate pair). Remove it.',
      { cause: error },
    );
  }
  return new CharterError('SuiteError', 'The embedded suite could not do this. The log says why.', {
    cause: error,
  });
}

/** A query builder or a transaction of one tenant. */
// biome-ignore lint/suspicious/noExplicitAny: the statements are SQL texts, which need no table types
type AnyTables = any;
export type SuiteDatabases = TenantDatabases<AnyTables>;
export type Executor = Pick<Kysely<AnyTables>, 'executeQuery'>;

export async function execute<Row>(
  executor: Executor,
  text: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await executor.executeQuery<Row>(CompiledQuery.raw(text, parameters as unknown[]));
  return rows;
}

export class EmbeddedDatabase {
  readonly #databases: SuiteDatabases;

  constructor(databases: SuiteDatabases) {
    this.#databases = databases;
  }

  /** Runs one statement that only reads. */
  async read<Row>(tenantId: string, text: string, parameters: readonly unknown[]): Promise<Row[]> {
    try {
      return await execute<Row>(this.#databases.for(tenantId), text, parameters);
    } catch (error) {
      throw toPublicError(error);
    }
  }

  /**
   * Runs one statement that writes all or nothing. Repeats it after a lost race, so it must be idempotent.
   * @throws TakenError when a unique index rejects every try
   */
  async write<Row>(tenantId: string, text: string, parameters: readonly unknown[]): Promise<Row[]> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await execute<Row>(this.#databases.for(tenantId), text, parameters);
      } catch (error) {
        if (!isDatabaseError(error) || !LOST_RACES.includes(error.code)) throw toPublicError(error);
        if (tries < MOST_TRIES) continue;
        throw error.code === UNIQUE_VIOLATION ? new TakenError(error) : toPublicError(error);
      }
    }
  }

  /** Runs several statements in one transaction. */
  async transaction<Result>(
    tenantId: string,
    work: (executor: Executor) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await this.#databases.for(tenantId).transaction().execute(work);
    } catch (error) {
      throw toPublicError(error);
    }
  }
}

/** @throws InvalidRequest when two items have the same marker: a later try could not tell them apart */
export function assertDistinctMarkers(items: readonly { marker: string }[]): void {
  if (new Set(items.map(({ marker }) => marker)).size < items.length) {
    throw invalidRequest('Each item to be created needs its own marker.');
  }
}
