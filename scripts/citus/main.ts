/**
 * Runs tests on a distributed database (docs/distributed-database.md): `npm run test:citus [-- <test file>…]`. Starts a
 * coordinator and two workers of Citus, distributes the schema, and prints the results as a table.
 */
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { root } from '../../runtime/root.mjs';
import { startCluster } from './cluster.ts';

const TESTS = [
  'server/src/persistence/tenancy.test.ts',
  'server/test/application-tenancy.test.ts',
  'acceptance/operations.test.ts',
  'acceptance/killed-service.test.ts',
];
const TEST_TIMEOUT_MILLISECONDS = 120_000;

/** Ends the run early. The table then shows the tests that have run. */
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());

/** A row of the table. */
interface Row {
  passed: number;
  failed: number;
  skipped: number;
}

interface Failure {
  place: string;
  message: string;
}

const installation = process.env.CHARTER_TEST_CITUS;
if (!installation || !existsSync(join(installation, 'bin', 'postgres'))) {
  console.error(
    'Set CHARTER_TEST_CITUS to a PostgreSQL 15 with Citus 13.2: the folder that contains bin/postgres. docs/distributed-database.md says how to build one.',
  );
  process.exit(2);
}

/** Returns the first line of the error that a test reports. */
function firstLine(error: Error): string {
  const cause = error.cause instanceof Error ? error.cause : error;
  return (cause.message.split('\n')[0] ?? '').slice(0, 200);
}

async function runTests(files: readonly string[]): Promise<{ rows: Map<string, Row>; failures: Failure[] }> {
  const rows = new Map<string, Row>(files.map((file) => [file, { passed: 0, failed: 0, skipped: 0 }]));
  const failures: Failure[] = [];
  const events = run({
    cwd: root,
    files: files.map((file) => join(root, file)),
    concurrency: 1,
    timeout: TEST_TIMEOUT_MILLISECONDS,
    signal: interruption.signal,
  });
  const rowOf = (file: string | undefined) => rows.get(relative(root, file ?? ''));
  events.on('test:pass', ({ file, skip, details }) => {
    const row = rowOf(file);
    if (row === undefined || details.type === 'suite') return;
    if (skip === undefined) row.passed += 1;
    else row.skipped += 1;
  });
  events.on('test:fail', ({ file, name, line, details: { error, type } }) => {
    const row = rowOf(file);
    // The failed test inside this suite is reported on its own.
    if (row === undefined || ('failureType' in error && error.failureType === 'subtestsFailed')) return;
    if (type !== 'suite') row.failed += 1;
    failures.push({ place: `${relative(root, file ?? '')}:${line} ${name}`, message: firstLine(error) });
  });
  for await (const _ of events);
  return { rows, failures };
}

const cluster = await startCluster(installation);
let isPassed = false;
try {
  process.env.TEST_DATABASE_URL = cluster.coordinator;
  process.env.TEST_DATABASE_WORKERS = cluster.workers.join(' ');
  const given = process.argv.slice(2);
  const { rows, failures } = await runTests(given.length > 0 ? given : TESTS);
  for (const { place, message } of failures) console.log(`${place}\n    ${message}`);
  console.log('\n| tests | passed | failed | skipped |\n|---|---|---|---|');
  for (const [file, { passed, failed, skipped }] of rows) {
    console.log(`| ${file} | ${passed} | ${failed} | ${skipped} |`);
  }
  isPassed = failures.length === 0;
  if (!isPassed) console.log(`\n${cluster.log()}`);
} finally {
  await cluster.stop();
}
process.exit(isPassed ? 0 : 1);
