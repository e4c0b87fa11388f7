/** The server process ("postmaster"): start, readiness, stop, and leftovers of earlier services. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError, explainFailure } from './failures.ts';
import { type Account, processCommand, programOptions, signalProcess } from './processes.ts';

const POLL_MILLISECONDS = 5;
/** Time limit of a start, far longer than crash recovery needs. */
const START_MILLISECONDS = 180_000;
/** Time for a fast shutdown with its checkpoint. After it, an immediate shutdown follows. */
const STOP_SECONDS = 30;

/**
 * PostgreSQL does not detect the death of its parent. This shell is the parent and holds the read end of a pipe from
 * the service. When the pipe closes, for any reason, the shell stops the server. It has its own session, so that Ctrl-C
 * reaches only the service, which stops the server last.
 */
const SUPERVISOR = `
exec 3<&0 0</dev/null
"$@" 3<&- &
postmaster=$!
( read -r _ <&3
  signal=INT seconds=0
  while kill -s "$signal" "$postmaster" 2>/dev/null; do
    sleep 1
    seconds=$((seconds + 1))
    [ "$seconds" -lt ${STOP_SECONDS} ] || signal=QUIT
  done ) &
watcher=$!
exec 3<&-
wait "$postmaster"
kill "$watcher" 2>/dev/null
wait "$watcher" 2>/dev/null
`;

export interface Postmaster {
  /** Resolves when the server has ended for any reason. */
  readonly exited: Promise<void>;
  /** Resolves when the server accepts connections. Rejects when it can't start. */
  ready(): Promise<void>;
  /** Resolves when the server and its supervisor have ended. Idempotent. */
  stop(): Promise<void>;
}

export interface PostmasterOptions {
  /** Path of the cluster. */
  path: string;
  account: Account | undefined;
  postgres: string;
  settings: Readonly<Record<string, string>>;
  /** The server writes to this file directly, even after this process has ended. */
  logFile: string;
}

export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { path, account, postgres, settings, logFile } = options;
  const logStart = (await stat(logFile).catch(() => undefined))?.size ?? 0;
  const earlier = await readPidFile(path);
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn('/bin/sh', ['-c', SUPERVISOR, 'charter-postgres', postgres, '-D', path, ...args], {
    ...programOptions(account),
    detached: true,
    stdio: ['pipe', log, log],
  });
  closeSync(log);
  let ended = false;
  const exited = once(child, 'exit')
    .catch(() => undefined)
    .then(() => {
      ended = true;
    });
  const pipe = child.stdin as Socket;
  pipe.on('error', () => undefined);
  // Let this process exit while the server runs.
  child.unref();
  pipe.unref();
  return {
    exited,
    async ready() {
      const deadline = Date.now() + START_MILLISECONDS;
      while (Date.now() < deadline) {
        if (ended) {
          const output = (await readFile(logFile)).subarray(logStart).toString('utf8');
          throw explainFailure('PostgreSQL did not start', output);
        }
        const present = await readPidFile(path);
        if (present?.status === 'ready' && !isSameRun(present, earlier)) return;
        await delay(POLL_MILLISECONDS);
      }
      throw new EmbeddedPostgresError('Failed', 'PostgreSQL was not ready in time; postgres.log says why.');
    },
    stop() {
      child.ref();
      pipe.end();
      return exited;
    },
  };
}

interface PidFile {
  pid: number;
  /** Path of the cluster. */
  path: string;
  /** Start time of the server in seconds. */
  started: string;
  port: number;
  /** `starting`, `ready`, `stopping` or `standby`. Empty while the file is being written. */
  status: string;
}

/** Reads postmaster.pid. Lines: 1 process id, 2 data directory, 3 start time, 4 port, 8 status. */
export async function readPidFile(folder: string): Promise<PidFile | undefined> {
  const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10));
  const [, path = '', started = '', port = '', , , , status = ''] = lines;
  return pid > 0 ? { pid, path, started, port: Number.parseInt(port, 10), status: status.trim() } : undefined;
}

/** Recognises the pid file of a killed server: it says `ready` until the next server rewrites it. */
const isSameRun = (present: PidFile, earlier: PidFile | undefined): boolean =>
  present.pid === earlier?.pid && present.started === earlier.started;

/** Returns true when the process is a PostgreSQL server on this folder, not a later process with the same id. */
export function isPostmasterOf(path: string, pid: number): boolean {
  const command = `${processCommand(pid)} `;
  return command.includes('postgres') && command.includes(` -D ${path} `);
}

/**
 * Stops a leftover server on these files, so that the new one runs with current settings and a supervisor. Call it
 * while holding the lock.
 * @throws EmbeddedPostgresError (InUse) when the server does not stop, or the files were copied from a running server
 */
export async function clearLeftovers(path: string, log: (line: string) => void): Promise<void> {
  const left = await readPidFile(path);
  if (left === undefined) return;
  const { pid } = left;
  if (left.path !== path && isPostmasterOf(left.path, pid)) {
    throw new EmbeddedPostgresError(
      'InUse',
      `The database files in ${path} were copied from ${left.path} while their PostgreSQL was running. Stop that service, and copy the data directory again.`,
    );
  }
  if (!isPostmasterOf(path, pid)) {
    // PostgreSQL ignores the pid file of a dead process, but does not start when another process has that id.
    if (signalProcess(pid, 0)) await rm(join(path, 'postmaster.pid'), { force: true });
    return;
  }
  log(`Stopping the PostgreSQL server (process ${pid}) that an earlier service left running.`);
  const started = Date.now();
  for (let seconds = 0; isPostmasterOf(path, pid); seconds = (Date.now() - started) / 1000) {
    if (seconds > STOP_SECONDS + 5) {
      throw new EmbeddedPostgresError(
        'InUse',
        `PostgreSQL (process ${pid}) on ${path} does not stop. Stop it.`,
      );
    }
    signalProcess(pid, seconds > STOP_SECONDS ? 'SIGQUIT' : 'SIGINT');
    await delay(20);
  }
}
