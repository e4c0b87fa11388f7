/**
 * Compares a large database with a small one: `npm run scale`. Fills both, measures nodes on them, and prints the
 * figures as Markdown. `npm run scale -- --write` replaces those of docs/scaling.md. `--tenants`, `--people`, `--teams`,
 * `--records` and `--jobs` set the sizes of the large database, `--keep` leaves its folder, and `--json <file>` stores
 * the figures.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startIssuer } from '../../bench/service.ts';
import { startEmbeddedPostgres } from '../../server/src/persistence/embedded-postgres.ts';
import { migrate } from '../../server/src/persistence/migrate.ts';
import { makeDataDirectory } from '../../server/test/data-directory.ts';
import { measureApi } from './api.ts';
import type { Tables } from './figure.ts';
import { fill } from './fill.ts';
import type { Side } from './nodes.ts';
import { type Report, toMarkdown, writeInto } from './report.ts';
import { closestTo, LARGE, type Sizes, SMALL, tenantsOf } from './sizes.ts';
import { databaseBytes, readSizes, type TableSize, vacuum, vacuumFigures } from './storage.ts';
import { measureThroughput } from './throughput.ts';
import { measureIdle, measureStart, measureTimers } from './timers.ts';

const ROOT = join(import.meta.dirname, '../..');
const DOCUMENT = join(ROOT, 'docs/scaling.md');

/** A server with 8 GB of memory. */
const SETTINGS = {
  shared_buffers: '2GB',
  effective_cache_size: '6GB',
  max_wal_size: '8GB',
};

const { values } = parseArgs({
  options: {
    tenants: { type: 'string', default: String(LARGE.tenants) },
    people: { type: 'string', default: String(LARGE.people) },
    teams: { type: 'string', default: String(LARGE.teams) },
    records: { type: 'string', default: String(LARGE.records) },
    jobs: { type: 'string', default: String(LARGE.jobs) },
    folder: { type: 'string' },
    json: { type: 'string' },
    keep: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

const large: Sizes = {
  tenants: Number(values.tenants),
  people: Number(values.people),
  teams: Number(values.teams),
  records: Number(values.records),
  jobs: Number(values.jobs),
};
const wrong = Object.entries(large).find(([, value]) => !Number.isInteger(value) || value < 1);
if (wrong !== undefined) {
  console.error(`--${wrong[0]} must be a whole number from 1.`);
  process.exit(2);
}

const began = performance.now();
const elapsed = (): string => `${Math.round((performance.now() - began) / 1000)} s`;
const report = (line: string): void => console.error(`${elapsed().padStart(7)}  ${line}`);

interface Filled extends Side {
  sizes: Sizes;
  vacuum: Map<string, number>;
  storage: readonly TableSize[];
  bytes: number;
}

async function openSide(
  serverUrl: string,
  folder: string,
  name: Side['name'],
  sizes: Sizes,
): Promise<Filled> {
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  await server.query(`create database ${name}`);
  await server.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const ownerUrl = url.href;
  await migrate(ownerUrl);
  const tenants = tenantsOf(sizes);
  await fill(ownerUrl, tenants, (line) => report(`${name}: ${line}`));
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const vacuumed = await vacuum({ owner });
  report(`${name}: vacuumed`);
  const nodes = join(folder, name);
  await mkdir(nodes, { recursive: true });
  return {
    ...{ name, ownerUrl, owner, tenants, sizes },
    folder: nodes,
    tenant: closestTo(SMALL.people, tenants),
    vacuum: vacuumed,
    storage: await readSizes(owner),
    bytes: await databaseBytes(owner),
  };
}

async function measure(sides: Record<Side['name'], Filled>, postgresFolder: string): Promise<Tables> {
  const issuer = await startIssuer();
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    report(`measuring ${name}`);
    return work();
  };
  try {
    const idle = await step('an idle node', () => measureIdle(sides, postgresFolder));
    const start = await step('the start', () => measureStart(sides, issuer));
    const timers = await step('the timers', () => measureTimers(sides));
    const api = await step('the API', () => measureApi(sides.small, sides.large));
    const rates = await step('provisioning and deliveries', () => measureThroughput(sides, issuer));
    return {
      'A node': [...start, ...idle],
      'The timers that pass all tenants': timers.idle,
      'Work of the timers': timers.busy,
      'Calls of the API, p50': api.p50,
      'Calls of the API, p99': api.p99,
      'Provisioning and webhooks': rates,
      Vacuum: vacuumFigures(
        { times: sides.small.vacuum, sizes: sides.small.storage },
        { times: sides.large.vacuum, sizes: sides.large.storage },
      ),
    };
  } finally {
    await issuer.close();
  }
}

const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;

const folder = values.folder ?? (await makeDataDirectory('charter-scale-'));
report(`the databases are in ${folder}`);
const postgresFolder = join(folder, 'postgres');
await mkdir(postgresFolder, { recursive: true, mode: 0o711 });
const postgres = await startEmbeddedPostgres({ dataDirectory: postgresFolder, settings: SETTINGS });
try {
  const small = await openSide(postgres.connectionString, folder, 'small', SMALL);
  const fillBegan = performance.now();
  const big = await openSide(postgres.connectionString, folder, 'large', large);
  const fillSeconds = (performance.now() - fillBegan) / 1000;
  try {
    const tables = await measure({ small, large: big }, postgresFolder);
    const result: Report = {
      ...{
        time: new Date(),
        commit: git('rev-parse', '--short', 'HEAD'),
        machine,
        settings: SETTINGS,
        tables,
      },
      sizes: { small: SMALL, large },
      bytes: { small: small.bytes, large: big.bytes },
      seconds: { fill: fillSeconds, all: (performance.now() - began) / 1000 },
      storage: { small: small.storage, large: big.storage },
    };
    const markdown = toMarkdown(result);
    console.log(markdown);
    if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(result, null, 2)}\n`);
    if (values.write) await writeInto(DOCUMENT, markdown);
  } finally {
    await small.owner.end();
    await big.owner.end();
  }
} finally {
  await postgres.stop();
  if (values.keep) report(`the databases stay in ${folder}`);
  else await rm(folder, { recursive: true, force: true });
}
