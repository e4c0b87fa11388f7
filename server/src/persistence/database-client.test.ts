/**
 * Tests connections to several hosts, to names that move, and over TLS.
 * @long
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import dns, { type LookupAddress, type LookupOptions } from 'node:dns';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, mock } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { makeDataDirectory } from '../../test/data-directory.ts';
import { openDatabase } from './database.ts';
import { DatabaseClient } from './database-client.ts';
import { giveToFolderOwner } from './embedded-postgres/connection-file.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { listen } from './queue-database.ts';
import { assertDatabaseWritable, openReadinessPool } from './readiness.ts';
import { checkServiceRole } from './service-role.ts';
import { createPool, Tenancy } from './tenancy.ts';

/** A server with the role `node`. */
interface Server extends EmbeddedPostgres {
  superuser: pg.Client;
  setReadOnly(isReadOnly: boolean): Promise<void>;
  remove(): Promise<void>;
}

async function startServer(): Promise<Server> {
  const folder = await makeDataDirectory('charter-client-');
  const server = await startEmbeddedPostgres({ dataDirectory: folder });
  const superuser = new pg.Client(server.connectionString);
  superuser.on('error', () => undefined);
  await superuser.connect();
  await superuser.query(`create role node login password 'secret'`);
  await superuser.query('create table public.notes (port integer)');
  await superuser.query('grant all on public.notes to node');
  return {
    ...server,
    superuser,
    async setReadOnly(isReadOnly) {
      await superuser.query(`alter system set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
      await superuser.query('select pg_reload_conf()');
      const expected = isReadOnly ? 'on' : 'off';
      for (let found = ''; found !== expected; ) {
        const { rows } = await superuser.query('show default_transaction_read_only');
        found = rows[0].default_transaction_read_only;
      }
    },
    async remove() {
      await superuser.end().catch(() => undefined);
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const portOf = async (url: string): Promise<number> => {
  const client = new DatabaseClient({ connectionString: url });
  await client.connect();
  await client.end();
  return client.port;
};

describe('a client with several hosts in its URL', () => {
  let first: Server;
  let second: Server;
  let url: string;

  before(async () => {
    [first, second] = await Promise.all([startServer(), startServer()]);
    url = `postgres://node:secret@127.0.0.1:${first.port},127.0.0.1:${second.port}/charter`;
  });
  after(() => Promise.all([first.remove(), second.remove()]));

  it('connects to the host that accepts writes', async () => {
    await first.setReadOnly(true);
    assert.equal(await portOf(url), second.port);
    await first.setReadOnly(false);
    await second.setReadOnly(true);
    assert.equal(await portOf(`${url}?target_session_attrs=read-write`), first.port);
    await second.setReadOnly(false);
  });

  it('connects while another host does not respond', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    assert.equal(await portOf(url.replace(String(first.port), String(port))), second.port);
    silent.close();
  });

  it('fails with the code of a read-only server when no host accepts writes', async () => {
    await Promise.all([first.setReadOnly(true), second.setReadOnly(true)]);
    await assert.rejects(portOf(url), { code: '25006', message: /No host of the URL accepts writes/ });
    await Promise.all([first.setReadOnly(false), second.setReadOnly(false)]);
  });

  it('rejects a single read-only host when the URL asks for a writable one', async () => {
    await first.setReadOnly(true);
    const single = `postgres://node:secret@127.0.0.1:${first.port}/charter`;
    assert.equal(await portOf(single), first.port);
    await assert.rejects(portOf(`${single}?target_session_attrs=read-write`), { code: '25006' });
    await first.setReadOnly(false);
  });

  it('drops connections to a demoted host, and writes to the promoted one', async () => {
    await second.setReadOnly(true);
    const pool = createPool(url, 1, () => undefined);
    const database = new Tenancy<object>(pool).for('tenant');
    const write = () =>
      sql`insert into public.notes values (inet_server_port()) returning port`.execute(database);
    assert.deepEqual((await write()).rows, [{ port: first.port }]);
    await Promise.all([first.setReadOnly(true), second.setReadOnly(false)]);
    // The session of the pool applies the setting only after some statements, so the writes are repeated.
    const writeOn = async () => {
      for (;;) await write();
    };
    await assert.rejects(writeOn(), { code: 'ServiceUnavailable', retryAfterSeconds: 5 });
    assert.deepEqual((await write()).rows, [{ port: second.port }]);
    await pool.end();
    await first.setReadOnly(false);
  });

  it('migrates the writable host, and names all hosts in the URL of the service', async () => {
    await first.setReadOnly(true);
    const databaseUrl = second.connectionString.replace('127.0.0.1', `127.0.0.1:${first.port},127.0.0.1`);
    const options = { auditRetention: {}, retention: {}, dataDirectory: '', log: () => undefined };
    const password = /:[^:@/]+@/.exec(second.connectionString)?.[0];
    await first.superuser.query(
      `begin read write; alter user postgres password '${password?.slice(1, -1)}'; commit`,
    );
    const opened = await openDatabase({ ...options, databaseUrl, serviceDatabaseUrl: undefined });
    assert.ok(opened.serviceUrl.includes(`//127.0.0.1:${first.port},127.0.0.1:${second.port}/charter?`));
    assert.equal(await portOf(opened.serviceUrl), second.port);
    await first.setReadOnly(false);
  });

  it('is ready again on the promoted host', async () => {
    await second.setReadOnly(true);
    const pool = openReadinessPool(url, () => undefined);
    await assertDatabaseWritable(pool);
    await Promise.all([first.setReadOnly(true), second.setReadOnly(false)]);
    const checkOn = async () => {
      for (;;) await assertDatabaseWritable(pool);
    };
    await assert.rejects(checkOn(), { code: '25006' });
    await assertDatabaseWritable(pool);
    await pool.end();
    await first.setReadOnly(false);
  });

  it('listens on the promoted host when the connection is lost', async () => {
    await second.setReadOnly(true);
    let reconnected = Promise.withResolvers<void>();
    const notified = Promise.withResolvers<string>();
    const listener = await listen(url, 'news', {
      onNotification: (payload) => notified.resolve(payload),
      onReconnect: () => reconnected.resolve(),
      onError: () => undefined,
    });
    await reconnected.promise;
    reconnected = Promise.withResolvers();
    await Promise.all([first.setReadOnly(true), second.setReadOnly(false)]);
    await first.superuser.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'charter queue'`,
    );
    await reconnected.promise;
    await second.superuser.query(`notify news, 'promoted'`);
    assert.equal(await notified.promise, 'promoted');
    await listener.close();
    await first.setReadOnly(false);
  });
});

/** Forwards connections to a server. @param port 0 for a free one */
async function forward(to: number, host: string, port: number) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const upstream = connectTo(to, '127.0.0.1');
    for (const end of [socket, upstream]) {
      sockets.add(end.on('error', () => undefined).on('close', () => sockets.delete(end)));
    }
    socket.pipe(upstream).pipe(socket);
  }).listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    /** Ends the connections, and accepts no others. */
    close(): void {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

describe('a client whose host name moves to another address', () => {
  const NAME = 'database.example';
  let first: Server;
  let second: Server;
  let address: string;

  before(async () => {
    [first, second] = await Promise.all([startServer(), startServer()]);
    type Done = (error: null, found: string | LookupAddress[], family?: number) => void;
    const lookup = dns.lookup as (name: string, options: LookupOptions, done: Done) => void;
    mock.method(dns, 'lookup', (name: string, options: LookupOptions, done: Done): void => {
      if (name !== NAME) lookup(name, options, done);
      else if (options.all) done(null, [{ address, family: 4 }]);
      else done(null, address, 4);
    });
  });
  after(async () => {
    mock.restoreAll();
    await Promise.all([first.remove(), second.remove()]);
  });

  for (const [what, fails] of [
    ['is gone', (forwarder: { close(): void }) => forwarder.close()],
    ['is demoted, and still accepts connections', () => first.setReadOnly(true)],
  ] as const) {
    it(`writes, checks and listens at the new address when the server at the old one ${what}`, async () => {
      await second.setReadOnly(true);
      address = '127.0.0.2';
      const before = await forward(first.port, '127.0.0.2', 0);
      const after = await forward(second.port, '127.0.0.3', before.port);
      const url = `postgres://node:secret@${NAME}:${before.port}/charter`;
      const pool = createPool(url, 1, () => undefined);
      const readiness = openReadinessPool(url, () => undefined);
      const database = new Tenancy<object>(pool).for('tenant');
      const write = async () =>
        (await sql`insert into public.notes values (inet_server_port()) returning port`.execute(database))
          .rows;
      let reconnected = Promise.withResolvers<void>();
      const notified = Promise.withResolvers<string>();
      const listener = await listen(url, 'news', {
        onNotification: (payload) => notified.resolve(payload),
        onReconnect: () => reconnected.resolve(),
        onError: () => undefined,
      });
      try {
        await reconnected.promise;
        assert.deepEqual(await write(), [{ port: first.port }]);
        await assertDatabaseWritable(readiness);
        reconnected = Promise.withResolvers();

        address = '127.0.0.3';
        await Promise.all([fails(before), second.setReadOnly(false)]);
        // A demoted server keeps its sessions; a failover finally ends them.
        await first.superuser.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'charter queue'`,
        );
        for (let rows: unknown[] = []; ; ) {
          try {
            rows = await write();
          } catch (error) {
            assert.equal((error as { code?: string }).code, 'ServiceUnavailable');
            continue;
          }
          if (isDeepStrictEqual(rows, [{ port: second.port }])) break;
          // The session of the pool applies the setting only after some statements.
          assert.deepEqual(rows, [{ port: first.port }]);
        }
        for (let isReady = false; !isReady; ) {
          isReady = await assertDatabaseWritable(readiness).then(
            () => true,
            () => false,
          );
        }
        await reconnected.promise;
        await second.superuser.query(`notify news, 'moved'`);
        assert.equal(await notified.promise, 'moved');
      } finally {
        await listener.close();
        await Promise.all([pool.end(), readiness.end()]);
        for (const each of [before, after]) each.close();
        await first.setReadOnly(false);
      }
    });
  }
});

describe('a client with TLS settings in its URL', () => {
  let server: Server;
  let folder: string;

  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  /** Creates a certificate authority and a certificate signed by it: `<authority>.crt`, `<name>.crt`, `<name>.key`. */
  function certify(authority: string, name: string, subject: string): void {
    const pair = (file: string) => ['-newkey', 'rsa:2048', '-nodes', '-keyout', `${file}.key`];
    openssl('req', '-x509', ...pair(authority), '-out', `${authority}.crt`, '-subj', `/CN=${authority}`);
    openssl('req', ...pair(name), '-out', `${name}.csr`, '-subj', `/CN=${subject}`);
    const signer = ['-CA', `${authority}.crt`, '-CAkey', `${authority}.key`, '-CAcreateserial'];
    openssl('x509', '-req', '-in', `${name}.csr`, ...signer, '-out', `${name}.crt`);
  }
  /** Installs the certificate on the server. Resolves when new connections use it. */
  async function serve(name: string): Promise<void> {
    const { rows } = await server.superuser.query('show data_directory');
    for (const kind of ['crt', 'key']) {
      const file = join(rows[0].data_directory, `server.${kind}`);
      await copyFile(join(folder, `${name}.${kind}`), file);
      await giveToFolderOwner(file);
    }
    await server.superuser.query('alter system set ssl = on');
    await restartedBySignal();
  }
  /**
   * Reloads the settings. The postmaster loads certificates with the settings, so new settings imply new certificates.
   */
  async function restartedBySignal(): Promise<void> {
    const { rows } = await server.superuser.query('select pg_conf_load_time() as before, pg_reload_conf()');
    for (let isLoaded = false; !isLoaded; ) {
      const client = new pg.Client(server.connectionString);
      await client.connect();
      const loaded = await client.query('select pg_conf_load_time() > $1 as done', [rows[0].before]);
      isLoaded = loaded.rows[0].done;
      await client.end();
    }
  }
  const connect = async (parameters: string, host = '127.0.0.1'): Promise<string> => {
    const client = new DatabaseClient({
      connectionString: `postgres://node:secret@${host}:${server.port}/charter?${parameters}`,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query(
        'select ssl, client_dn from pg_stat_ssl where pid = pg_backend_pid()',
      );
      return `${rows[0].ssl ? 'TLS' : 'plain'} ${rows[0].client_dn ?? ''}`.trim();
    } finally {
      await client.end();
    }
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'charter-tls-'));
    server = await startServer();
    certify('authority', 'local', 'localhost');
    certify('other', 'stranger', 'localhost');
    await serve('local');
  });
  after(async () => {
    await server.remove();
    await rm(folder, { recursive: true, force: true });
  });

  it('encrypts the connection with require, and not with disable', async () => {
    assert.equal(await connect('sslmode=disable'), 'plain');
    assert.equal(await connect('sslmode=require'), 'TLS');
  });

  it('verifies the authority with verify-ca, and with require and sslrootcert', async () => {
    for (const mode of ['verify-ca', 'require']) {
      assert.equal(await connect(`sslmode=${mode}&sslrootcert=${folder}/authority.crt`), 'TLS');
      await assert.rejects(connect(`sslmode=${mode}&sslrootcert=${folder}/other.crt`), /certificate/);
    }
  });

  it('verifies authority and name with verify-full', async () => {
    const root = `sslrootcert=${folder}/authority.crt`;
    assert.equal(await connect(`sslmode=verify-full&${root}`, 'localhost'), 'TLS');
    await assert.rejects(connect(`sslmode=verify-full&${root}`, '127.0.0.1'), {
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
    await assert.rejects(connect('sslmode=verify-full', 'localhost'), /certificate/);
  });

  it('authenticates with a client certificate', async () => {
    certify('people', 'client', 'node');
    const { rows } = await server.superuser.query(
      `select current_setting('hba_file') as file, current_setting('data_directory') as data`,
    );
    const rules = await readFile(rows[0].file, 'utf8');
    const people = join(rows[0].data, 'people.crt');
    await copyFile(join(folder, 'people.crt'), people);
    await giveToFolderOwner(people);
    await writeFile(rows[0].file, `hostssl all node all cert\n${rules}`);
    await server.superuser.query(`alter system set ssl_ca_file = 'people.crt'`);
    await restartedBySignal();
    const files = `sslcert=${folder}/client.crt&sslkey=${folder}/client.key`;
    assert.equal(await connect(`sslmode=require&${files}`), 'TLS /CN=node');
    await assert.rejects(connect('sslmode=require'), { code: '28000' });
    const unknown = `sslmode=require&sslcert=${folder}/stranger.crt&sslkey=${folder}/stranger.key`;
    await assert.rejects(checkServiceRole(`postgres://node@127.0.0.1:${server.port}/charter?${unknown}`), {
      message: /^CHARTER_SERVICE_DATABASE_URL can't be reached: .*\. Check .* password and TLS settings\.$/,
    });
    await writeFile(rows[0].file, rules);
    await restartedBySignal();
  });

  it('reads renewed files at the next connection of a pool', async () => {
    const root = join(folder, 'root.crt');
    await copyFile(join(folder, 'authority.crt'), root);
    const parameters = `sslmode=verify-full&sslrootcert=${root}`;
    const pool = createPool(
      `postgres://node:secret@localhost:${server.port}/charter?${parameters}`,
      2,
      () => undefined,
    );
    const open = await pool.connect();
    await serve('stranger');
    await assert.rejects(pool.connect(), /certificate/);
    await rm(root);
    await assert.rejects(pool.connect(), { code: 'ENOENT' });
    await copyFile(join(folder, 'other.crt'), root);
    const renewed = await pool.connect();
    assert.equal((await open.query('select 1 as still_open')).rowCount, 1);
    renewed.release();
    open.release();
    await pool.end();
  });
});
