/**
 * The service under test, from outside: a process started as an operator starts it, or the one that
 * CHARTER_ACCEPTANCE_URL names. In the latter case the environment must also be one in which `charter token`
 * finds that service's data, and its rate limits must be raised as RAISED_LIMITS does.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '../server/test/postgres.ts';

const CHARTER = fileURLToPath(new URL('../cli/bin/charter.js', import.meta.url));
/** A node without `api` has no address. */
const READY = /^(?:Charter is ready at (\S+)|The worker of Charter is ready\.)$/m;
const START_MILLISECONDS = 60_000;
const STOP_MILLISECONDS = 30_000;

/** Set: that service is tested, and suites that must start and stop their own say that they can't. */
export const GIVEN_URL: string | undefined = process.env.CHARTER_ACCEPTANCE_URL || undefined;

/** For suites that call more often than a person does. */
export const RAISED_LIMITS = {
  CHARTER_RATE_LIMIT_TIER_1: '100000',
  CHARTER_RATE_LIMIT_TIER_2: '100000',
  CHARTER_RATE_LIMIT_TIER_3: '100000',
  CHARTER_RATE_LIMIT_ALL: '100000',
};

export type Environment = Record<string, string>;

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Service {
  /** Where it listens, which need not be where it says people reach it. */
  url: string;
  /** What it printed about that; empty for a node without `api`. */
  announcedUrl: string;
  /** In which `charter` finds this service and its data. */
  environment: Environment;
  /** Of the owner, where the suite made the database itself. */
  databaseUrl: string | undefined;
  pid: number | undefined;
  /** Everything it printed so far. */
  output(): string;
  /**
   * Sends the signal and waits for the end.
   * @throws Error with all that it printed, when it had ended by itself
   */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

export interface StartOptions {
  environment?: Environment;
  /** After `serve`. */
  args?: readonly string[];
}

/** What a child must have of this process, and nothing that would configure it. */
export function bareEnvironment(): Environment {
  const names = ['PATH', 'HOME', 'TMPDIR', 'USER', 'LANG'];
  return Object.fromEntries(
    names
      .map((name) => [name, process.env[name]])
      .filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

interface Output {
  text: () => string;
  onText: (listen: () => void) => void;
}

function collect(child: ChildProcess): Output {
  let text = '';
  const listeners: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      for (const listen of listeners) listen();
    });
  }
  return { text: () => text, onText: (listen) => listeners.push(listen) };
}

/** Where the service says it is ready. @throws Error with all that it printed instead. */
function readyAt(child: ChildProcess, ended: Promise<Ended>, output: Output): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The service ${why}:\n${output.text()}`));
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail('was not ready in time');
    }, START_MILLISECONDS);
    ended.then(({ code, signal }) => {
      clearTimeout(timer);
      fail(`ended with ${code ?? signal} before it was ready`);
    });
    output.onText(() => {
      const found = READY.exec(output.text());
      if (found === null) return;
      clearTimeout(timer);
      resolve(found[1] ?? '');
    });
  });
}

/** Starts `charter serve` and resolves when it says it is ready. */
export async function startNode({ environment = {}, args = [] }: StartOptions): Promise<Service> {
  const port = environment.PORT ?? String(await freePort());
  // What a node keeps beside its database (audit checkpoints, their key) goes with it.
  const folder = await mkdtemp(join(tmpdir(), 'charter-node-'));
  // Lifecycle runs begin when a suite says so, whatever the hour.
  const quiet = { CHARTER_LOG_LEVEL: 'warn', CHARTER_LIFECYCLE_HOURS: 'off' };
  const own = { ...quiet, CHARTER_DATA_DIR: folder, ...environment, PORT: port };
  const child = spawn(process.execPath, [CHARTER, 'serve', ...args], {
    env: { ...bareEnvironment(), ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  const output = collect(child);
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => {
      process.off('exit', killWithUs);
      rmSync(folder, { recursive: true, force: true });
      resolve({ code, signal });
    });
  });
  const announcedUrl = await readyAt(child, ended, output);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    announcedUrl,
    environment: { ...own, CHARTER_URL: url },
    databaseUrl: environment.DATABASE_URL,
    pid: child.pid,
    output: output.text,
    stop: async (signal = 'SIGTERM') => {
      if (!child.kill(signal)) throw new Error(`The service had ended by itself:\n${output.text()}`);
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MILLISECONDS);
      const result = await ended;
      clearTimeout(timer);
      return result;
    },
  };
}

/** The given service, or one on a database of its own, which goes with it. */
export async function openService({ environment = {}, args = [] }: StartOptions = {}): Promise<Service> {
  if (GIVEN_URL !== undefined) {
    const inherited = Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    return {
      url: GIVEN_URL,
      announcedUrl: GIVEN_URL,
      environment: { ...Object.fromEntries(inherited), CHARTER_URL: GIVEN_URL },
      databaseUrl: undefined,
      pid: undefined,
      output: () => '',
      stop: async () => ({ code: 0, signal: null }),
    };
  }
  const database = await createTestDatabase();
  const service = await startNode({
    environment: { ...RAISED_LIMITS, DATABASE_URL: database.connectionString, ...environment },
    args,
  }).catch(async (error: unknown) => {
    await database.drop();
    throw error;
  });
  return {
    ...service,
    stop: async (signal) => {
      try {
        return await service.stop(signal);
      } finally {
        await database.drop();
      }
    },
  };
}

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs `charter` beside the service. */
export function charter(
  service: Pick<Service, 'environment'>,
  args: readonly string[],
  environment: Environment = {},
  interrupt?: AbortSignal,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [CHARTER, ...args], {
    env: { ...bareEnvironment(), ...service.environment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  interrupt?.addEventListener('abort', () => child.kill('SIGINT'), { once: true });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}
