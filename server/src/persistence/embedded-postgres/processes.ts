/** Runs programs and identifies processes. */
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

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
