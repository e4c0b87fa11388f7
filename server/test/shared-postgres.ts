/**
 * One PostgreSQL for all test processes of this checkout. A separate process runs it
 * (shared-postgres-process.ts). Each test process holds a lease: a connection to the socket of that process. The
 * server stops soon after the last lease has ended, even if the test process was killed.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, openSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The message that the server process sends to each new lease, as one line of JSON. */
export interface LeaseGrant {
  connectionString: string;
}

/** A lease sends this to stop the server without lingering once no other lease is left. */
export const FINISH_COMMAND = 'finish\n';

/** Exit code when another server process holds the data directory. */
export const EXIT_IN_USE = 3;

export interface Lease {
  connectionString: string;
  /** Resolves when the server process has ended or the lease is released. */
  ended: Promise<void>;
  /** Releases the lease. If it was the last, resolves when the server has stopped. */
  finish(): Promise<void>;
}

const START_MILLISECONDS = 120_000;
const RETRY_MILLISECONDS = 25;

const ownId = (): number => process.getuid?.() ?? 0;

/** A file system in memory, on Linux. A clone of a database is about a thousand small files. */
const MEMORY_FOLDER = '/dev/shm';
/** Far more than the databases of the tests need. */
const MEMORY_BYTES = 4 * 1024 ** 3;

/** Returns the folder in memory if it has enough space and TMPDIR is unset: a clone takes a sixth of the time there. */
function baseFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    if (process.env.TMPDIR === undefined && bavail * bsize >= MEMORY_BYTES) return MEMORY_FOLDER;
  } catch {
    // This system has no such folder.
  }
  return tmpdir();
}

/**
 * Returns a folder outside of the checkout. The checkout's path may be inaccessible to the server's account, or too
 * long for a socket.
 */
function sharedFolder(): string {
  const checkout = createHash('sha256')
    .update(fileURLToPath(import.meta.url))
    .digest('hex')
    .slice(0, 12);
  return join(baseFolder(), `charter-test-${ownId()}-${checkout}`);
}

export const socketIn = (folder: string): string => join(folder, 'lease.sock');

function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  if (process.getuid && statSync(folder).uid !== ownId()) {
    throw new Error(`${folder} belongs to another user; set TMPDIR to a folder of your own.`);
  }
}

/** Leases the shared server. Starts it if it does not run. */
export async function leaseSharedPostgres(): Promise<Lease> {
  const folder = sharedFolder();
  makeFolder(folder);
  const deadline = Date.now() + START_MILLISECONDS;
  let starting: ServerProcess | undefined;
  while (Date.now() < deadline) {
    const lease = await tryLease(socketIn(folder));
    if (lease) return lease;
    if (starting?.failed()) throw new Error(`The PostgreSQL for tests did not start:\n${starting.output()}`);
    if (!starting || starting.ended()) starting = startServerProcess(folder);
    await delay(RETRY_MILLISECONDS);
  }
  throw new Error(`The PostgreSQL for tests was not ready in time:\n${starting?.output() ?? ''}`);
}

interface ServerProcess {
  ended(): boolean;
  failed(): boolean;
  output(): string;
}

function startServerProcess(folder: string): ServerProcess {
  const logFile = join(folder, `process-${process.pid}.log`);
  const log = openSync(logFile, 'w', 0o600);
  const program = fileURLToPath(new URL('./shared-postgres-process.ts', import.meta.url));
  const child = spawn(process.execPath, [program, folder, logFile], {
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    // Excludes the options of a test run (reporters, coverage, watch mode).
    env: { PATH: process.env.PATH, TMPDIR: tmpdir() },
  });
  child.unref();
  let code: number | null | undefined;
  child.once('exit', (exitCode) => {
    code = exitCode;
  });
  return {
    ended: () => code !== undefined,
    failed: () => code !== undefined && code !== EXIT_IN_USE && code !== 0,
    output: () => readFileSync(logFile, 'utf8'),
  };
}

/** Returns a lease, or undefined when no server process responds. */
function tryLease(path: string): Promise<Lease | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    let received = '';
    socket.setEncoding('utf8');
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(undefined));
    socket.on('data', (chunk: string) => {
      received += chunk;
      if (!received.endsWith('\n')) return;
      const grant = JSON.parse(received) as LeaseGrant;
      socket.unref();
      const ended = new Promise<void>((end) => socket.once('close', () => end()));
      resolve({ connectionString: grant.connectionString, ended, finish: () => finish(socket) });
    });
  });
}

function finish(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) return resolve();
    socket.ref();
    socket.once('close', () => resolve());
    socket.end(FINISH_COMMAND);
  });
}
