/**
 * Changes the sources one place at a time, in a copy, and runs the tests of each change. A change that no test notices
 * is printed. `npm run test:mutation -- [areas or files]`; `--list` only counts the changes.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join, relative, sep } from 'node:path';
import { root } from '../../runtime/root.mjs';
import { leaseSharedPostgres } from '../../server/test/shared-postgres.ts';
import { AREAS, type Target } from './areas.ts';
import { type Mutant, mutantsOf } from './mutants.ts';

/** Least share of the changes that tests must notice in each area, in percent. */
const LEAST_SCORE = 90;
/** A test run that takes longer than its first one by this factor hangs because of the change. */
const PATIENCE = 4;
const LEAST_TIMEOUT_MILLISECONDS = 10_000;

interface Change extends Target {
  area: string;
  mutant: Mutant;
}

/** Copies the checkout without its dependencies, which are linked. */
function copyCheckout(): string {
  const folder = mkdtempSync(join(os.tmpdir(), 'charter-mutation-'));
  const skipped = ['.git', 'node_modules', 'dist'];
  cpSync(root, folder, {
    recursive: true,
    filter: (path) =>
      !relative(root, path)
        .split(sep)
        .some((part) => skipped.includes(part)),
  });
  for (const workspace of ['.', 'server', 'sdk', 'cli', 'portal']) {
    const dependencies = join(root, workspace, 'node_modules');
    try {
      symlinkSync(dependencies, join(folder, workspace, 'node_modules'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return folder;
}

/** Runs one test file. Resolves with true when it passes in time. */
function passes(folder: string, test: string, milliseconds: number): Promise<boolean> {
  const child = spawn(process.execPath, ['--test', '--test-reporter=tap', test], {
    cwd: folder,
    stdio: 'ignore',
    detached: true,
  });
  return new Promise((resolve) => {
    const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), milliseconds);
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });
}

/** Returns the durations of the tests without a change. @throws Error when one fails */
async function measure(tests: readonly string[]): Promise<Map<string, number>> {
  const durations = new Map<string, number>();
  for (const test of tests) {
    const started = performance.now();
    if (!(await passes(root, test, 600_000))) throw new Error(`${test} fails without a change.`);
    durations.set(test, performance.now() - started);
  }
  return durations;
}

async function isNoticed(folder: string, change: Change, durations: Map<string, number>): Promise<boolean> {
  const path = join(folder, change.file);
  writeFileSync(path, change.mutant.text);
  try {
    for (const test of change.tests) {
      const limit = Math.max(LEAST_TIMEOUT_MILLISECONDS, PATIENCE * (durations.get(test) ?? 0));
      if (!(await passes(folder, test, limit))) return true;
    }
    return false;
  } finally {
    writeFileSync(path, readFileSync(join(root, change.file)));
  }
}

const wanted = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const changes: Change[] = Object.entries(AREAS).flatMap(([area, targets]) =>
  targets
    .filter(({ file }) => wanted.length === 0 || wanted.includes(area) || wanted.includes(file))
    .flatMap((target) =>
      mutantsOf(readFileSync(join(root, target.file), 'utf8')).map((mutant) => ({ ...target, area, mutant })),
    ),
);

interface Score {
  noticed: number;
  total: number;
}

async function run(): Promise<void> {
  const scores = new Map<string, Score>();
  const lease = await leaseSharedPostgres();
  const folders = Array.from({ length: Math.max(1, os.availableParallelism() - 1) }, copyCheckout);
  try {
    const durations = await measure([...new Set(changes.flatMap(({ tests }) => tests))]);
    const queue = changes.values();
    await Promise.all(
      folders.map(async (folder) => {
        for (const change of queue) {
          const { area, file, mutant } = change;
          const score = scores.get(file) ?? { noticed: 0, total: 0 };
          scores.set(file, score);
          score.total += 1;
          if (await isNoticed(folder, change, durations)) score.noticed += 1;
          else console.log(`${area} ${file}:${mutant.line} ${mutant.from.trim()} → ${mutant.to}`);
        }
      }),
    );
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    await lease.finish();
  }
  for (const [area, targets] of Object.entries(AREAS)) {
    const parts = targets.flatMap(({ file }) => scores.get(file) ?? []);
    const total = parts.reduce((sum, part) => sum + part.total, 0);
    if (total === 0) continue;
    const noticed = parts.reduce((sum, part) => sum + part.noticed, 0);
    const percent = (100 * noticed) / total;
    console.log(`${area}: ${noticed} of ${total} changes noticed, ${percent.toFixed(1)} %`);
    if (percent < LEAST_SCORE) process.exitCode = 1;
  }
}

if (changes.length === 0) {
  console.error(`Name an area (${Object.keys(AREAS).join(', ')}) or one of its files.`);
  process.exitCode = 2;
} else if (process.argv.includes('--list')) {
  for (const area of Object.keys(AREAS)) {
    console.log(`${area}: ${changes.filter((change) => change.area === area).length} changes`);
  }
} else {
  await run();
}
