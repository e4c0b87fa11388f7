/**
 * How this room speaks to PostgreSQL: whole statements, each one round trip, whose texts never vary with
 * the input (each becomes a prepared statement of every connection). What the database says when it refuses
 * stays here; callers see CharterErrors.
 */
import { CompiledQuery, type Kysely } from 'kysely';
import { CharterError, invalidRequest } from '../../kernel/errors.ts';
import type { TenantDatabases } from '../../kernel/tenant-databases.ts';

/** An error with an SQLSTATE, as pg reports it. */
interface DatabaseError extends Error {
  code: string;
  constraint?: string;
}

/** A unique index refused the statement again and again: what it protects is taken. */
export class TakenError extends Error {
  /** Name of the index. */
  readonly index: string | undefined;

  constructor(cause: DatabaseError) {
    super('A unique index refused the row.', { cause });
    this.index = cause.constraint;
  }
}

const UNIQUE_VIOLATION = '23505';
/** The statement lost against another one; its next try sees what the other left. */
const LOST_RACES = [UNIQUE_VIOLATION, '40001', '40P01'];
const MOST_TRIES = 4;

const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code));

/** The part of a failure that a caller may know; the rest is in `cause`, for the log. */
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
// biome-ignore lint/suspicious/noExplicitAny: the suite writes its statements out, so the types of tables don't matter
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

  /** One statement that only reads. */
  async read<Row>(tenantId: string, text: string, parameters: readonly unknown[]): Promise<Row[]> {
    try {
      return await execute<Row>(this.#databases.for(tenantId), text, parameters);
    } catch (error) {
      throw toPublicError(error);
    }
  }

  /**
   * One statement that writes all or nothing, repeated when it lost a race, so that it must find by itself
   * what an earlier try or another caller left.
   * @throws TakenError when a unique index refuses it every time
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

  /** Several statements that are one change. */
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

/** @throws InvalidRequest when two of the things to be made have one marker: neither could be told apart later */
export function assertDistinctMarkers(items: readonly { marker: string }[]): void {
  if (new Set(items.map(({ marker }) => marker)).size < items.length) {
    throw invalidRequest('Each thing to be created needs a marker of its own.');
  }
}
