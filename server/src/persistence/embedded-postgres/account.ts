/** PostgreSQL does not run as root. For root, this file finds an unprivileged account. */
import { EmbeddedPostgresError } from './failures.ts';
import { type Account, runProgram } from './processes.ts';

const CREATE = '--system --user-group --no-create-home --home-dir /nonexistent --shell /bin/false charter';

async function lookUp(name: string): Promise<Account | undefined> {
  const [uid, gid] = await Promise.all([runProgram('id', ['-u', name]), runProgram('id', ['-g', name])]);
  const account = { uid: Number(uid.output.trim()), gid: Number(gid.output.trim()) };
  return uid.code === 0 && gid.code === 0 && account.uid > 0 ? account : undefined;
}

export const runsAsRoot = (): boolean => process.getuid?.() === 0;

/**
 * Returns the account for a new cluster; undefined unless this process runs as root. initdb needs an account of the
 * passwd database: that of a system PostgreSQL, else `charter`, created if possible, else `nobody`.
 */
export async function chooseAccount(): Promise<Account | undefined> {
  if (!runsAsRoot()) return undefined;
  let account = (await lookUp('postgres')) ?? (await lookUp('charter'));
  if (!account && (await runProgram('useradd', CREATE.split(' '))).code === 0)
    account = await lookUp('charter');
  account ??= await lookUp('nobody');
  if (account) return account;
  throw new EmbeddedPostgresError(
    'NoAccount',
    'PostgreSQL does not run as root, and there is no unprivileged account. Create one (useradd --system charter), ' +
      'start as an ordinary user, or set DATABASE_URL to a PostgreSQL 15 or newer of your own.',
  );
}

/** Checks, as that account, the rights (`rwx`) to a file or folder. */
export async function mayAccess(
  path: string,
  rights: string,
  account: Account | undefined,
): Promise<boolean> {
  const tests = [...rights].map((right) => `test -${right} "$1"`).join(' && ');
  return (await runProgram('/bin/sh', ['-c', tests, 'sh', path], account)).code === 0;
}
