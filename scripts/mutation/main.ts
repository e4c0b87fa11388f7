/**
 * Changes the sources one place at a time, and runs the tests of each change. A change that no test notices is
 * printed. `npm run test:mutation -- [areas or files]`; `--list` only counts the changes.
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { root } from '../../runtime/root.mjs';
import { removeLeftovers } from '../../server/test/postgres.ts';
import { leaseSharedPostgres } from '../../server/test/shared-postgres.ts';
import { AREAS, type Areas, type Target } from './areas.ts';
import { mutantsOf } from './mutants.ts';
import { runMutations } from './run.ts';

/** A file system in memory, on Linux. */
const MEMORY_FOLDER = '/dev/shm';

const wanted = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const isWanted = (area: string, { file }: Target): boolean =>
  wanted.length === 0 || wanted.includes(area) || wanted.includes(file);

function wantedAreas(): Areas {
  const areas = Object.entries(AREAS).map(
    ([area, targets]) => [area, targets.filter((target) => isWanted(area, target))] as const,
  );
  return Object.fromEntries(areas.filter(([, targets]) => targets.length > 0));
}

/** Runs the changes on a PostgreSQL of this run alone, which starts once, and whose databases it may remove. */
async function run(areas: Areas): Promise<number> {
  const folder = mkdtempSync(
    join(existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : os.tmpdir(), 'charter-mutation-'),
  );
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled');
  const interruption = new AbortController();
  let code = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      code = 128 + os.constants.signals[signal];
      interruption.abort();
    });
  }
  const lease = await leaseSharedPostgres();
  try {
    const isGood = await runMutations({
      areas,
      root,
      folder: join(folder, 'run'),
      print: console.log,
      signal: interruption.signal,
      clean: () => removeLeftovers(lease.connectionString),
    });
    return isGood ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return code || 1;
  } finally {
    await lease.finish();
    rmSync(folder, { recursive: true, force: true });
  }
}

const areas = wantedAreas();
if (Object.keys(areas).length === 0) {
  console.error(`Name an area (${Object.keys(AREAS).join(', ')}) or one of its files.`);
  process.exitCode = 2;
} else if (process.argv.includes('--list')) {
  for (const [area, targets] of Object.entries(areas)) {
    const counts = targets.map(({ file }) => mutantsOf(readFileSync(join(root, file), 'utf8')).length);
    console.log(`${area}: ${counts.reduce((sum, count) => sum + count, 0)} changes`);
  }
} else {
  process.exitCode = await run(areas);
}
