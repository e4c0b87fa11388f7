/** How a command ends; part of the command line's contract, shown by `charter --help`. */
export const EXIT = {
  done: 0,
  refused: 1,
  usage: 2,
  notPermitted: 3,
  notFound: 4,
  unreachable: 5,
  jobFailed: 6,
  tryLater: 7,
  stillRunning: 8,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_CODE_HELP = `Exit codes:
  0  done
  1  the service refused or failed the operation
  2  wrong usage
  3  not signed in, or not permitted (401, 403)
  4  not found (404)
  5  the service cannot be reached
  6  the job failed
  7  try again later: too many calls, or a part of the service is away (429, 503)
  8  the job had not ended when --timeout was over`;

/** An end that a command decides itself; its message is one plain sentence. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.name = 'CommandFailure';
    this.exitCode = exitCode;
  }
}
