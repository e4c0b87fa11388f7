/**
 * Starts a PostgreSQL cluster with automatic failover on loopback: three nodes with Patroni in synchronous mode, etcd,
 * and HAProxy in front of the primary.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../service.ts';
import { serverAccount, serverPrograms } from './debian-postgres.ts';

const NAMES = ['one', 'two', 'three'] as const;
const PASSWORD = 'drill';
const START_MILLISECONDS = 60_000;
const POLL_MILLISECONDS = 50;
/** A killed server leaves its pid file behind, so the wait for its removal is bounded. */
const STOP_TRIES = 100;
/** Seconds without a renewal after which the primary's lease expires and Patroni promotes a replica. Default: 30. */
const LEASE_SECONDS = 6;

const exists = (program: string): boolean => spawnSync('which', [program]).status === 0;

/** Returns why the drill can't run; undefined when it can. */
export function missingPatroni(): string | undefined {
  if (['patroni', 'etcd', 'haproxy'].every(exists) && serverPrograms() !== undefined) return undefined;
  return 'needs Patroni, etcd, HAProxy and the PostgreSQL server: apt install patroni etcd-server haproxy postgresql';
}

interface Member {
  name: (typeof NAMES)[number];
  /** Ports of PostgreSQL and of Patroni's REST API. */
  port: number;
  restPort: number;
  folder: string;
  patroni: ChildProcess | undefined;
}

/** State of a member as Patroni's REST API returns it. */
interface MemberState {
  name: string;
  role: string;
  state: string;
}

/** Returns the process id of a member's PostgreSQL; undefined when it does not run. */
function postmasterOf(folder: string): number | undefined {
  try {
    return Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended.
  }
}

export class PatroniCluster {
  readonly #folder = mkdtempSync(join(tmpdir(), 'charter-patroni-'));
  readonly #account = serverAccount();
  readonly #others: ChildProcess[] = [];
  readonly #members: Member[] = [];
  #etcdPort = 0;
  #proxyPort = 0;

