/**
 * Tests the embedded PostgreSQL: first starts, crashes, foreign data, and servers that do not start.
 * @long
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { makeDataDirectory } from '../../test/data-directory.ts';
import { linkLibraries, locateBinaries } from './embedded-postgres/binaries.ts';
import { findCluster } from './embedded-postgres/cluster.ts';
import { isPostmasterOf, readPidFile, startPostmaster } from './embedded-postgres/postmaster.ts';
import { chooseAccount, runsAsRoot, signalProcess } from './embedded-postgres/processes.ts';
import { findRunningEmbeddedPostgres, freePort, startEmbeddedPostgres } from './embedded-postgres.ts';

const SETTINGS = { fsync: 'off', shared_buffers: '16MB', max_connections: '20' };
const silent = (): void => undefined;

async function rows(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', silent);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Starts a service in a separate process, so that the test can kill it. */
async function startService(
  dataDirectory: string,
): Promise<{ process: ChildProcess; connectionString: string }> {
  const module = new URL('./embedded-postgres.ts', import.meta.url).href;
  const code = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
    const options = ${JSON.stringify({ dataDirectory, settings: SETTINGS })};
    process.send((await startEmbeddedPostgres(options)).connectionString);
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [connectionString] = (await once(child, 'message')) as [string];
  return { process: child, connectionString };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Gives the copy the owners and modes of the original, as `cp -a` does. Node's `cp` does not preserve owners. */
async function giveLike(original: string, copy: string): Promise<void> {
  for (const name of ['.', ...(await readdir(copy, { recursive: true }))]) {
    const { uid, gid, mode } = await stat(join(original, name));
    await chown(join(copy, name), uid, gid);
    await chmod(join(copy, name), mode & 0o7777);
  }
}

/** Polls until the condition is true, without a time limit besides the test's own. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await delay(10);
}

describe('embedded PostgreSQL', () => {
  let folder: string;
  let dataDirectory: string;
  const start = () => startEmbeddedPostgres({ dataDirectory, settings: SETTINGS });
  const clusterPath = (): string => join(dataDirectory, 'cluster');
  const serverProcess = async (): Promise<number> => {
    const pid = (await readPidFile(clusterPath()))?.pid;
    assert.ok(pid && isPostmasterOf(clusterPath(), pid));
    return pid;
  };

  before(async () => {
    folder = await makeDataDirectory('charter-embedded-');
    dataDirectory = join(folder, 'data');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  test('creates a UTF-8 cluster that requires the password', async () => {
    const leftover = join(dataDirectory, 'cluster.0aB1c2');
    await mkdir(leftover, { recursive: true });
    if (runsAsRoot()) await chmod(dataDirectory, 0o711);
    const postgres = await start();
    assert.deepEqual(
      await rows(
        postgres.connectionString,
        `SELECT current_database() AS name, pg_encoding_to_char(encoding) AS encoding, datlocprovider AS provider,
           datlocale AS locale, current_setting('listen_addresses') AS address, current_setting('data_checksums') AS checksums
         FROM pg_database WHERE datname = current_database()`,
      ),
      [
        {
          name: 'charter',
          encoding: 'UTF8',
          provider: 'b',
          locale: 'C.UTF-8',
          address: '127.0.0.1',
          checksums: 'on',
        },
      ],
    );
    const wrong = new URL(postgres.connectionString);
    wrong.password = 'wrong';
    await assert.rejects(rows(wrong.href, 'SELECT 1'), { code: '28P01' });
    assert.equal((await stat(join(dataDirectory, 'connection.json'))).mode & 0o777, 0o600);
    assert.equal((await stat(clusterPath())).mode & 0o077, 0);
    assert.equal((await readdir(dataDirectory)).includes('cluster.0aB1c2'), false);
    assert.equal(await findRunningEmbeddedPostgres(dataDirectory), postgres.connectionString);
    await postgres.stop();
  });

  test('leaves no process when it stops, and preserves data, password and port', async () => {
    const first = await start();
    await rows(first.connectionString, "CREATE TABLE note AS SELECT 'kept' AS text");
    const pid = await serverProcess();
    await Promise.all([first.stop(), first.stop()]);
    await first.exited;
    assert.equal(signalProcess(pid, 0), false);
    assert.equal(await findRunningEmbeddedPostgres(dataDirectory), undefined);
    assert.deepEqual((await readdir(dataDirectory)).sort(), [
      'cluster',
      'connection.json',
      'lock.db',
      'postgres.log',
    ]);
    const second = await start();
    assert.equal(second.connectionString, first.connectionString);
    assert.deepEqual(await rows(second.connectionString, 'SELECT text FROM note'), [{ text: 'kept' }]);
    await second.stop();
  });

  test('rejects a second service on the same data directory, and names the first process', async () => {
    const postgres = await start();
    await assert.rejects(start(), { reason: 'InUse', message: new RegExp(`process id ${process.pid}\\b`) });
    assert.equal((await rows(postgres.connectionString, 'SELECT 1')).length, 1);
    await postgres.stop();
  });

  test('stops by itself when its service is killed', async () => {
    const service = await startService(dataDirectory);
    await rows(service.connectionString, "INSERT INTO note VALUES ('before the kill')");
    const pid = await serverProcess();
    await kill(service.process);
    await until(() => !signalProcess(pid, 0));
    const postgres = await start();
    assert.equal((await rows(postgres.connectionString, 'SELECT text FROM note')).length, 2);
    await postgres.stop();
  });

  test('starts again after a kill, while the earlier server is still stopping', async () => {
    const service = await startService(dataDirectory);
    await kill(service.process);
    const postgres = await start();
    assert.equal((await rows(postgres.connectionString, 'SELECT text FROM note')).length, 2);
    await postgres.stop();
  });

  test('reports a killed server and recovers its data', async () => {
    const first = await start();
    await rows(first.connectionString, "INSERT INTO note VALUES ('before the crash')");
    signalProcess(await serverProcess(), 'SIGKILL');
    await first.exited;
    assert.equal(await findRunningEmbeddedPostgres(dataDirectory), undefined);
    const second = await start();
    assert.equal((await rows(second.connectionString, 'SELECT text FROM note')).length, 3);
    await second.stop();
  });

  test('stops an orphaned server, then starts its own', async () => {
    const cluster = await findCluster(dataDirectory);
    assert.ok(cluster);
    const { postgres } = await locateBinaries(cluster.account, silent);
    const logFile = join(folder, 'left-running.log');
    const left = await startPostmaster({
      ...cluster,
      postgres,
      logFile,
      settings: { ...SETTINGS, unix_socket_directories: '', port: String(await freePort()) },
    });
    await left.ready();
    const own = await start();
    await left.exited;
    assert.equal((await rows(own.connectionString, 'SELECT text FROM note')).length, 3);
    await own.stop();
  });

  test("starts when another program has the killed server's process id", async () => {
    await writeFile(
      join(clusterPath(), 'postmaster.pid'),
      `${process.pid}\n${clusterPath()}\n1\n1\n\n127.0.0.1\n\nready\n`,
    );
    const postgres = await start();
    assert.equal((await rows(postgres.connectionString, 'SELECT text FROM note')).length, 3);
    await postgres.stop();
  });

  test('uses another port when its own is in use', async () => {
    const { port } = JSON.parse(await readFile(join(dataDirectory, 'connection.json'), 'utf8')) as {
      port: number;
    };
    const squatter = createServer().listen(port, '127.0.0.1');
    await once(squatter, 'listening');
    const postgres = await start();
    assert.notEqual(postgres.port, port);
    assert.equal((await rows(postgres.connectionString, 'SELECT 1')).length, 1);
    await postgres.stop();
    squatter.close();
  });

  test('reports why a server cannot start, and leaves no process', async () => {
    await assert.rejects(
      startEmbeddedPostgres({ dataDirectory, settings: { shared_buffers: 'much' } }),
      /invalid value for parameter "shared_buffers"/,
    );
    await (await start()).stop();
  });

  test('does not start on files of another major version or without its password, and changes nothing', async () => {
    const version = join(clusterPath(), 'PG_VERSION');
    await writeFile(version, '17\n');
    await assert.rejects(start(), {
      reason: 'OtherMajorVersion',
      message: /PostgreSQL 17; this is PostgreSQL 18/,
    });
    await writeFile(version, '18\n');
    const file = join(dataDirectory, 'connection.json');
    await rename(file, `${file}.away`);
    await assert.rejects(start(), { reason: 'DataLost', message: /connection\.json/ });
    await rename(`${file}.away`, file);
    await (await start()).stop();
  });

  test('starts on a data directory that was moved', async () => {
    await rename(dataDirectory, `${dataDirectory}-moved`);
    dataDirectory = `${dataDirectory}-moved`;
    const postgres = await start();
    assert.equal((await rows(postgres.connectionString, 'SELECT text FROM note')).length, 3);
    await postgres.stop();
  });

  test('starts on a copy beside the original, and rejects a copy that was made while the original ran', async () => {
    const original = dataDirectory;
    const copy = `${original}-copy`;
    const copyData = () => cp(original, copy, { recursive: true, preserveTimestamps: true });
    const startCopy = () => startEmbeddedPostgres({ dataDirectory: copy, settings: SETTINGS });
    await copyData();
    await giveLike(join(original, 'cluster'), join(copy, 'cluster'));
    const first = await start();
    const second = await startCopy();
    assert.notEqual(second.port, first.port);
    assert.equal((await rows(second.connectionString, 'SELECT text FROM note')).length, 3);
    assert.equal((await rows(first.connectionString, 'SELECT text FROM note')).length, 3);
    await second.stop();
    await writeFile(
      join(copy, 'cluster', 'postmaster.pid'),
      await readFile(join(clusterPath(), 'postmaster.pid')),
    );
    await assert.rejects(startCopy(), {
      reason: 'InUse',
      message: /copied from .* while their PostgreSQL was running/,
    });
    assert.equal((await rows(first.connectionString, 'SELECT 1')).length, 1);
    await first.stop();
  });

  test("stores its files elsewhere when the server's account can't enter the folder", {
    skip: runsAsRoot() ? false : 'only root runs the server as another user',
  }, async () => {
    const lines: string[] = [];
    await chmod(folder, 0o700);
    await assert.rejects(start(), { reason: 'NoPermission', message: /may not read and write them/ });
    dataDirectory = join(folder, 'closed');
    const log = (line: string) => lines.push(line);
    const postgres = await startEmbeddedPostgres({ dataDirectory, settings: SETTINGS, log });
    const target = await readlink(clusterPath());
    try {
      assert.match(target, /^\/var\/lib\/charter\/closed-\w{6}\/cluster$/);
      assert.ok(lines.some((line) => line.includes(dirname(target))));
      assert.equal(await findRunningEmbeddedPostgres(dataDirectory), postgres.connectionString);
      await rows(postgres.connectionString, "CREATE TABLE note AS SELECT 'kept' AS text");
      await postgres.stop();
      const copy = join(folder, 'copy');
      await cp(dataDirectory, copy, { recursive: true, verbatimSymlinks: true });
      await assert.rejects(startEmbeddedPostgres({ dataDirectory: copy, settings: SETTINGS }), {
        reason: 'InUse',
        message: /is a copy of/,
      });
      await rename(dataDirectory, `${dataDirectory}-moved`);
      dataDirectory = `${dataDirectory}-moved`;
      const again = await start();
      assert.deepEqual(await rows(again.connectionString, 'SELECT text FROM note'), [{ text: 'kept' }]);
      await again.stop();
      await rm(target, { recursive: true });
      await assert.rejects(start(), { reason: 'DataLost', message: /are not where .* points to/ });
    } finally {
      await postgres.stop();
      await rm(dirname(target), { recursive: true, force: true });
    }
  });
});

test('embedded PostgreSQL never runs as root', async () => {
  const account = await chooseAccount();
  if (!runsAsRoot()) return assert.equal(account, undefined);
  assert.ok(account && account.uid > 0);
});

test('embedded PostgreSQL links the shared libraries after a blocked install script', async () => {
  const native = join(await mkdtemp(join(tmpdir(), 'charter-libraries-')), 'native');
  await mkdir(join(native, 'lib'), { recursive: true });
  const links = [
    { source: 'native/lib/libone.so.1.2', target: 'native/lib/libone.so.1' },
    { source: 'native/lib/libone.so.1.2', target: 'native/lib/libone.so' },
  ];
  await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links));
  await writeFile(join(native, 'lib', 'libone.so.1.2'), 'library');
  await linkLibraries(native);
  await linkLibraries(native);
  assert.equal(await readFile(join(native, 'lib', 'libone.so.1'), 'utf8'), 'library');
  assert.equal(await readlink(join(native, 'lib', 'libone.so')), 'libone.so.1.2');
  await rm(dirname(native), { recursive: true });
});
