/**
 * The service under test: a new process, or the service at CHARTER_ACCEPTANCE_URL. For the latter, `charter token`
 * must find the data of that service, and its rate limits must be those of RAISED_LIMITS.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase, type TestDatabaseTemplate } from '../server/test/postgres.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CHARTER = join(ROOT, 'server/bin/charter.js');
/** The program that `charter` starts on the pinned Node. The tests already run on that Node. */
const PROGRAM = join(ROOT, 'server/charter.js');
/** Files that determine the data that the first start of a service writes. */
const FIRST_START = ['server/src/**/*.*', 'templates/**/*.*', 'package-lock.json'];
/** The ready message. A node without `api` prints no address. */
const READY = /^(?:Charter is ready at (\S+)|The worker of Charter is ready\.)$/m;
const START_MILLISECONDS = 60_000;
const STOP_MILLISECONDS = 30_000;

/** Address of the service to test. Suites that start their own service are skipped when it is set. */
export const GIVEN_URL: string | undefined = process.env.CHARTER_ACCEPTANCE_URL || undefined;

/** Limits for suites that call more often than people do. */
export const RAISED_LIMITS = {
  CHARTER_RATE_LIMIT_TIER_1: '100000',
  CHARTER_RATE_LIMIT_TIER_2: '100000',
  CHARTER_RATE_LIMIT_TIER_3: '100000',
  CHARTER_RATE_LIMIT_TIER_3_PEOPLE: '100000',
  CHARTER_RATE_LIMIT_ALL: '100000',
};

export type Environment = Record<string, string>;

export interface ExitStatus {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Service {
  /** Address that the service listens on, which may differ from its public URL. */
  url: string;
  /** The address that the service printed; empty for a node without `api`. */
  announcedUrl: string;
  /** Environment in which `charter` finds this service and its data. */
  environment: Environment;
  /** Owner's URL of the database; undefined for the embedded PostgreSQL and for a service at GIVEN_URL. */
  databaseUrl: string | undefined;
  pid: number | undefined;
  /** Returns the output so far. */
  output(): string;
  /**
   * Sends the signal (default: SIGTERM) and waits until the process exits. Sends SIGKILL after 30 s.
   * @throws Error with the output when the process had already exited
   */
  stop(signal?: NodeJS.Signals): Promise<ExitStatus>;
}

export interface StartOptions {
  environment?: Environment;
  /** Arguments of `charter serve`. */
  args?: readonly string[];
  /** Path of `charter.js` in another checkout. Default: that of this one. */
  program?: string;
  /** Whether `openService` starts on an empty database. Default: on one with the sample organisations. */
  isFirst?: boolean;
  /** Whether `openService` leaves the rate limits at their defaults. Default: they are raised. */
  hasDefaultLimits?: boolean;
}

/** Variables that a child process needs, without any setting of the service. */
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

/**
 * Resolves with the printed address when the service is ready.
 * @throws Error with the output when the process exits or takes too long
 */
function readyAt(child: ChildProcess, ended: Promise<ExitStatus>, output: Output): Promise<string> {
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

/** Starts `charter serve` and resolves when it is ready. */
export async function startNode({
  environment = {},
  args = [],
  program = CHARTER,
}: StartOptions): Promise<Service> {
  const port = environment.PORT ?? String(await freePort());
  // The default data directory, for audit checkpoints and their key. It is deleted when the process exits.
  const folder = await mkdtemp(join(tmpdir(), 'charter-node-'));
  // The schedule is off, because the test suites start lifecycle runs themselves.
  const quiet = { CHARTER_LOG_LEVEL: 'warn', CHARTER_LIFECYCLE_HOURS: 'off' };
  const own = { ...quiet, CHARTER_DATA_DIR: folder, ...environment, PORT: port };
  const child = spawn(process.execPath, [program, 'serve', ...args], {
    env: { ...bareEnvironment(), ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  const output = collect(child);
  const ended = new Promise<ExitStatus>((resolve) => {
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
      if (!child.kill(signal)) throw new Error(`The service had already exited:\n${output.text()}`);
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MILLISECONDS);
      const result = await ended;
      clearTimeout(timer);
      return result;
    },
  };
}

/** Returns a database template that a first start of the service has filled with the sample organisations. */
function startedOnce(): TestDatabaseTemplate {
  const hash = createHash('sha256');
  const files = globSync(FIRST_START, { cwd: ROOT, exclude: (path) => path.endsWith('.test.ts') });
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(ROOT, file)));
  return {
    key: `started once ${hash.digest('hex')}`,
    prepare: async (url) => {
      const node = await startNode({ environment: { DATABASE_URL: url } });
      await node.stop();
    },
  };
}

/** Creates a database with the sample organisations, as the first start of a service leaves it. */
export const createFilledDatabase = (): Promise<TestDatabase> =>
  createTestDatabase({ template: startedOnce() });

/** Opens the service at GIVEN_URL, or starts one on a new database. `stop` drops that database. */
export async function openService(options: StartOptions = {}): Promise<Service> {
  const { environment = {}, args = [], isFirst = false, hasDefaultLimits = false } = options;
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
  const database = await (isFirst ? createTestDatabase() : createFilledDatabase());
  const service = await startNode({
    environment: {
      ...(hasDefaultLimits ? {} : RAISED_LIMITS),
      DATABASE_URL: database.connectionString,
      ...environment,
    },
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

/** Runs `charter` against the service. */
export const charter = (
  service: Pick<Service, 'environment'>,
  args: readonly string[],
  environment: Environment = {},
  interrupt?: AbortSignal,
): Promise<CommandResult> => runProgram(PROGRAM, args, { ...service.environment, ...environment }, interrupt);

/** Runs a program of Node. @param program its path */
export function runProgram(
  program: string,
  args: readonly string[],
  environment: Environment,
  interrupt?: AbortSignal,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...bareEnvironment(), ...environment },
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
