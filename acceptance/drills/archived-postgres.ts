/**
 * A PostgreSQL server that archives its WAL and can be restored to a point in time, as docs/operations.md describes.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../service.ts';
import { serverAccount, serverPrograms } from './debian-postgres.ts';

const PASSWORD = 'drill';
const POLL_MILLISECONDS = 100;

export class ArchivedPostgres {
  readonly #folder = mkdtempSync(join(tmpdir(), 'charter-archive-'));
  readonly #account = serverAccount();
  readonly #port: number;
  #postmaster: ChildProcess | undefined;

  private constructor(port: number) {
    this.#port = port;
  }

  static async start(): Promise<ArchivedPostgres> {
    const server = new ArchivedPostgres(await freePort());
    server.#own(server.#folder);
    mkdirSync(server.#path('wal'));
    server.#own(server.#path('wal'));
    writeFileSync(server.#path('password'), PASSWORD);
    server.#own(server.#path('password'));
    server.#execute('initdb', [
      ...['-D', server.#path('data'), '-U', 'postgres', '-E', 'UTF8', '-A', 'scram-sha-256'],
      `--pwfile=${server.#path('password')}`,
    ]);
    await server.run();
    return server;
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }

  #own(path: string): void {
    if (this.#account) chownSync(path, this.#account.uid, this.#account.gid);
  }

  #execute(program: string, args: string[]): void {
    const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', PGPASSWORD: PASSWORD };
    const options = { ...this.#account, cwd: this.#folder, env, stdio: 'pipe' } as const;
    execFileSync(join(serverPrograms() as string, program), args, options);
  }

  /** URL of the superuser. */
  url(database: string): string {
    return `postgres://postgres:${PASSWORD}@127.0.0.1:${this.#port}/${database}`;
  }

  /** Runs a statement as the superuser, and returns the first value of the first row. */
  async ask(statement: string, database = 'postgres'): Promise<unknown> {
    const client = new pg.Client(this.url(database));
    client.on('error', () => undefined);
    await client.connect();
    try {
      const { rows } = await client.query({ text: statement, rowMode: 'array' });
      return rows[0]?.[0];
    } finally {
      await client.end();
    }
  }

  /** Starts the server, and resolves when it accepts writes. */
  async run(): Promise<void> {
    const settings = {
      port: this.#port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: this.#folder,
      archive_mode: 'on',
      archive_command: `cp %p ${this.#path('wal')}/%f`,
    };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(join(serverPrograms() as string, 'postgres'), ['-D', this.#path('data'), ...args], {
      ...this.#account,
      cwd: this.#folder,
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
      stdio: 'ignore',
    });
    this.#postmaster = child;
    for (let isWritable: unknown = false; isWritable !== true; ) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}.`);
      isWritable = await this.ask('select not pg_is_in_recovery()').catch(() => false);
      if (isWritable !== true) await delay(POLL_MILLISECONDS);
    }
  }

  backUp(): void {
    const from = ['-h', '127.0.0.1', '-p', String(this.#port), '-U', 'postgres'];
    this.#execute('pg_basebackup', [...from, '-D', this.#path('backup'), '-X', 'stream', '-c', 'fast']);
  }

  /** Stops the server, replaces its data with the backup, and recovers up to a restore point. */
  async restore(point: string): Promise<void> {
    await this.#stopServer();
    rmSync(this.#path('data'), { recursive: true });
    execFileSync('cp', ['-a', this.#path('backup'), this.#path('data')]);
    appendFileSync(
      join(this.#path('data'), 'postgresql.auto.conf'),
      `restore_command = 'cp ${this.#path('wal')}/%f %p'
recovery_target_name = '${point}'
recovery_target_action = 'promote'
`,
    );
    const signal = join(this.#path('data'), 'recovery.signal');
    writeFileSync(signal, '');
    this.#own(signal);
    await this.run();
  }

  async #stopServer(): Promise<void> {
    const child = this.#postmaster;
    if (child === undefined || child.exitCode !== null) return;
    child.kill('SIGINT');
    await once(child, 'exit');
  }

  async stop(): Promise<void> {
    await this.#stopServer();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
