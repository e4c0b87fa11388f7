/**
 * Checks types and lint, then runs the tests of every workspace on one shared PostgreSQL. Arguments limit the
 * tests to files or folders. `--check-only` skips the tests. `--chaos` runs only the randomised tests, with the
 * full number of repetitions.
 */
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import { join, resolve, sep } from 'node:path';
import { leaseSharedPostgres } from '../server/test/shared-postgres.ts';
import { root } from './root.mjs';

const TEST_FOLDERS = ['server', 'sdk', 'cli', 'acceptance', 'portal'];
/** Far longer than any test. A hanging test fails and is named. */
const TEST_TIMEOUT_MILLISECONDS = 300_000;

/** Repetitions of the randomised tests, unless the environment has others. Without the variable a test repeats less. */
const CHAOS = {
  CHARTER_TEST_CRASH_STRIDE: '1',
  CHARTER_TEST_DELIVERIES: '10000',
  CHARTER_TEST_GRAPH_KILLS: '10',
  CHARTER_TEST_GRAPH_POLITE_TEAMS: '150',
  CHARTER_TEST_GRAPH_SEEDS: '1,2,3',
  CHARTER_TEST_GRAPH_TEAMS: '60',
  CHARTER_TEST_RACES: '1000',
  CHARTER_TEST_SERVICE_KILLS: '60',
  CHARTER_TEST_TAMPERINGS: '10000',
};
/** Larger numbers from the environment take hours, for example 1,000 teams on a hostile Graph. */
const CHAOS_TIMEOUT_MILLISECONDS = 6 * 3_600_000;

// Each test file is a process of its own. With the cache it loads the server in half the time.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled');

const failures = mkdtempSync(join(os.tmpdir(), 'charter-failures-'));

let running;
let interrupted = 0;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = 128 + os.constants.signals[signal];
    running?.kill(signal);
  });
}

/** Runs Node with these arguments, and resolves with true when it succeeds. */
function run(args) {
  if (interrupted) return false;
  return new Promise((done) => {
    running = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
    running.once('error', (error) => {
      console.error(error.message);
      done(false);
    });
    running.once('exit', (code) => done(code === 0));
  });
}

function findTests(places) {
  const wanted = places.map((place) => resolve(place));
  const within = (file) =>
    wanted.length === 0 || wanted.some((place) => file === place || file.startsWith(place + sep));
  return globSync(
    TEST_FOLDERS.map((folder) => `${folder}/**/*.test.ts`),
    { cwd: root, exclude: (path) => path.split(sep).includes('node_modules') },
  )
    .filter((file) => within(join(root, file)))
    .sort();
}

const isChaos = (file) =>
  Object.keys(CHAOS).some((name) => readFileSync(join(root, file), 'utf8').includes(name));

/** Files with time limits. They run after all others, two at a time, so that load does not disturb them. */
const isTimed = (file) => readFileSync(join(root, file), 'utf8').includes('@timed');

async function runTests(places, chaos) {
  const found = findTests(places);
  const files = chaos ? found.filter(isChaos) : found;
  if (chaos) Object.assign(process.env, { ...CHAOS, ...process.env });
  if (files.length === 0) {
    console.error(`No tests were found${places.length ? ` in ${places.join(', ')}` : ''}.`);
    return false;
  }
  const timeout = chaos ? CHAOS_TIMEOUT_MILLISECONDS : TEST_TIMEOUT_MILLISECONDS;
  const runFiles = (chosen, concurrency) =>
    chosen.length === 0 ||
    run([
      '--test',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${join(root, 'scripts', 'failures.mjs')}`,
      `--test-reporter-destination=${join(failures, `${chosen.length}.txt`)}`,
      `--test-concurrency=${concurrency}`,
      `--test-timeout=${timeout}`,
      ...chosen,
    ]);
  const lease = process.env.TEST_DATABASE_URL ? undefined : await leaseSharedPostgres();
  try {
    // Tests also wait for databases, workers and leases, so one file more than cores runs at a time.
    const together = await runFiles(
      files.filter((file) => !isTimed(file)),
      os.availableParallelism() + 1,
    );
    const timed = await runFiles(files.filter(isTimed), 2);
    return together && timed;
  } finally {
    await lease?.finish();
  }
}

const tool = (path) => join(root, 'node_modules', path);
const args = process.argv.slice(2);
const places = args.filter((arg) => !arg.startsWith('--'));
const steps = [
  ['types', () => run([tool('typescript/bin/tsc'), '-p', 'tsconfig.json'])],
  ['portal types', () => run([tool('typescript/bin/tsc'), '-p', 'portal'])],
  ['lint', () => run([tool('@biomejs/biome/bin/biome'), 'check', '.'])],
];
if (!args.includes('--check-only')) steps.push(['tests', () => runTests(places, args.includes('--chaos'))]);

const results = [];
for (const [name, step] of steps) {
  const started = performance.now();
  const passed = await step();
  results.push({ name, passed, seconds: ((performance.now() - started) / 1000).toFixed(1) });
}
for (const name of readdirSync(failures)) process.stdout.write(readFileSync(join(failures, name), 'utf8'));
rmSync(failures, { recursive: true });
for (const { name, passed, seconds } of results) {
  console.log(`${passed ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`);
}
process.exit(interrupted || (results.every(({ passed }) => passed) ? 0 : 1));
