/** Runs a test file in a process of its own, with a changed text in place of one source file. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const SUBSTITUTE = new URL('./substitute.mjs', import.meta.url).href;
const FAILURE = /^\s*not ok (?!.*# (?:TODO|SKIP))/;

export interface Trial {
  test: string;
  folder: string;
  milliseconds: number;
  signal: AbortSignal;
  env?: Readonly<Record<string, string>>;
}

export interface Substitute {
  /** Path of the replaced source file. */
  path: string;
  /** Path of the file with the changed text. */
  text: string;
}

export type Outcome = 'passed' | 'failed' | 'timed out' | 'interrupted';

/** Ends the test, with the processes that it started, at its first failure, at its time limit or at the signal. */
export function runTrial({ test, folder, milliseconds, signal, env }: Trial, substitute?: Substitute) {
  const { NODE_OPTIONS = '' } = process.env;
  const child = spawn(process.execPath, ['--test-reporter=tap', test], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
    env: {
      ...process.env,
      NODE_OPTIONS: `${NODE_OPTIONS} --import=${SUBSTITUTE}`,
      ...(substitute && {
        MUTATION_URL: pathToFileURL(substitute.path).href,
        MUTATION_TEXT: substitute.text,
      }),
      ...env,
    },
  });
  return new Promise<Outcome>((resolve, reject) => {
    let outcome: Outcome | undefined;
    const end = (reason: Outcome): void => {
      outcome ??= reason;
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // All processes of the test have ended.
      }
    };
    const interrupt = (): void => end('interrupted');
    const timer = setTimeout(() => end('timed out'), milliseconds);
    signal.addEventListener('abort', interrupt);
    createInterface(child.stdout).on('line', (line) => FAILURE.test(line) && end('failed'));
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', interrupt);
      end(code === 0 ? 'passed' : 'failed');
      resolve(outcome as Outcome);
    });
    if (signal.aborted) interrupt();
  });
}
