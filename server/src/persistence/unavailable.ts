/** The 503s of a database that can't answer now (docs/specification.md, 6). */
import { CharterError } from '../kernel/errors.ts';

/**
 * SQLSTATEs that pass without a change of the statement (PostgreSQL manual, appendix A): lost connection,
 * read-only server, lack of resources, lock or statement timeout, shutdown, I/O error.
 */
const PASSING_STATE = /^(08...|25006|25P03|53...|55P03|57014|57P0[1-5]|58030)$/;
const LOST_SOCKET =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|EPIPE|ENOENT)$/;
const SILENT = 'Query read timeout';
/** Messages of pg about a connection that is gone; they carry no code. */
const LOST_CLIENT = /^(Connection terminated|Client has encountered a connection error|Client was closed)/;
const READ_ONLY = '25006';

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return (
    PASSING_STATE.test(code) ||
    LOST_SOCKET.test(code) ||
    LOST_CLIENT.test(error.message) ||
    error.message === SILENT
  );
}

/** Whether the connection is to be replaced: its server is silent, or has become a read-only standby. */
export const leadsNowhere = (error: unknown): boolean =>
  codeOf(error) === READ_ONLY || (error instanceof Error && error.message === SILENT);

/** 503 for callers; the reason is in `cause`, for the log. */
export const unavailable = (cause: unknown): CharterError =>
  new CharterError('ServiceUnavailable', 'The database does not answer. Try again soon.', {
    cause,
    retryAfterSeconds: 5,
  });

/** 503 for a tenant that uses its share of the database already. */
export const busy = (cause: unknown): CharterError =>
  new CharterError(
    'ServiceUnavailable',
    'Your organisation has too many calls under way. Send fewer at once, and try again soon.',
    { cause, retryAfterSeconds: 2 },
  );

/** The error itself, or a 503 in place of one that passes. */
export const orUnavailable = (error: unknown): unknown => (isPassing(error) ? unavailable(error) : error);
