/**
 * Checks types and lint, and meanwhile runs the tests of every workspace on one shared PostgreSQL. Arguments limit
 * the tests to files or folders. `--check-only` skips the tests. `--chaos` runs only the randomised tests, with the
 * full number of repetitions.
 */
import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { join, resolve, sep } from 'node:path';
import { finished } from 'node:stream/promises';
import { run as runFiles } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { root } from '../runtime/root.mjs';
import { leaseSharedPostgres } from '../server/test/shared-postgres.ts';

/** Tests start in this order, the longest first, so that no long one runs alone at the end. */
const TEST_FOLDERS = [
  'portal',
  'acceptance',
  'server/test',
  'server/src/flows',
  'server',
  'cli',
  'sdk',
  'scripts',
];
/** Time limit for a test, far longer than any test takes. A hanging test fails and is named. */
const TEST_TIMEOUT_MILLISECONDS = 300_000;
/** A test process is killed after this number of test timeouts. */
const TIMEOUTS_PER_FILE = 2;
/** Time limit for the run, far longer than all tests take. A run in which a process blocks ends and fails. */
const RUN_TIMEOUT_MILLISECONDS = 40 * 60_000;

/** Repetitions of the randomised tests, unless the environment has others. Without the variable a test repeats less. */
const CHAOS = {
  CHARTER_TEST_CRASH_STRIDE: '1',
  CHARTER_TEST_DELIVERIES: '10000',
  CHARTER_TEST_GRAPH_CONVERGING_TEAMS: '100',
  CHARTER_TEST_GRAPH_KILLS: '20',
  CHARTER_TEST_GRAPH_POLITE_TEAMS: '500',
  CHARTER_TEST_GRAPH_SEEDS: '1,2,3',
  CHARTER_TEST_GRAPH_TEAMS: '200',
  CHARTER_TEST_LIFECYCLE_TEAMS: '5000',
  CHARTER_TEST_LOOKS: 'all',
  CHARTER_TEST_RACES: '1000',
  CHARTER_TEST_SERVICE_KILLS: '60',
  CHARTER_TEST_TAMPERINGS: '10000',
};
/**
 * Time limit for a test of a `--chaos` run. Larger numbers from the environment take long: each seed of 1,000 teams
 * on a faulty Graph takes about ten minutes.
 */
const CHAOS_TIMEOUT_MILLISECONDS = 6 * 3_600_000;

// Each test file is a process of its own. With the cache it loads the server in half the time.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled');

/** Texts of the failed checks and tests, repeated at the end of the run. */
const failures = [];
let tool;
const interruption = new AbortController();
let interrupted = 0;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = 128 + os.constants.signals[signal];
    interruption.abort();
    tool?.kill(signal);
  });
}

/** Ends the run, which then fails. */
function giveUp(reason) {
  interrupted = 1;
  failures.push(`✖ ${reason}\n`);
  interruption.abort();
}

/**
 * Runs a program of node_modules on Node, and resolves with true when it succeeds. Prints its output when it ends,
 * so that it does not mix with the report of the tests.
 */
