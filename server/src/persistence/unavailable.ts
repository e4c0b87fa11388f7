/** The errors of an unavailable database: 503s (docs/specification.md, section 6), and starts that fail. */
import { CharterError } from '../kernel/errors.ts';
import { say } from '../kernel/messages.ts';

/**
 * SQLSTATEs of transient errors (PostgreSQL manual, appendix A): lost connection, read-only server, lack of
 * resources, lock or statement timeout, shutdown, I/O error.
 */
const PASSING_STATE = /^(08...|25006|25P03|53...|55P03|57014|57P0[1-5]|58030)$/;
const LOST_SOCKET =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|EPIPE|ENOENT)$/;
const SILENT = 'Query read timeout';
/** pg's messages about a lost connection; they have no code. */
const LOST_CLIENT = /^(Connection terminated|Client has encountered a connection error|Client was closed)/;
const READ_ONLY = '25006';
/** SQLSTATEs of a transaction that PostgreSQL ended in favour of a concurrent one. */
const LOST_RACE = /^(40001|40P01)$/;

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

/** Returns true when the connection must be replaced: its server is silent, or has become a read-only standby. */
export const mustReplaceConnection = (error: unknown): boolean =>
  codeOf(error) === READ_ONLY || (error instanceof Error && error.message === SILENT);

/** The names of PostgreSQL's host may not resolve while a cluster starts. */
const UNRESOLVED = /^(ENOTFOUND|EAI_AGAIN)$/;
/** pg's message when a server accepts the connection but does not respond in time. */
const NO_ANSWER = /^timeout exp/;
const FULL = '53100';

const REASONS: Readonly<Record<string, string>> = {
  [FULL]: 'PostgreSQL has no disk space left.',
  [READ_ONLY]: 'PostgreSQL is read-only: it may be a standby.',
  '55P03': 'PostgreSQL waits for a lock.',
  '53300': 'PostgreSQL has no free connection.',
  '57P01': 'PostgreSQL is stopping.',
  '57P02': 'PostgreSQL is stopping.',
  '57P03': 'PostgreSQL is starting.',
};

/**
 * Returns a sentence about a transient failure of the database, which anybody may read: it names no host. Undefined for
 * any other error. Looks at the cause of a CharterError, because a failed start has the failure as its cause.
 */
export function transientReason(error: unknown): string | undefined {
  if (error instanceof CharterError) return transientReason(error.cause);
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error);
  // ENOENT from `connect` means that PostgreSQL's socket is missing. From other calls it means a missing file, which is
  // not transient.
  if (code === 'ENOENT' && !('syscall' in error && error.syscall === 'connect')) return undefined;
  if (!isPassing(error) && !UNRESOLVED.test(code) && !NO_ANSWER.test(error.message)) return undefined;
  return REASONS[code] ?? `PostgreSQL does not answer${code && ` (${code})`}.`;
}

/** Returns the error that ends a start. Its message says what the operator must do. */
export const startFailure = (message: string, cause?: unknown): CharterError =>
  new CharterError('ServiceUnavailable', message, { cause });

/** Part of pg's message when the server asks for a password and the client has none. */
const NO_PASSWORD = 'client password must be a string';

/** Returns the error of a start whose database can't be reached. OpenSSL ends its messages with a line feed. */
export const unreachable = (setting: string, cause: Error): CharterError =>
  startFailure(
    cause.message.includes(NO_PASSWORD)
      ? `PostgreSQL asks for a password, and there is none. Give it in ${setting}, PGPASSWORD or ~/.pgpass.`
      : `${setting} can't be reached: ${cause.message.trim()}. Check host, port, user, password and TLS settings.`,
    cause,
  );

/** Returns a 503. The reason is in `cause`, for the log. */
export const unavailable = (cause: unknown): CharterError =>
  new CharterError(
    'ServiceUnavailable',
    say('database.silent', 'The database does not answer. Try again soon.'),
    {
      cause,
      retryAfterSeconds: 5,
    },
  );

/** Returns a 503 for a tenant that already uses its share of the database. The reason is for the log. */
export const tenantBusy = ({ message: reason }: Error): CharterError =>
  new CharterError(
    'ServiceUnavailable',
    say(
      'database.busy',
      'Your organisation has too many calls under way. Send fewer at once, and try again soon.',
    ),
    { log: { reason }, retryAfterSeconds: 2 },
  );

/** Returns a 503 for a transaction that lost against a concurrent one. Nothing of it was written. */
const overtaken = (cause: unknown): CharterError =>
  new CharterError(
    'ServiceUnavailable',
    say('overtaken', 'Other calls change the same things. Try again soon.'),
    {
      cause,
      retryAfterSeconds: 1,
    },
  );

/** Returns a 503 for a transient error, else the error itself. */
export function toUnavailable(error: unknown): unknown {
  if (isPassing(error)) return unavailable(error);
  return LOST_RACE.test(codeOf(error)) ? overtaken(error) : error;
}
