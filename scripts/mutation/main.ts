/**
 * Mutation testing: makes mutants of the sources, each with one small change, tests each mutant, and prints those that
 * no test detects. `npm run test:mutation -- [areas, files or file:line]`; `--list` only counts the mutants.
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

/** Returns the target once for each argument that selects it: whole, or limited to a line. */
function asWanted(area: string, target: Target): Target[] {
  const { file } = target;
  if (wanted.length === 0 || wanted.includes(area) || wanted.includes(file)) return [target];
  return wanted
    .filter((name) => name.startsWith(`${file}:`))
    .map((name) => ({ ...target, line: Number(name.slice(file.length + 1)) }));
}

function wantedAreas(): Areas {
  const areas = Object.entries(AREAS).map(
    ([area, targets]) => [area, targets.flatMap((target) => asWanted(area, target))] as const,
  );
  return Object.fromEntries(areas.filter(([, targets]) => targets.length > 0));
}

/** Tests the mutants against a PostgreSQL server that only this run uses, so that it may drop databases. */
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
      lanes: os.availableParallelism(),
      clean: (before) => removeLeftovers(lease.connectionString, before),
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
  console.error(
    `Name an area (${Object.keys(AREAS).join(', ')}), one of its files, or a file and a line, as in file.ts:12.`,
  );
  process.exitCode = 2;
} else if (process.argv.includes('--list')) {
  for (const [area, targets] of Object.entries(areas)) {
    const counts = targets.map(({ file }) => mutantsOf(readFileSync(join(root, file), 'utf8')).length);
    console.log(`${area}: ${counts.reduce((sum, count) => sum + count, 0)} mutants`);
  }
} else {
  process.exitCode = await run(areas);
}