function runTool(path, args) {
  if (interrupted) return false;
  return new Promise((done) => {
    tool = spawn(process.execPath, [join(root, 'node_modules', path), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = [];
    for (const stream of [tool.stdout, tool.stderr]) stream.on('data', (chunk) => output.push(chunk));
    const end = (passed) => {
      const text = Buffer.concat(output).toString();
      process.stdout.write(text);
      if (!passed) failures.push(text);
      done(passed);
    };
    tool.once('error', (error) => {
      output.push(Buffer.from(error.message));
      end(false);
    });
    tool.once('close', (code) => end(code === 0));
  });
}

function findTests(places) {
  const wanted = places.map((place) => resolve(place));
  const within = (file) =>
    wanted.length === 0 || wanted.some((place) => file === place || file.startsWith(place + sep));
  const found = TEST_FOLDERS.flatMap((folder) =>
    globSync(`${folder}/**/*.test.ts`, {
      cwd: root,
      exclude: (path) => path.split(sep).includes('node_modules'),
    }).sort(),
  );
  return [...new Set(found)].filter((file) => within(join(root, file)));
}

const isChaos = (file) =>
  Object.keys(CHAOS).some((name) => readFileSync(join(root, file), 'utf8').includes(name));

/** Files with time limits. They run after all others, two at a time, so that load does not disturb them. */
const isTimed = (file) => readFileSync(join(root, file), 'utf8').includes('@timed');

function deadlineModule(milliseconds) {
  const url = pathToFileURL(join(root, 'scripts', 'end-at-deadline.mjs'));
  url.searchParams.set('milliseconds', String(milliseconds));
  return url.href;
}

/** Runs the files in this order, and resolves with true when all pass. */
async function runTestFiles(files, concurrency, timeout) {
  if (files.length === 0) return true;
  if (interrupted) return false;
  let passed = true;
  const { signal } = interruption;
  const events = runFiles({
    cwd: root,
    files: files.map((file) => join(root, file)),
    concurrency,
    timeout,
    signal,
    execArgv: [`--import=${deadlineModule(TIMEOUTS_PER_FILE * timeout)}`],
  });
  events.on('test:fail', ({ name, file, line, todo, details: { error } }) => {
    if (todo !== undefined) return;
    passed = false;
    // The failed test inside this suite is reported on its own.
    if (error.failureType === 'subtestsFailed') return;
    failures.push(`✖ ${name} (${file}:${line})\n${inspect(error.cause ?? error)}\n`);
  });
  const report = events.compose(spec);
  report.pipe(process.stdout, { end: false });
  await finished(report);
  return passed;
}

async function runTests(places, chaos) {
  const found = findTests(places);
  const files = chaos ? found.filter(isChaos) : found;
  if (chaos) Object.assign(process.env, { ...CHAOS, ...process.env });
  if (files.length === 0) {
    console.error(`No tests were found${places.length ? ` in ${places.join(', ')}` : ''}.`);
    return false;
  }
  const timeout = chaos ? CHAOS_TIMEOUT_MILLISECONDS : TEST_TIMEOUT_MILLISECONDS;
  const lease = process.env.TEST_DATABASE_URL ? undefined : await leaseSharedPostgres();
  let isFinished = false;
  void lease?.ended.then(() => isFinished || giveUp('The PostgreSQL for tests has ended.'));
  const deadline = chaos
    ? undefined
    : setTimeout(() => giveUp('The tests did not end in time.'), RUN_TIMEOUT_MILLISECONDS);
  try {
    // Tests also wait for databases, workers and leases, so one file more than cores runs at a time.
    const untimed = files.filter((file) => !isTimed(file));
    const together = await runTestFiles(untimed, os.availableParallelism() + 1, timeout);
    const timed = await runTestFiles(files.filter(isTimed), 2, timeout);
    return together && timed;
  } finally {
    clearTimeout(deadline);
    isFinished = true;
    await lease?.finish();
  }
}

const args = process.argv.slice(2);
const places = args.filter((arg) => !arg.startsWith('--'));
const checks = [
  ['types', () => runTool('typescript/bin/tsc', ['-p', 'tsconfig.json'])],
  ['portal types', () => runTool('typescript/bin/tsc', ['-p', 'portal'])],
  ['lint', () => runTool('@biomejs/biome/bin/biome', ['check', '.'])],
];
const tests = ['tests', () => runTests(places, args.includes('--chaos'))];

/** Runs the steps in turn, and resolves with their results and durations. */
async function runInTurn(steps) {
  const results = [];
  for (const [name, step] of steps) {
    const started = performance.now();
    const passed = await step();
    results.push({ name, passed, seconds: ((performance.now() - started) / 1000).toFixed(1) });
  }
  return results;
}

const results = (
  await Promise.all([runInTurn(checks), runInTurn(args.includes('--check-only') ? [] : [tests])])
).flat();
for (const failure of failures) console.log(failure);
for (const { name, passed, seconds } of results) {
  console.log(`${passed ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`);
}
process.exit(interrupted || (results.every(({ passed }) => passed) ? 0 : 1));
