/** The exit codes of every command. Scripts depend on them, so their meaning never changes. */
export const EXIT = {
  done: 0,
  rejected: 1,
  usage: 2,
  notPermitted: 3,
  notFound: 4,
  unreachable: 5,
  jobFailed: 6,
  tryLater: 7,
  stillRunning: 8,
  schemaBehind: 9,
  schemaAhead: 10,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_CODE_HELP = `Exit codes:
  0  done
  1  the service rejected the request, or failed
  2  wrong usage
  3  not signed in, or not permitted (401, 403)
  4  not found (404)
  5  the service is unreachable
  6  the job failed
  7  try again later: rate limit reached, or the service is unavailable (429, 503)
  8  the job was still running when --timeout ended
  9  the database lacks a migration: run charter migrate
  10 the database is newer than this version can use`;

/** An error that a command detects itself. Its message is shown to the user. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.name = 'CommandFailure';
    this.exitCode = exitCode;
  }
}

/** Returns the failure for a command that was called with wrong arguments. */
export const usage = (message: string): CommandFailure => new CommandFailure(EXIT.usage, message);
