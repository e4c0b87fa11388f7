/** Failures of the embedded PostgreSQL, each with the next step for the operator. */
import { CharterError } from '../../kernel/errors.ts';

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

/** The message is for the operator and names the next step. `reason` is for code. */
export class EmbeddedPostgresError extends CharterError {
  readonly reason: EmbeddedPostgresFailure;

  constructor(reason: EmbeddedPostgresFailure, message: string, cause?: unknown) {
    super('ServiceUnavailable', message, cause === undefined ? {} : { cause });
    this.name = 'EmbeddedPostgresError';
    this.reason = reason;
  }
}

const OTHER_FOLDER = 'or choose another folder with CHARTER_DATA_DIR';
const OWN_SERVER = 'or set DATABASE_URL to a PostgreSQL 15 or newer of your own';

const DISK_FULL = 'The disk is full. Free some space and start again.';

/** Patterns in the output of the server or initdb, with their meaning for the operator. */
const SYMPTOMS: ReadonlyArray<readonly [EmbeddedPostgresFailure, RegExp, string]> = [
  ['DiskFull', /No space left on device|Disk quota exceeded/i, DISK_FULL],
  [
    'InUse',
    /pre-existing shared memory block|lock file ".*" already exists/i,
    'Sessions of an earlier server on the same files have not ended yet. Try again in a moment.',
  ],
  ['PortTaken', /Address already in use/i, 'The port is taken by another program.'],
  ['OtherMajorVersion', /database files are incompatible/i, 'Another version of PostgreSQL wrote the data.'],
  [
    'NoAccount',
    /could not look up effective user ID/i,
    `The user running this has no entry in /etc/passwd, which PostgreSQL needs. Add one, ${OWN_SERVER}.`,
  ],
  [
    'SharedMemory',
    /could not (create|resize|map|allocate).*shared memory|Cannot allocate memory/i,
    `The machine does not have enough (shared) memory for PostgreSQL. Free some, ${OWN_SERVER}.`,
  ],
  [
    'MissingBinaries',
    /error while loading shared libraries|cannot execute|: not found$|ENOENT|Exec format error/im,
    `The PostgreSQL programs can't run on this machine (they need glibc on Linux). Run "npm ci" again, ${OWN_SERVER}.`,
  ],
  [
    'NoPermission',
    /Permission denied|Operation not permitted|Read-only file system|wrong ownership|invalid permissions/i,
    `PostgreSQL may not read or write its data folder. Check who owns it, ${OTHER_FOLDER}.`,
  ],
];

/** Explains a program's output to the operator. The last lines of the output stay in the message. */
export function explainFailure(what: string, output: string): EmbeddedPostgresError {
  const tail = output.trim().split('\n').slice(-8).join('\n');
  const found = SYMPTOMS.find(([, pattern]) => pattern.test(output));
  if (found) return new EmbeddedPostgresError(found[0], `${what}. ${found[2]}\n${tail}`.trim());
  return new EmbeddedPostgresError('Failed', `${what}.\n${tail}`.trim());
}

const ERRNO: Readonly<Record<string, readonly [EmbeddedPostgresFailure, string]>> = {
  EACCES: ['NoPermission', `Permission denied: check who owns it, ${OTHER_FOLDER}.`],
  EPERM: ['NoPermission', `Not permitted: check who owns it, ${OTHER_FOLDER}.`],
  EROFS: ['NoPermission', 'The file system is read-only: choose another folder with CHARTER_DATA_DIR.'],
  ENOENT: ['NoPermission', 'No folder can be made there: choose another with CHARTER_DATA_DIR.'],
  ENOTDIR: ['NoPermission', 'Part of the path is a file: choose another with CHARTER_DATA_DIR.'],
  ENOSPC: ['DiskFull', DISK_FULL],
  EDQUOT: ['DiskFull', DISK_FULL],
};

/** Explains a file system error. An EmbeddedPostgresError passes through. */
export function explainFileError(what: string, error: unknown): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error;
  const code = (error as NodeJS.ErrnoException)?.code ?? '';
  const known = ERRNO[code];
  if (known) return new EmbeddedPostgresError(known[0], `${what}. ${known[1]}`, error);
  const detail = error instanceof Error ? error.message : String(error);
  return new EmbeddedPostgresError('Failed', `${what}. ${detail}`, error);
}
