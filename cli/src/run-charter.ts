/** Runs a command line as a child process, for tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `charter` with the commands that call the service. */
const CHARTER = fileURLToPath(new URL('../main.js', import.meta.url));

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export function spawnCharter(
  args: readonly string[],
  environment: Record<string, string> = {},
  program = CHARTER,
): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  // Keeps the developer's own sign-ins out of the tests.
  const own = { XDG_CONFIG_HOME: join(tmpdir(), 'charter-nobody-signed-in') };
  return spawn(process.execPath, [program, ...args], {
    env: { PATH, HOME, ...own, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs `charter` until it exits, with a token unless the environment overrides it. */
export function charter(
  args: readonly string[],
  environment: Record<string, string> = {},
  program = CHARTER,
): Promise<CommandResult> {
  const child = spawnCharter(args, { CHARTER_TOKEN: 'secret', ...environment }, program);
  const result = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    result.stdout += chunk;
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    result.stderr += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...result }));
  });
}
