/**
 * Makes mutants of sources, and runs the tests of each mutant. The mutant replaces the source only in the processes of
 * its tests.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Areas, Target } from './areas.ts';
import { type Coverage, isExecuted, readCoverage } from './coverage.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import { type Outcome, runTrial } from './trial.ts';

/** Minimum share of the mutants that tests must detect in each area, in percent. */
const MIN_SCORE = 90;
/** A test is stopped when it takes this many times as long as with the original source. */
const TIMEOUT_FACTOR = 6;
const MIN_TIMEOUT_MILLISECONDS = 15_000;
const BASELINE_TIMEOUT_MILLISECONDS = 300_000;

export interface RunOptions {
  areas: Areas;
  /** The checkout. */
  root: string;
  /** An empty folder for coverage and mutants. */
  folder: string;
  /** Minimum time limit for the tests of a mutant. */
  minimumTimeoutMilliseconds?: number;
  print(line: string): void;
  signal: AbortSignal;
  /** Number of tests that run at the same time. */
  lanes: number;
  /** Deletes the databases that killed tests created before a time (Unix time in milliseconds) and left behind. */
  clean(before: number): Promise<void>;
}

/** A test of the original sources: its duration, and the parts of them that it executes. */
interface Baseline {
  test: string;
  milliseconds: number;
  coverage: Coverage;
}

export interface Score {
  area: string;
  detected: number;
  total: number;
}

/** Processes the items in order, as many at a time as there are lanes. */
async function inLanes<Item>(lanes: number, items: Iterable<Item>, work: (item: Item) => Promise<void>) {
  const queue = items[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value);
    }),
  );
}

/** @throws Error when the test fails with the original sources */
async function measure(options: RunOptions, test: string, files: ReadonlySet<string>): Promise<Baseline> {
  const { root, folder, signal } = options;
  const reports = mkdtempSync(join(folder, 'coverage-'));
  const started = performance.now();
  const outcome = await runTrial({
    test,
    folder: root,
    milliseconds: BASELINE_TIMEOUT_MILLISECONDS,
    signal,
    // V8's coverage is less exact for functions from the compile cache.
    env: { NODE_V8_COVERAGE: reports, NODE_DISABLE_COMPILE_CACHE: '1' },
  });
  if (outcome !== 'passed') throw new Error(`${test} with the original sources: ${outcome}.`);
  const milliseconds = performance.now() - started;
  const coverage = readCoverage(reports, (path) => files.has(path));
  rmSync(reports, { recursive: true, force: true });
  return { test, milliseconds, coverage };
}

/**
 * Runs tests until one detects the mutant, and returns the outcome of that one. Returns `passed` when none detects it.
 * Begins with the tests that are quick and have detected other mutants of the file, because they often detect this one.
 * @param detections number of detected mutants of the file, by test
 */
async function judge(
  { root, folder, signal, minimumTimeoutMilliseconds = MIN_TIMEOUT_MILLISECONDS }: RunOptions,
  path: string,
  mutant: Mutant,
  tests: readonly Baseline[],
  detections: Map<string, number>,
): Promise<Outcome> {
  const text = join(mkdtempSync(join(folder, 'mutant-')), 'mutant.ts');
  writeFileSync(text, mutant.text);
  const detectedBy = ({ test }: Baseline): number => detections.get(test) ?? 0;
  const cost = (one: Baseline): number => one.milliseconds / (1 + detectedBy(one));
  for (const one of tests.toSorted((a, b) => cost(a) - cost(b))) {
    const { test } = one;
    const limit = Math.max(minimumTimeoutMilliseconds, TIMEOUT_FACTOR * one.milliseconds);
    const outcome = await runTrial({ test, folder: root, milliseconds: limit, signal }, { path, text });
    if (outcome === 'passed') continue;
    detections.set(test, detectedBy(one) + 1);
    return outcome;
  }
  return 'passed';
}

async function runFile(
  options: RunOptions,
  area: string,
  { file, line }: Target,
  baselines: readonly Baseline[],
): Promise<Score> {
  const { root, print, signal, lanes, clean } = options;
  const path = join(root, file);
  const mutants = mutantsOf(readFileSync(path, 'utf8')).filter(
    (mutant) => line === undefined || mutant.line === line,
  );
  const started = performance.now();
  const counts: Record<Outcome, number> = { passed: 0, failed: 0, 'timed out': 0, interrupted: 0 };
  /** Start times of the running tests. A database that is older than all of them belongs to a killed test. */
  const running = new Map<Mutant, number>();
  const detections = new Map<string, number>();
  await inLanes(lanes, mutants.entries(), async ([index, mutant]) => {
    const tests = baselines.filter(({ coverage }) => isExecuted(coverage, path, mutant.offset));
    running.set(mutant, Date.now());
    const outcome = await judge(options, path, mutant, tests, detections);
    running.delete(mutant);
    if (signal.aborted) throw new Error('The run was interrupted.');
    counts[outcome] += 1;
    if (outcome !== 'passed') await clean(Math.min(Date.now(), ...running.values()));
    if (outcome === 'failed') return;
    const remark =
      outcome === 'timed out'
        ? ' (detected by the time limit)'
        : tests.length === 0
          ? ' (no test executes it)'
          : '';
    print(
      `  ${index + 1}/${mutants.length} ${file}:${mutant.line} ${mutant.from.trim()} → ${mutant.to}${remark}`,
    );
  });
  const seconds = Math.round((performance.now() - started) / 1000);
  const total = mutants.length;
  const detected = total - counts.passed;
  const hanging = counts['timed out'] === 0 ? '' : `, ${counts['timed out']} by their time limit`;
  print(`${file}: ${detected} of ${total} mutants detected${hanging} (${seconds} s)`);
  return { area, detected, total };
}

/** Tests all mutants, and returns false when an area has too low a score. */
export async function runMutations(options: RunOptions): Promise<boolean> {
  const { areas, root, folder, print } = options;
  mkdirSync(folder, { recursive: true });
  const targets = Object.entries(areas).flatMap(([area, list]) => list.map((target) => ({ area, target })));
  const files = new Set(targets.map(({ target }) => join(root, target.file)));
  const baselines = new Map<string, Baseline>();
  const scores: Score[] = [];
  for (const [index, { area, target }] of targets.entries()) {
    const unmeasured = target.tests.filter((test) => !baselines.has(test));
    await inLanes(options.lanes, unmeasured, async (test) => {
      baselines.set(test, await measure(options, test, files));
    });
    const ofTarget = target.tests.map((test) => baselines.get(test) as Baseline);
    print(`[${index + 1}/${targets.length}] ${area} ${target.file}`);
    scores.push(await runFile(options, area, target, ofTarget));
  }
  return Object.keys(areas)
    .map((area) =>
      passes(
        area,
        scores.filter((score) => score.area === area),
        print,
      ),
    )
    .every(Boolean);
}

function passes(area: string, scores: readonly Score[], print: RunOptions['print']): boolean {
  const total = scores.reduce((sum, score) => sum + score.total, 0);
  const detected = scores.reduce((sum, score) => sum + score.detected, 0);
  if (total === 0) return true;
  const percent = (100 * detected) / total;
  const verdict = percent < MIN_SCORE ? `, below ${MIN_SCORE} %` : '';
  print(`${area}: ${detected} of ${total} mutants detected, ${percent.toFixed(1)} %${verdict}`);
  return verdict === '';
}
