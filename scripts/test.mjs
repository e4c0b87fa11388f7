/**
 * Checks types and lint, and at the same time builds the portal and runs the tests of every workspace on one shared
 * PostgreSQL. Arguments limit the tests to files or folders. `--check-only` skips the tests. `--long` runs only the
 * long tests, `--chaos` only the randomised ones, with the full number of repetitions, `--operations` only the drills,
 * one at a time, and `--images` only the tests that build and run the image. `--chaos --kills 500 --hour` only kills
 * nodes under load, for an hour.
 */
import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { join, resolve, sep } from 'node:path';
import { run as runFiles } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { inspect, parseArgs } from 'node:util';
import { root } from '../runtime/root.mjs';
import { leaseSharedPostgres } from '../server/test/shared-postgres.ts';

/** Tests start in this order, the longest first, so that no long one runs alone at the end. */
const TEST_FOLDERS = [
  'acceptance',
  'portal',
  'cli',
  'server/src/suites',
  'server/src/http',
  'server/test',
  'server/src/flows',
  'server/src/persistence',
  'server',
  'sdk',
  'scripts',
];
const BATCH = join(root, 'scripts', 'test-batch.mjs');
/**
 * Maximum number of test files of one process. They share the second of CPU time in which a process loads the service.
 */
const FILES_PER_PROCESS = 40;
/** Maximum number of long test files of one process: they run much longer than the service takes to load. */
const LONG_FILES_PER_PROCESS = 6;
/** The folder whose files are long in every run. In a run of a kind, all are. */
const LONG_FOLDER = 'acceptance';
/** Time limit for a test, far longer than any test takes. A hanging test fails and is named. */
const TEST_TIMEOUT_MILLISECONDS = 300_000;
/** A test process is killed after this number of test timeouts. */
const TIMEOUTS_PER_PROCESS = 3;
/** Time limit for the run, far longer than all tests take. A run in which a process blocks ends and fails. */
const RUN_TIMEOUT_MILLISECONDS = 40 * 60_000;

/** Repetitions of the randomised tests, unless the environment has others. Without the variable a test repeats less. */
const CHAOS = {
  CHARTER_TEST_CRASH_STRIDE: '1',
  CHARTER_TEST_DELIVERIES: '10000',
  CHARTER_TEST_ERASURE_KILLS: '12',
  CHARTER_TEST_GRAPH_CONVERGING_TEAMS: '100',
  CHARTER_TEST_GRAPH_KILLS: '20',
  CHARTER_TEST_GRAPH_POLITE_TEAMS: '500',
  CHARTER_TEST_GRAPH_SEEDS: '1,2,3',
  CHARTER_TEST_GRAPH_TEAMS: '200',
  CHARTER_TEST_INTERLEAVINGS: '1000',
  CHARTER_TEST_LIFECYCLE_TEAMS: '5000',
  CHARTER_TEST_LOOKS: 'all',
  CHARTER_TEST_RACES: '1000',
  CHARTER_TEST_SERVICE_KILLS: '60',
  CHARTER_TEST_TAMPERINGS: '10000',
};
/**
 * Time limit for a test of a `--chaos` run. It is long because the environment can set more seeds, and each seed of
 * 1,000 teams on a faulty Graph takes about ten minutes.
 */
const CHAOS_TIMEOUT_MILLISECONDS = 6 * 3_600_000;
/** The test that kills nodes under load. */
const KILLED_SERVICE = 'acceptance/killed-service.test.ts';
/** Time limit for a drill, or for the build and the tests of the image. Some drills restart nodes many times. */
const DRILL_TIMEOUT_MILLISECONDS = 20 * 60_000;

// Each batch of test files has a process of its own. With the cache, a process loads the server in half the time.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled');

/** Texts of the failed checks and tests, repeated at the end of the run. */
const failures = [];
const tools = new Set();
const interruption = new AbortController();
let interrupted = 0;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = 128 + os.constants.signals[signal];
    interruption.abort();
    for (const tool of tools) tool.kill(signal);
  });
}

/** Ends the run, which then fails. */
function giveUp(reason) {
  interrupted = 1;
  failures.push(`✖ ${reason}\n`);
  interruption.abort();
}

