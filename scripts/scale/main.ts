/**
 * Compares a large database with a small one: `npm run scale`. Fills both, measures nodes on them, and prints the
 * figures as Markdown. `npm run scale -- --write` replaces those of docs/scaling.md. `--tenants`, `--people`,
 * `--teams`, `--records` and `--jobs` set the sizes of the large database, `--keep` leaves the databases,
 * `--reuse <folder>` measures those that an earlier run left, `--parts idle,api` measures only these, and
 * `--json <file>` stores the figures.
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
import type { Figure, Tables } from './figure.ts';
import { fill } from './fill.ts';
import type { FilledDatabase } from './nodes.ts';
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
    reuse: { type: 'string' },
    parts: { type: 'string', default: 'idle,api,rates,start,timers,vacuum' },
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

interface MeasuredDatabase extends FilledDatabase {
  sizes: Sizes;
  /** Seconds by table. Empty for a reused database, which was vacuumed before. */
  vacuum: Map<string, number>;
  storage: readonly TableSize[];
  bytes: number;
}

/** Fills without waiting for the disk. The checkpoint afterwards makes everything durable. */
async function withoutFlushing(owner: pg.Client, work: () => Promise<void>): Promise<void> {
  for (const setting of ['fsync', 'full_page_writes']) await owner.query(`alter system set ${setting} = off`);
  await owner.query('select pg_reload_conf()');
  try {
    await work();
  } finally {
    for (const setting of ['fsync', 'full_page_writes']) await owner.query(`alter system reset ${setting}`);
    await owner.query('select pg_reload_conf()');
  }
  await owner.query('checkpoint');
}

async function openSide(
  serverUrl: string,
  folder: string,
  name: FilledDatabase['name'],
  sizes: Sizes,
): Promise<MeasuredDatabase> {
  const isFilled = values.reuse !== undefined;
  if (!isFilled) {
    const server = new pg.Client({ connectionString: serverUrl });
    await server.connect();
    await server.query(`create database ${name}`);
    await server.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const ownerUrl = url.href;
  await migrate(ownerUrl);
  const tenants = tenantsOf(sizes);
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  let vacuumed = new Map<string, number>();
  if (!isFilled) {
    await withoutFlushing(owner, () => fill(ownerUrl, tenants, (line) => report(`${name}: ${line}`)));
    vacuumed = await vacuum({ owner });
    report(`${name}: vacuumed`);
  }
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

/** Measures part after part. A part that fails is reported, and the others are measured all the same. */
async function measure(
  databases: Record<FilledDatabase['name'], MeasuredDatabase>,
  postgresFolder: string,
): Promise<{ tables: Tables; failed: string[] }> {
  const issuer = await startIssuer();
  const tables: Record<string, readonly Figure[]> = {};
  const failed: string[] = [];
  const part = async (key: string, name: string, work: () => Promise<Tables>): Promise<void> => {
    if (!values.parts.split(',').includes(key)) return;
    report(`measuring ${name}`);
    try {
      const found = await work();
      Object.assign(tables, found);
      for (const figure of Object.values(found).flat())
        report(
          `  ${figure.name}: ${figure.small.toPrecision(3)}, ${figure.large.toPrecision(3)} ${figure.unit}`,
        );
    } catch (error) {
      failed.push(name);
      console.error(error);
    }
  };
  try {
    await part('idle', 'an idle node', async () => ({
      'An idle node': await measureIdle(databases, postgresFolder),
    }));
    await part('api', 'the API', async () => {
      const { p50, p99 } = await measureApi(databases.small, databases.large);
      return { 'Calls of the API, p50': p50, 'Calls of the API, p99': p99 };
    });
    await part('rates', 'provisioning and deliveries', async () => ({
      'Provisioning and webhooks': await measureThroughput(databases, issuer),
    }));
    await part('start', 'the start', async () => ({ 'The start': await measureStart(databases, issuer) }));
    await part('timers', 'the timers', async () => {
      const { idle, busy } = await measureTimers(databases);
      return { 'The timers that visit all tenants': idle, 'Work of the timers': busy };
    });
    await part('vacuum', 'the vacuum', async () => ({
      Vacuum: vacuumFigures(
        { times: databases.small.vacuum, sizes: databases.small.storage },
        { times: databases.large.vacuum, sizes: databases.large.storage },
      ),
    }));
    return { tables, failed };
  } finally {
    await issuer.close();
  }
}

const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;

const folder = values.reuse ?? (await makeDataDirectory('charter-scale-'));
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
    const { tables, failed } = await measure({ small, large: big }, postgresFolder);
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
    if (failed.length > 0) {
      console.error(`These parts failed and have no figures: ${failed.join(', ')}.`);
      process.exitCode = 1;
    }
  } finally {
    await small.owner.end();
    await big.owner.end();
  }
} finally {
  await postgres.stop();
  if (values.keep || values.reuse !== undefined) report(`the databases stay in ${folder}`);
  else await rm(folder, { recursive: true, force: true });
}
