/** PostgreSQL refuses to run as root: as root, this finds the unprivileged account to run it as. */
import { EmbeddedPostgresError } from './failures.ts';
import { type Account, runProgram } from './program.ts';

/** Accounts that are used when they exist; the first is what a system PostgreSQL runs as. */
const KNOWN_ACCOUNTS = ['postgres', '_postgres', 'charter'];

/** Ways to create a system account without home and login: shadow-utils, then BusyBox. */
const CREATE_ACCOUNT: ReadonlyArray<readonly [string, string[]]> = [
  [
    'useradd',
    [
      '--system',
      '--user-group',
      '--no-create-home',
      '--home-dir',
      '/nonexistent',
      '--shell',
      '/bin/false',
      'charter',
    ],
  ],
  ['adduser', ['-S', '-D', '-H', '-s', '/bin/false', 'charter']],
];

async function lookUp(name: string): Promise<Account | undefined> {
  const [uid, gid] = await Promise.all([runProgram('id', ['-u', name]), runProgram('id', ['-g', name])]);
  if (uid.code !== 0 || gid.code !== 0) return undefined;
  const account = { uid: Number(uid.output.trim()), gid: Number(gid.output.trim()) };
  return account.uid > 0 && Number.isInteger(account.gid) ? account : undefined;
}

async function firstKnown(names: readonly string[]): Promise<Account | undefined> {
  for (const name of names) {
    const account = await lookUp(name);
    if (account) return account;
  }
  return undefined;
}

async function createAccount(): Promise<Account | undefined> {
  for (const [program, args] of CREATE_ACCOUNT) {
    const { code } = await runProgram(program, args);
    if (code === 0) return lookUp('charter');
  }
  return undefined;
}

export const runsAsRoot = (): boolean => process.getuid?.() === 0;

/**
 * The account for a new cluster: undefined (our own) unless we are root. An existing cluster keeps the
 * account that owns its files. initdb needs the account to be in the passwd database, so a bare number
 * will not do; `nobody`, which every system has, is the last resort.
 */
export async function chooseAccount(): Promise<Account | undefined> {
  if (!runsAsRoot()) return undefined;
  const account =
    (await firstKnown(KNOWN_ACCOUNTS)) ?? (await createAccount()) ?? (await firstKnown(['nobody']));
  if (account) return account;
  throw new EmbeddedPostgresError(
    'NoAccount',
    'PostgreSQL does not run as root, and no unprivileged account could be found or created. ' +
      'Create one (for example: useradd --system charter), start as an ordinary user, ' +
      'or set DATABASE_URL to a PostgreSQL 15 or newer of your own.',
  );
}

/** Whether the account may enter the folder and use it: asked of the kernel, as that account. */
export async function mayWrite(folder: string, account: Account | undefined): Promise<boolean> {
  return (
    (await runProgram('/bin/sh', ['-c', 'test -w "$1" && test -x "$1"', 'sh', folder], account)).code === 0
  );
}

/** Whether the account may run the program. */
export async function mayRun(program: string, account: Account | undefined): Promise<boolean> {
  return (
    (await runProgram('/bin/sh', ['-c', 'test -x "$1" && test -r "$1"', 'sh', program], account)).code === 0
  );
}
