/** Runs a program to its end in a clean environment, as another account if asked. */
import { spawn } from 'node:child_process';

/** The operating system account a process runs as; undefined stands for our own. */
export interface Account {
  uid: number;
  gid: number;
}

export interface ProgramResult {
  /** Exit code; undefined when the program could not be started or ended by a signal. */
  code: number | undefined;
  /** Both output streams, in the order they were written. */
  output: string;
}

/**
 * The environment of every PostgreSQL program: the caller's PG* variables must not reach it, messages
 * stay English so that they can be recognised, and TZ saves initdb a search through all time zones.
 */
export function programEnvironment(): NodeJS.ProcessEnv {
  const path = process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin';
  return { PATH: path, LC_ALL: 'C', TZ: 'UTC' };
}

/** Spawn options that every PostgreSQL program shares. */
export function programOptions(account: Account | undefined): {
  cwd: string;
  env: NodeJS.ProcessEnv;
  uid?: number;
  gid?: number;
} {
  return { cwd: '/', env: programEnvironment(), ...(account && { uid: account.uid, gid: account.gid }) };
}

/** Never rejects: a program that cannot start has no code and its reason as output. */
export function runProgram(file: string, args: string[], account?: Account): Promise<ProgramResult> {
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
