/**
 * Runs `npm start`, `npm test`, `npm run test:long`, `npm run test:chaos`, `npm run test:operations`,
 * `npm run test:images`, `npm run test:citus`, `npm run test:mutation`, `npm run fuzz`, `npm run bench`,
 * `npm run scale`, `npm run pack`, `npm run release`, `npm run docs`, `npm run pictures` and `npm run check`.
 * Works on any Node from version 20, installs missing dependencies, and continues on the pinned Node.
 */
import { join } from 'node:path';
import { endWithNpm, ensureRuntime, root, runInChild, runOnRuntime } from '../runtime/runtime.mjs';
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
  pictures: ['scripts/pictures.ts'],
};

const [command = '', ...rest] = process.argv.slice(2);
const program = Object.hasOwn(PROGRAMS, command) ? PROGRAMS[command] : undefined;
if (!program) {
  console.error(`Usage: node scripts/run.mjs <${Object.keys(PROGRAMS).join('|')}> [arguments]`);
  process.exit(2);
}

/** Builds the portal, and ends this process when that fails. */
async function buildPortal(runtime) {
  const code = await runInChild(runtime, join(root, 'scripts', 'portal.mjs')).ended;
  if (code !== 0) process.exit(code);
}

/** Starts the service and builds the portal at the same time. The service listens when both are done. */
async function startWithPortal(runtime) {
  const [file, ...args] = PROGRAMS.start;
  const { child, ended } = runInChild(runtime, join(root, file), [...args, '--await-portal', ...rest]);
  // The service may have ended meanwhile.
  const listen = () => child.connected && child.send('portal');
  await Promise.race([ended, buildPortal(runtime).then(listen)]);
  process.exit(await ended);
}

/** Whether a node with the given arguments of `charter serve` serves the portal. */
function servesPortal() {
  const place = rest.findIndex((each) => each === '--services' || each.startsWith('--services='));
  const given = place < 0 ? process.env.CHARTER_SERVICES : (rest[place].split('=')[1] ?? rest[place + 1]);
  return given === undefined || given.includes('api');
}

endWithNpm();
try {
  await ensureDependencies({ development: command !== 'start' });
  const runtime = await ensureRuntime();
  if (command === 'start' && servesPortal()) await startWithPortal(runtime);
  // scripts/test.mjs builds the portal in parallel with the type check, and a release builds its own.
  if (program[0] !== 'scripts/test.mjs' && !['start', 'pack', 'release', 'docs'].includes(command))
    await buildPortal(runtime);
  const [file, ...args] = program;
  await runOnRuntime(runtime, join(root, file), [...args, ...rest]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
