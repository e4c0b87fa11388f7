/** Runs the PostgreSQL server that test processes share, while any of them holds a lease. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { basename, join } from 'node:path';
import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  startEmbeddedPostgres,
} from '../src/persistence/embedded-postgres.ts';
import { removeLeftovers } from './postgres.ts';
import { EXIT_IN_USE, FINISH_COMMAND, type LeaseGrant, socketIn } from './shared-postgres.ts';

/** Bridges the gap between two consecutive test files. */
const LINGER_MILLISECONDS = 2_000;

/**
 * Tests need neither durability nor strong password hashes. A Unix socket in the folder of the cluster takes less CPU
 * time than TCP.
 */
const SETTINGS = {
  unix_socket_directories: '.',
  scram_iterations: '1',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '300',
  checkpoint_timeout: '1h',
};

const [folder, logFile] = process.argv.slice(2) as [string, string];
const dataDirectory = join(folder, 'data');

/** Without fsync the files may be corrupt after a reboot, so they are created again. */
function discardAfterReboot(): void {
  const file = join(folder, 'boot-id');
  const read = (path: string): string => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return '';
    }
  };
  const current = read('/proc/sys/kernel/random/boot_id');
  if (read(file) === current) return;
  rmSync(dataDirectory, { recursive: true, force: true });
  writeFileSync(file, current);
}

async function start(): Promise<EmbeddedPostgres> {
  const options = { dataDirectory, settings: SETTINGS, log: console.log };
  try {
    return await startEmbeddedPostgres(options);
  } catch (error) {
    const reason = error instanceof EmbeddedPostgresError ? error.reason : undefined;
    if (reason === 'InUse') {
      rmSync(logFile, { force: true });
      process.exit(EXIT_IN_USE);
    }
    if (reason !== 'Failed' && reason !== 'DataLost' && reason !== 'OtherMajorVersion') throw error;
    console.log(`starting over with an empty data directory: ${String(error)}`);
    rmSync(dataDirectory, { recursive: true, force: true });
    return await startEmbeddedPostgres(options);
  }
}

/** Returns the URL with the folder of the socket as its parameter `host`. Its own host and port stay valid. */
async function throughSocket(url: string): Promise<string> {
  const changed = new URL(url);
  changed.searchParams.set('host', await realpath(join(dataDirectory, 'cluster')));
  return changed.href;
}

function serveLeases(postgres: EmbeddedPostgres, connectionString: string): void {
  const leases = new Set<Socket>();
  const grant: LeaseGrant = { connectionString };
  let linger = LINGER_MILLISECONDS;
  let timer: NodeJS.Timeout | undefined;
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    server.close();
    await postgres.stop();
    rmSync(logFile, { force: true });
    // Closes the connections of processes that wait for the end.
    process.exit(0);
  };
  const stopWhenIdle = (): void => {
    clearTimeout(timer);
    if (leases.size === 0) timer = setTimeout(() => void stop(), linger);
  };
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    leases.add(socket);
    clearTimeout(timer);
    linger = LINGER_MILLISECONDS;
    const release = (): void => {
      leases.delete(socket);
      stopWhenIdle();
    };
    socket.setEncoding('utf8');
    socket.on('error', () => undefined);
    socket.on('data', (text: string) => {
      if (text === FINISH_COMMAND) linger = 0;
    });
    socket.on('end', () => {
      release();
      // The last lease stays open until the server has stopped.
      if (linger !== 0 || leases.size > 0) socket.end();
    });
    socket.on('close', release);
    socket.write(`${JSON.stringify(grant)}\n`);
  });
  server.listen(socketIn(folder), stopWhenIdle);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
  void postgres.exited.then(() => stop());
}

discardAfterReboot();
const postgres = await start();
await removeLeftovers(postgres.connectionString);
for (const name of readdirSync(folder)) {
  const ofEarlier = /^process-\d+\.log$/.test(name) && name !== basename(logFile);
  if (ofEarlier) rmSync(join(folder, name), { force: true });
}
// This process holds the data directory, so a socket file is a leftover of a killed process.
rmSync(socketIn(folder), { force: true });
serveLeases(postgres, await throughSocket(postgres.connectionString));
