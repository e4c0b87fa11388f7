/** Runs and identifies processes, and chooses the account that PostgreSQL runs as. */
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { EmbeddedPostgresError } from './failures.ts';

/** An operating system account. Undefined stands for the account of this process. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * Spawn options for PostgreSQL programs. They exclude the caller's PG* variables, request English messages for
 * failures.ts, and set TZ because initdb would otherwise search all time zones.
 */
export const programOptions = (account: Account | undefined) => ({
  cwd: '/',
  env: { PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  ...account,
});

/** Runs a program to its end. Never rejects: a program that can't start has no code, and the reason as output. */
export function runProgram(
  file: string,
  args: string[],
  account?: Account,
): Promise<{ code: number | undefined; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { ...programOptions(account), stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
    }
    child.once('error', (error) => resolve({ code: undefined, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? undefined, output: chunks.join('') }));
  });
}

/** Returns the command line of a process. Empty when the process does not exist. */
export function processCommand(pid: number): string {
  try {
    if (process.platform === 'linux') {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    }
    const args = ['-o', 'command=', '-p', String(pid)];
    return execFileSync('ps', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

/** Sends a signal. Returns false when the process is gone. */
export function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const NEW_ACCOUNT =
  '--system --user-group --no-create-home --home-dir /nonexistent --shell /bin/false charter';

async function lookUp(name: string): Promise<Account | undefined> {
  const [uid, gid] = await Promise.all([runProgram('id', ['-u', name]), runProgram('id', ['-g', name])]);
  const account = { uid: Number(uid.output.trim()), gid: Number(gid.output.trim()) };
  return uid.code === 0 && gid.code === 0 && account.uid > 0 ? account : undefined;
}

export const runsAsRoot = (): boolean => process.getuid?.() === 0;

/**
 * Returns the account for a new cluster, because PostgreSQL does not run as root; undefined for other users. initdb
 * needs an account of the passwd database: that of a system PostgreSQL, else `charter`, created if possible, else
 * `nobody`.
 */
export async function chooseAccount(): Promise<Account | undefined> {
  if (!runsAsRoot()) return undefined;
  let account = (await lookUp('postgres')) ?? (await lookUp('charter'));
  if (!account && (await runProgram('useradd', NEW_ACCOUNT.split(' '))).code === 0)
    account = await lookUp('charter');
  account ??= await lookUp('nobody');
  if (account) return account;
  throw new EmbeddedPostgresError(
    'NoAccount',
    'PostgreSQL does not run as root, and there is no unprivileged account. Create one (useradd --system charter), ' +
      'start as an ordinary user, or set DATABASE_URL to a PostgreSQL 15 or newer of your own.',
  );
}

/** Returns whether the account has the rights (`rwx`) to a file or folder. */
export async function mayAccess(
  path: string,
  rights: string,
  account: Account | undefined,
): Promise<boolean> {
  const tests = [...rights].map((right) => `test -${right} "$1"`).join(' && ');
  return (await runProgram('/bin/sh', ['-c', tests, 'sh', path], account)).code === 0;
}
