/**
 * Runs `npm start`, `npm test`, `npm run test:long`, `npm run test:chaos`, `npm run test:operations`,
 * `npm run test:images`, `npm run test:citus`, `npm run test:mutation`, `npm run fuzz`, `npm run bench`, `npm run scale`,
 * `npm run pack`, `npm run release`, `npm run docs` and `npm run check`.
 * Works on any Node from version 20, installs missing dependencies, and continues on the pinned Node.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { endWithNpm, ensureRuntime, root, runOnRuntime } from '../runtime/runtime.mjs';
import { ensureDependencies } from './dependencies.mjs';

/** The program of each command. Arguments after `--` are passed to it. */
const PROGRAMS = {
  start: ['server/charter.js', 'serve'],
  test: ['scripts/test.mjs'],
  check: ['scripts/test.mjs', '--check-only'],
  long: ['scripts/test.mjs', '--long'],
  chaos: ['scripts/test.mjs', '--chaos'],
  operations: ['scripts/test.mjs', '--operations'],
  images: ['scripts/test.mjs', '--images'],
  citus: ['scripts/citus/main.ts'],
  bench: ['bench/main.ts'],
  mutation: ['scripts/mutation/main.ts'],
  fuzz: ['scripts/fuzz/main.ts'],
  scale: ['scripts/scale/main.ts'],
  pack: ['scripts/packages/main.ts'],
  release: ['scripts/release/main.ts'],
  docs: ['scripts/guides.ts'],
};

const [command = '', ...rest] = process.argv.slice(2);
const program = Object.hasOwn(PROGRAMS, command) ? PROGRAMS[command] : undefined;
if (!program) {
  console.error(`Usage: node scripts/run.mjs <${Object.keys(PROGRAMS).join('|')}> [arguments]`);
  process.exit(2);
}

endWithNpm();
try {
  await ensureDependencies({ development: command !== 'start' });
  const runtime = await ensureRuntime();
  // scripts/test.mjs builds the portal in parallel with the type check, and a release builds its own.
  if (program[0] !== 'scripts/test.mjs' && !['pack', 'release', 'docs'].includes(command)) {
    const { status } = spawnSync(runtime, [join(root, 'scripts', 'portal.mjs')], { stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
  }
  const [file, ...args] = program;
  await runOnRuntime(runtime, join(root, file), [...args, ...rest]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