/**
 * Runs a program on Node, and resolves with true when it succeeds. Prints its output when it ends, so that it does
 * not mix with the report of the tests.
 */
function runTool(path, args) {
  if (interrupted) return false;
  return new Promise((done) => {
    const tool = spawn(process.execPath, [join(root, path), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    tools.add(tool);
    const output = [];
    for (const stream of [tool.stdout, tool.stderr]) stream.on('data', (chunk) => output.push(chunk));
    const end = (passed) => {
      const text = Buffer.concat(output).toString();
      tools.delete(tool);
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

/** Returns the test files at the given paths, or all, by folder in the order of TEST_FOLDERS. */
function findTests(places) {
  const wanted = places.map((place) => resolve(place));
  const within = (file) =>
    wanted.length === 0 || wanted.some((place) => file === place || file.startsWith(place + sep));
  const found = new Set();
  return TEST_FOLDERS.map((folder) =>
    globSync(`${folder}/**/*.test.ts`, {
      cwd: root,
      exclude: (path) => path.split(sep).includes('node_modules'),
    })
      .sort()
      .filter((file) => within(join(root, file)) && !found.has(file) && found.add(file)),
  );
}

/** Splits the files into as few parts of similar length as the limit allows. */
function split(files, most) {
  const parts = Math.ceil(files.length / most);
  return Array.from({ length: parts }, (_, part) =>
    files.filter((_file, index) => Math.floor((index * parts) / files.length) === part),
  );
}

const isChaos = (file) =>
  Object.keys(CHAOS).some((name) => readFileSync(join(root, file), 'utf8').includes(name));

/** Files for `npm run test:long`. `npm test` runs them only by name, so that it stays short. */
const isLong = (file) => readFileSync(join(root, file), 'utf8').includes('@long');

/** Drills for `npm run test:operations`: operators' actions on real nodes under load, and on the database. */
const isDrill = (file) => file.includes('/drills/');

/** Tests for `npm run test:images`, which need root and programs for containers. */
const isOfImage = (file) => file.includes('/images/');

/** Files with time limits. They run after all others, two at a time, so that load does not disturb them. */
const isTimed = (file) => readFileSync(join(root, file), 'utf8').includes('@timed');

function deadlineModule(milliseconds) {
  const url = pathToFileURL(join(root, 'scripts', 'end-at-deadline.mjs'));
  url.searchParams.set('milliseconds', String(milliseconds));
  return url.href;
}

/** Runs the files in one process, and resolves with true when all tests pass. Prints the report at its end. */
async function runBatch(files, timeout) {
  const events = runFiles({
    cwd: root,
    files: [BATCH],
    argv: files,
    timeout,
    signal: interruption.signal,
    execArgv: [`--import=${deadlineModule(TIMEOUTS_PER_PROCESS * timeout)}`],
  });
  let passed = true;
  events.on('test:fail', ({ name, file, line, todo, details: { error } }) => {
    if (todo !== undefined) return;
    passed = false;
    // The failed test inside this suite is reported on its own.
    if (error.failureType === 'subtestsFailed') return;
    const place = file === BATCH ? files.join(' ') : `${file}:${line}`;
    failures.push(`✖ ${name} (${place})\n${inspect(error.cause ?? error)}\n`);
  });
  const report = [];
  for await (const part of events.compose(spec)) report.push(part);
  process.stdout.write(report.join(''));
  return passed;
}

/** Runs the batches in this order with this concurrency, and resolves with true when all pass. */
async function runBatches(batches, concurrency, timeout) {
  const waiting = [...batches];
  let passed = true;
  const runNext = async () => {
    while (waiting.length > 0 && !interrupted) {
      if (!(await runBatch(waiting.shift(), timeout))) passed = false;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, runNext));
  return passed;
}

/**
 * Returns whether the run includes the file. A run of a kind includes the files of that kind; another run includes the
 * files without a kind and the named ones.
 */
function isWanted(file, places, kind) {
  if (kind === 'chaos') return isChaos(file);
  if (kind === 'long') return isLong(file);
  if (kind === 'operations') return isDrill(file);
  if (kind === 'images') return isOfImage(file);
  return (
    !(isLong(file) || isDrill(file) || isOfImage(file)) ||
    places.some((place) => resolve(place) === join(root, file))
  );
}

async function runTests(places, kind) {
  const chaos = kind === 'chaos';
  const folders = findTests(places).map((files) => files.filter((file) => isWanted(file, places, kind)));
  if (chaos) Object.assign(process.env, { ...CHAOS, ...process.env });
  if (folders.flat().length === 0) {
    console.error(`No tests were found${places.length ? ` in ${places.join(', ')}` : ''}.`);
    return false;
  }
  const longest = {
    chaos: CHAOS_TIMEOUT_MILLISECONDS,
    operations: DRILL_TIMEOUT_MILLISECONDS,
    images: DRILL_TIMEOUT_MILLISECONDS,
  };
  const timeout = longest[kind] ?? TEST_TIMEOUT_MILLISECONDS;
  const lease = process.env.TEST_DATABASE_URL ? undefined : await leaseSharedPostgres();
  let isFinished = false;
  void lease?.ended.then(() => isFinished || giveUp('The PostgreSQL for tests has ended.'));
  const deadline = chaos
    ? undefined
    : setTimeout(() => giveUp('The tests did not end in time.'), RUN_TIMEOUT_MILLISECONDS);
  try {
    const mostOf = (folder) =>
      kind !== undefined || folder === LONG_FOLDER ? LONG_FILES_PER_PROCESS : FILES_PER_PROCESS;
    const batches = (isChosen) =>
      folders.flatMap((files, index) => split(files.filter(isChosen), mostOf(TEST_FOLDERS[index])));
    // Tests also wait for databases, workers and leases, so two processes more than cores run at a time.
    const together = await runBatches(
      batches((file) => !isTimed(file)),
      kind === 'operations' ? 1 : os.availableParallelism() + 2,
      timeout,
    );
    const timed = await runBatches(batches(isTimed), 2, timeout);
    return together && timed;
  } finally {
    clearTimeout(deadline);
    isFinished = true;
    await lease?.finish();
  }
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'check-only': { type: 'boolean' },
    chaos: { type: 'boolean' },
    hour: { type: 'boolean' },
    images: { type: 'boolean' },
    kills: { type: 'string' },
    long: { type: 'boolean' },
    operations: { type: 'boolean' },
  },
});
const isKilling = options.kills !== undefined || options.hour;
if (options.kills) process.env.CHARTER_TEST_SERVICE_KILLS = options.kills;
if (options.hour) process.env.CHARTER_TEST_SERVICE_MINUTES = '60';
const places = isKilling ? [KILLED_SERVICE] : positionals;
/** Checks the types of a project. Several threads check common types several times, which takes CPU time from tests. */
const checkTypes = (project) => () =>
  runTool('node_modules/typescript/bin/tsc', ['-p', project, ...(isCheckOnly ? [] : ['--singleThreaded'])]);
const checks = [
  ['types', checkTypes('tsconfig.json')],
  ['portal types', checkTypes('portal')],
  ['lint', () => runTool('node_modules/@biomejs/biome/bin/biome', ['check', '.'])],
];
const kind = ['chaos', 'long', 'operations', 'images'].find((name) => options[name]);
const isCheckOnly = options['check-only'];
// npm test runs few of the portal's tests, and should stay short.
if (isCheckOnly || kind === 'long') {
  checks.push(['types of portal tests', checkTypes(join('portal', 'test'))]);
}
let isPortalBuilt = false;
const tests = [
  // The other core checks types meanwhile.
  ['portal', async () => (isPortalBuilt = await runTool('scripts/portal.mjs', []))],
  ['tests', () => isPortalBuilt && runTests(places, kind)],
];

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

const results = (await Promise.all([runInTurn(checks), runInTurn(isCheckOnly ? [] : tests)])).flat();
for (const failure of failures) console.log(failure);
for (const { name, passed, seconds } of results) {
  console.log(`${passed ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`);
}
process.exit(interrupted || (results.every(({ passed }) => passed) ? 0 : 1));
