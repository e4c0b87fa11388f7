/** Starts PgBouncer with a pool of each mode in front of a test database. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../service.ts';

/** The account `nobody`, because PgBouncer does not run as root. */
const UNPRIVILEGED = 65534;
const RETRY_MILLISECONDS = 50;

export type PoolMode = 'session' | 'transaction' | 'statement';

/** Returns why the drills with PgBouncer can't run; undefined when they can. */
export function missingPgBouncer(): string | undefined {
  const { stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' });
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  if (Number(major) > 1 || Number(minor) >= 21) return undefined;
  return 'needs PgBouncer 1.21 or newer in the PATH: apt install pgbouncer (Debian 13, or apt.postgresql.org)';
}

export interface PgBouncerOptions {
  /** URLs of the users that may connect, all of the same database. */
  urls: readonly string[];
  maxPreparedStatements: number;
}

export class PgBouncer {
  readonly #folder: string;
  readonly #port: number;
  #child: ChildProcess | undefined;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
  }

  static async start({ urls, maxPreparedStatements }: PgBouncerOptions): Promise<PgBouncer> {
    const folder = mkdtempSync(join(tmpdir(), 'charter-pgbouncer-'));
    chmodSync(folder, 0o755);
    const port = await freePort();
    const [first] = urls.map((url) => new URL(url)) as [URL];
    const target = `host=${first.hostname} port=${first.port} dbname=${first.pathname.slice(1)}`;
    const users = urls
      .map((url) => new URL(url))
      .map(({ username, password }) => `"${username}" "${password}"`);
    writeFileSync(join(folder, 'users.txt'), users.join('\n'));
    writeFileSync(
      join(folder, 'pgbouncer.ini'),
      `[databases]
session = ${target} pool_mode=session pool_size=40
transaction = ${target} pool_mode=transaction pool_size=8
statement = ${target} pool_mode=statement pool_size=4
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/users.txt
max_prepared_statements = ${maxPreparedStatements}
server_login_retry = 1
`,
    );
    const started = new PgBouncer(folder, port);
    await started.run();
    return started;
  }

  /** Returns the URL through the pool of this mode. */
  through(url: string, mode: PoolMode): string {
    const pooled = new URL(url);
    pooled.host = `127.0.0.1:${this.#port}`;
    pooled.pathname = `/${mode}`;
    // The socket of the tests' server would bypass the pool.
    pooled.searchParams.delete('host');
    return pooled.href;
  }

  /** Starts the process, and resolves when it accepts connections. */
  async run(): Promise<void> {
    const account = process.getuid?.() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {};
    const child = spawn('pgbouncer', ['-q', join(this.#folder, 'pgbouncer.ini')], {
      ...account,
      stdio: 'ignore',
    });
    this.#child = child;
    for (let isOpen = false; !isOpen; ) {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}.`);
      const socket = connect(this.#port, '127.0.0.1');
      isOpen = await once(socket, 'connect').then(
        () => true,
        () => false,
      );
      socket.destroy();
      if (!isOpen) await delay(RETRY_MILLISECONDS);
    }
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
