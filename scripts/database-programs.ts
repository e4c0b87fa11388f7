/** Runs PostgreSQL's own programs for backup and restore. */
import { spawnSync } from 'node:child_process';

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

/** The password goes into the environment, because everybody on the machine can read arguments. */
export function runOnDatabase(program: string, url: string, args: readonly string[]): void {
  const target = new URL(url);
  const password = decodeURIComponent(target.password);
  target.password = '';
  run(program, [`--dbname=${target.href}`, ...args], password === '' ? {} : { PGPASSWORD: password });
}
