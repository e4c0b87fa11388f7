/** The server process ("postmaster"): start, readiness, stop, and what an earlier service left running. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { EmbeddedPostgresError, explainFailure } from './failures.ts';
import { processCommand, signalProcess } from './process-identity.ts';
import { programOptions } from './program.ts';

const POLL_MILLISECONDS = 5;
/** Recovery after a crash replays the log since the last checkpoint; this is far above what that takes. */
const START_MILLISECONDS = 180_000;
/** A fast shutdown ends sessions and writes a checkpoint. After this the server is told to stop at once. */
const STOP_MILLISECONDS = 30_000;

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/**
 * PostgreSQL does not notice that the process which started it has died. This does: it runs the server
 * as its child, holds the reading end of a pipe from us, and stops the server once that pipe closes,
 * however we ended. It runs in a session of its own, so that Ctrl-C reaches the service alone, which
 * then stops the server after its own work is done.
 */
const SUPERVISOR = `
exec 3<&0 0</dev/null
"$@" 3<&- &
postmaster=$!
( read -r _ <&3; while kill -INT "$postmaster" 2>/dev/null; do sleep 1; done ) &
watcher=$!
exec 3<&-
wait "$postmaster"
code=$?
kill "$watcher" 2>/dev/null
wait "$watcher" 2>/dev/null
exit "$code"
`;

export interface Postmaster {
  readonly exited: Promise<Exit>;
  /** Resolves when the server accepts connections. */
  ready(): Promise<void>;
  /** Resolves when the server and its supervisor are gone. Idempotent. */
  stop(): Promise<void>;
}

export interface PostmasterOptions {
  cluster: Cluster;
  postgres: string;
  port: number;
  settings: Readonly<Record<string, string>>;
  /** The server writes here by itself, also after our own end. */
  logFile: string;
}

/** Starts the server. Its failure to start shows in `ready()`. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { cluster, postgres, port, settings, logFile } = options;
  const logStart = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  const earlier = await readPidFile(cluster.path);
  const args = Object.entries({ ...settings, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn(
    '/bin/sh',
    ['-c', SUPERVISOR, 'charter-postgres', postgres, '-D', cluster.path, ...args],
    {
      ...programOptions(cluster.account),
      detached: true,
      stdio: ['pipe', log, log],
    },
  );
  closeSync(log);
  const exited = watchExit(child);
  let stopping: Promise<void> | undefined;
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  return {
    exited,
    ready: () =>
      waitUntilReady(
        cluster.path,
        earlier,
        () => ended,
        async () => {
          const output = (await readFile(logFile)).subarray(logStart).toString('utf8');
          return explainFailure('PostgreSQL did not start', output);
        },
      ),
    stop: () => (stopping ??= stopChild(child, cluster.path, exited)),
  };
}

/** The server must never keep the service's process alive, so all handles are let go. */
function watchExit(child: ChildProcess): Promise<Exit> {
  const exited = new Promise<Exit>((resolve) => {
    child.once('error', () => resolve({ code: null, signal: null }));
    child.once('exit', (code, signal) => resolve(translateExit(code, signal)));
  });
  child.stdin?.on('error', () => undefined);
  child.unref();
  (child.stdin as { unref?: () => void } | null)?.unref?.();
  return exited;
}

/** A shell reports a child that ended by signal n as exit code 128 + n. */
function translateExit(code: number | null, signal: NodeJS.Signals | null): Exit {
  if (code === null || code <= 128) return { code, signal };
  const name = Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0];
  return name === undefined ? { code, signal: null } : { code: null, signal: name as NodeJS.Signals };
}

async function waitUntilReady(
  path: string,
  earlier: PidFile | undefined,
  ended: () => boolean,
  explain: () => Promise<Error>,
): Promise<void> {
  const deadline = Date.now() + START_MILLISECONDS;
  while (Date.now() < deadline) {
    if (ended()) throw await explain();
    const present = await readPidFile(path);
    if (present?.status === 'ready' && !isSameRun(present, earlier)) return;
    await delay(POLL_MILLISECONDS);
  }
  throw new EmbeddedPostgresError(
    'Failed',
    `PostgreSQL was not ready after ${START_MILLISECONDS / 1000} seconds; its log says why.`,
  );
}

async function stopChild(child: ChildProcess, path: string, exited: Promise<Exit>): Promise<void> {
  child.ref();
  const pid = (await readPidFile(path))?.pid;
  if (pid !== undefined && isPostmasterOf(path, pid)) signalProcess(pid, 'SIGINT');
  else child.stdin?.end();
  const escalation = setTimeout(() => {
    if (pid !== undefined && isPostmasterOf(path, pid)) signalProcess(pid, 'SIGQUIT');
    child.stdin?.end();
  }, STOP_MILLISECONDS);
  await exited;
  clearTimeout(escalation);
}

interface PidFile {
  pid: number;
  /** When the server was started, in seconds. */
  started: string;
  port: number;
  /** `starting`, `ready`, `stopping` or `standby`; empty while the file is being written. */
  status: string;
}

/** postmaster.pid: 1 process id, 2 data directory, 3 start time, 4 port, …, 8 status. */
export async function readPidFile(path: string): Promise<PidFile | undefined> {
  const lines = (await readFile(join(path, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (!Number.isInteger(pid)) return undefined;
  const [, , started = '', port = '', , , , status = ''] = lines;
  return { pid: Math.abs(pid), started, port: Number.parseInt(port, 10), status: status.trim() };
}

/** A killed server leaves its file, which says `ready` until the next one has written its own. */
const isSameRun = (present: PidFile, earlier: PidFile | undefined): boolean =>
  present.pid === earlier?.pid && present.started === earlier.started;

/** Whether this process id is a PostgreSQL server on this folder, and not a later process with the same id. */
export function isPostmasterOf(path: string, pid: number): boolean {
  const command = processCommand(pid);
  return command.includes('postgres') && command.includes(path);
}

/**
 * Call only with the service lock held: a server found running then has lost its service. It is stopped,
 * so that the new one runs with the present settings and under a supervisor.
 */
export async function clearLeftovers(path: string, log: (line: string) => void): Promise<void> {
  const pid = (await readPidFile(path))?.pid;
  if (pid === undefined) return;
  if (!isPostmasterOf(path, pid)) {
    // With a dead process the server itself clears the file, after checking that no session is left. With
    // an unrelated living process, which got the same id after a restart, it would refuse to start.
    if (signalProcess(pid, 0)) await rm(join(path, 'postmaster.pid'), { force: true });
    return;
  }
  log(`stopping the PostgreSQL (process ${pid}) that an earlier service left running`);
  const started = Date.now();
  while (isPostmasterOf(path, pid)) {
    const elapsed = Date.now() - started;
    if (elapsed > STOP_MILLISECONDS + 5_000) {
      throw new EmbeddedPostgresError(
        'InUse',
        `PostgreSQL (process ${pid}) on ${path} does not stop. Stop it by hand.`,
      );
    }
    signalProcess(pid, elapsed > STOP_MILLISECONDS ? 'SIGQUIT' : 'SIGINT');
    await delay(20);
  }
}
