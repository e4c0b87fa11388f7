/** Runs the client programs of PostgreSQL for backup and restore. */
import { spawnSync } from 'node:child_process';
import { changeDatabaseUrl } from '../server/src/kernel/database-url.ts';

export function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

export function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): void {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  if (error !== undefined)
    fail(`${program} can't be run: ${error.message}. Install PostgreSQL's client programs.`);
  if (status !== 0) fail(`${program} ended with ${status}.`);
}

/** Passes the password in the environment, because every user of the machine can read arguments. */
export function runOnDatabase(program: string, url: string, args: readonly string[]): void {
  let password = '';
  const target = changeDatabaseUrl(url, (parts) => {
    password = decodeURIComponent(parts.password);
    parts.password = '';
  });
  run(program, [`--dbname=${target}`, ...args], password === '' ? {} : { PGPASSWORD: password });
}