  static async start(): Promise<PatroniCluster> {
    const cluster = new PatroniCluster();
    try {
      await cluster.#start();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  async #start(): Promise<void> {
    chmodSync(this.#folder, 0o755);
    this.#own(this.#folder);
    const [client, peer] = [await freePort(), await freePort()].map((port) => `http://127.0.0.1:${port}`) as [
      string,
      string,
    ];
    this.#etcdPort = Number(new URL(client).port);
    const etcd = [
      ...['--data-dir', join(this.#folder, 'etcd'), '--initial-cluster', `default=${peer}`],
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ];
    this.#others.push(this.#spawn('etcd', etcd, 'etcd'));
    for (const name of NAMES) {
      const folder = join(this.#folder, name);
      mkdirSync(folder, { mode: 0o700 });
      this.#own(folder);
      this.#members.push({
        name,
        folder,
        port: await freePort(),
        restPort: await freePort(),
        patroni: undefined,
      });
    }
    for (const member of this.#members) {
      this.#writeConfiguration(member);
      this.run(member.name);
    }
    await this.settled();
    await this.#startProxy();
  }

  #own(path: string): void {
    if (this.#account) chownSync(path, this.#account.uid, this.#account.gid);
  }

  #spawn(program: string, args: string[], name: string): ChildProcess {
    const log = openSync(join(this.#folder, `${name}.log`), 'a');
    return spawn(program, args, {
      ...this.#account,
      cwd: this.#folder,
      env: { PATH: process.env.PATH, HOME: this.#folder, LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', log, log],
    });
  }

  /** Writes JSON, which is valid YAML. */
  #writeConfiguration({ name, folder, port, restPort }: Member): void {
    const configuration = {
      scope: 'drill',
      name,
      restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
      etcd3: { host: `127.0.0.1:${this.#etcdPort}` },
      bootstrap: {
        dcs: {
          ...{ ttl: LEASE_SECONDS, loop_wait: 1, retry_timeout: 2 },
          synchronous_mode: true,
          postgresql: { use_pg_rewind: true, parameters: { max_connections: 150, wal_keep_size: '256MB' } },
        },
        initdb: [{ encoding: 'UTF8' }, 'data-checksums'],
      },
      postgresql: {
        listen: `127.0.0.1:${port}`,
        connect_address: `127.0.0.1:${port}`,
        data_dir: join(folder, 'data'),
        bin_dir: serverPrograms(),
        pgpass: join(folder, 'pgpass'),
        authentication: {
          superuser: { username: 'postgres', password: PASSWORD },
          replication: { username: 'replicator', password: PASSWORD },
        },
        parameters: { unix_socket_directories: folder, shared_buffers: '64MB' },
        pg_hba: [
          'host all all 127.0.0.1/32 scram-sha-256',
          'host replication all 127.0.0.1/32 scram-sha-256',
          'local all all trust',
        ],
      },
    };
    const file = join(folder, 'patroni.yml');
    writeFileSync(file, JSON.stringify(configuration), { mode: 0o600 });
    this.#own(file);
  }

  /** Starts a member's Patroni, which starts PostgreSQL. */
  run(name: string): void {
    const member = this.#member(name);
    member.patroni = this.#spawn('patroni', [join(member.folder, 'patroni.yml')], name);
  }

  #member(name: string): Member {
    return this.#members.find((member) => member.name === name) as Member;
  }

  async #startProxy(): Promise<void> {
    this.#proxyPort = await freePort();
    const servers = this.#members.map(
      ({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort}`,
    );
    const file = join(this.#folder, 'haproxy.cfg');
    writeFileSync(
      file,
      `defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 1s
  timeout queue 1s
listen primary
  bind 127.0.0.1:${this.#proxyPort}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`,
    );
    this.#others.push(this.#spawn('haproxy', ['-db', '-f', file], 'haproxy'));
    // Before its first checks, HAProxy balances over all members. The proxy is ready when consecutive connections all
    // reach the primary.
    for (let inTurn = 0; inTurn < NAMES.length; ) {
      inTurn = (await isPrimary(this.#proxyPort)) ? inTurn + 1 : 0;
      await delay(POLL_MILLISECONDS);
    }
  }

  /** URL with all hosts, for the superuser. */
  urlOfHosts(database: string): string {
    const hosts = this.#members.map(({ port }) => `127.0.0.1:${port}`);
    return `postgres://postgres:${PASSWORD}@${hosts.join(',')}/${database}?target_session_attrs=read-write`;
  }

  /** URL of the proxy, for the superuser. */
  urlOfProxy(database: string): string {
    return `postgres://postgres:${PASSWORD}@127.0.0.1:${this.#proxyPort}/${database}`;
  }

  async #states(): Promise<MemberState[]> {
    for (const { restPort } of this.#members) {
      const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`).catch(() => undefined);
      if (answer?.ok) return ((await answer.json()) as { members: MemberState[] }).members;
    }
    return [];
  }

  /** Waits for a primary, a synchronous replica, and another replica. Returns the name of the primary. */
  async settled(): Promise<string> {
    const until = Date.now() + START_MILLISECONDS;
    for (;;) {
      const states = await this.#states();
      const running = states.filter(({ state }) => state === 'running' || state === 'streaming');
      const roles = running.map(({ role }) => role).sort();
      if (roles.join() === 'leader,replica,sync_standby') {
        return running.find(({ role }) => role === 'leader')?.name as string;
      }
      if (Date.now() > until)
        throw new Error(`The cluster does not settle: ${JSON.stringify(states)}\n${this.#logs()}`);
      await delay(POLL_MILLISECONDS);
    }
  }

  #logs(): string {
    const files = readdirSync(this.#folder).filter((name) => name.endsWith('.log'));
    return files
      .map((name) => `${name}:\n${readFileSync(join(this.#folder, name), 'utf8').slice(-2000)}`)
      .join('\n');
  }

  /** Kills Patroni and PostgreSQL of a member. */
  async kill(name: string): Promise<void> {
    const { patroni, folder } = this.#member(name);
    patroni?.kill('SIGKILL');
    process.kill(postmasterOf(folder) as number, 'SIGKILL');
    if (patroni !== undefined && patroni.signalCode === null) await once(patroni, 'exit');
  }

  /** Asks Patroni to make the synchronous replica the primary. Patroni responds after the promotion. */
  async switchOver(leader: string): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${this.#member(leader).restPort}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader }),
    });
    if (!answer.ok) throw new Error(`Patroni answers ${answer.status}: ${await answer.text()}`);
  }

  /** Resolves with the time at which a member other than the former primary accepts writes. */
  async promoted(former: string): Promise<number> {
    const until = Date.now() + START_MILLISECONDS;
    const others = this.#members.filter(({ name }) => name !== former);
    for (;;) {
      const found = await Promise.all(others.map(({ port }) => isPrimary(port)));
      if (found.includes(true)) return Date.now();
      if (Date.now() > until) throw new Error(`No replica was promoted.\n${this.#logs()}`);
      await delay(POLL_MILLISECONDS);
    }
  }

  async stop(): Promise<void> {
    for (const { patroni, folder } of this.#members) {
      patroni?.kill('SIGKILL');
      const pid = postmasterOf(folder);
      if (pid !== undefined) signal(pid, 'SIGQUIT');
      // PostgreSQL removes its pid file last.
      for (let tries = 0; tries < STOP_TRIES && postmasterOf(folder) !== undefined; tries += 1) {
        await delay(POLL_MILLISECONDS);
      }
    }
    for (const child of this.#others) child.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}

async function isPrimary(port: number): Promise<boolean> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: PASSWORD,
    database: 'postgres',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query('select pg_is_in_recovery() as standby')).rows[0].standby === false;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
