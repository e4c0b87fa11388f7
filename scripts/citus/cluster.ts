/** A cluster of Citus on this machine: a coordinator and two workers, which end with this process. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { serverAccount } from '../../acceptance/drills/debian-postgres.ts';
import { freePort } from '../../acceptance/service.ts';

const NODES = ['coordinator', 'worker-1', 'worker-2'];

/** Settings of every node. Tests need no durability. */
const SETTINGS: Readonly<Record<string, string>> = {
  shared_preload_libraries: 'citus',
  listen_addresses: 'localhost',
  max_connections: '300',
  // Citus needs a background worker for each database, and each test has its own database.
  max_worker_processes: '64',
  // Citus uses two-phase commit.
  max_prepared_transactions: '300',
  ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  // Passes the tenant's setting on to the workers (server/src/persistence/tenancy.ts).
  'citus.propagate_set_commands': 'local',
  'citus.enable_unsafe_triggers': 'on',
  // Triggers read other tables of the tenant, which are on the same worker.
  'citus.allow_nested_distributed_execution': 'on',
  'citus.node_conninfo': 'sslmode=disable',
  'citus.shard_count': '4',
};

export interface CitusCluster {
  /** URL of the coordinator's superuser. */
  coordinator: string;
  workers: string[];
  /** Returns the end of the servers' logs. */
  log(): string;
  stop(): Promise<void>;
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}.`);
    const client = new pg.Client(url);
    try {
      await client.connect();
      return await client.end();
    } catch {
      await delay(100);
    }
  }
}

/** @param installation folder of PostgreSQL with Citus, which contains `bin` */
export async function startCluster(installation: string): Promise<CitusCluster> {
  const account = serverAccount();
  const folder = mkdtempSync(join(tmpdir(), 'charter-citus-'));
  chmodSync(folder, 0o755);
  const program = (name: string) => join(installation, 'bin', name);
  const servers: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    const running = servers.filter(({ exitCode }) => exitCode === null);
    const ended = running.map((server) => new Promise((resolve) => server.once('exit', resolve)));
    // Immediate shutdown: the data is deleted anyway.
    for (const server of running) server.kill('SIGQUIT');
    await Promise.all(ended);
    rmSync(folder, { recursive: true, force: true });
  };
  const logs = NODES.map((name) => join(folder, `${name}.log`));
  const log = () =>
    logs
      .map((file) => `${file}:\n${readFileSync(file, 'utf8').split('\n').slice(-20).join('\n')}`)
      .join('\n');
  try {
    const urls: string[] = [];
    for (const [index, name] of NODES.entries()) {
      const data = join(folder, name);
      mkdirSync(data, { mode: 0o700 });
      if (account) chownSync(data, account.uid, account.gid);
      const options = { ...account, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } };
      const cluster = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
      execFileSync(program('initdb'), cluster, { ...options, stdio: 'pipe' });
      const port = await freePort();
      const settings = { ...SETTINGS, port, unix_socket_directories: data };
      const lines = Object.entries(settings).map(([setting, value]) => `${setting} = '${value}'\n`);
      appendFileSync(join(data, 'postgresql.conf'), lines.join(''));
      const output = openSync(logs[index] as string, 'a');
      const server = spawn(program('postgres'), ['-D', data], {
        ...options,
        stdio: ['ignore', output, output],
      });
      servers.push(server);
      process.once('exit', () => server.kill('SIGQUIT'));
      const url = `postgres://postgres@localhost:${port}/postgres`;
      await untilReady(url, server);
      urls.push(url);
    }
    const [coordinator = '', ...workers] = urls;
    return { coordinator, workers, log, stop };
  } catch (error) {
    console.error(log());
    await stop();
    throw error;
  }
}
