/** Installs the dependencies when they differ from package-lock.json. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withInstallLock } from '../runtime/install-lock.mjs';
import { runNpm } from '../runtime/npm.mjs';
import { root } from '../runtime/root.mjs';

/** Interval of the progress lines. */
const PROGRESS_MILLISECONDS = 5_000;

function readJson(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Returns whether node_modules matches package-lock.json. npm writes node_modules/.package-lock.json as the last step
 * of an installation. The contents are compared, because the modification times of a checkout, a cache or a copied
 * folder mean nothing.
 */
function isInstalled(development) {
  const wanted = readJson('package-lock.json')?.packages;
  const present = readJson('node_modules/.package-lock.json')?.packages;
  if (!wanted)
    throw new Error(
      'package-lock.json is missing or damaged. Restore it with "git checkout package-lock.json".',
    );
  if (!present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    const found = present[path];
    if (!found) return mayBeMissing(entry, development);
    return (
      found.version === entry.version && found.integrity === entry.integrity && existsSync(join(root, path))
    );
  });
}

/** npm may leave out optional packages (of other platforms), peers, and development packages in production. */
const mayBeMissing = (entry, development) =>
  Boolean(entry.optional || entry.devOptional || entry.peer || (entry.dev && !development));

/** Prints the number of installed packages every few seconds until `finished` settles. */
async function showProgress(development, finished) {
  const { packages } = readJson('package-lock.json');
  const wanted = Object.entries(packages)
    .filter(
      ([path, entry]) => path.includes('node_modules/') && !entry.link && !mayBeMissing(entry, development),
    )
    .map(([path]) => join(root, path, 'package.json'));
  const timer = setInterval(() => {
    console.log(`  ${wanted.filter((file) => existsSync(file)).length} of ${wanted.length} packages…`);
  }, PROGRESS_MILLISECONDS);
  await finished.finally(() => clearInterval(timer));
}

/** Whether node_modules has development packages, which an installation must then keep. */
const hasDevelopmentPackages = () =>
  Object.values(readJson('node_modules/.package-lock.json')?.packages ?? {}).some(({ dev }) => dev);

async function install(development) {
  // `npm ci` deletes node_modules, which a running service may use. `npm install` adds what is missing.
  const command = development && isInstalled(false) ? ['install', '--no-save'] : ['ci'];
  // Level "error" hides warnings about packages that need a newer Node: they run on the pinned one.
  const args = [...command, '--loglevel=error', '--no-audit', '--no-fund', '--include=optional'];
  args.push(development || hasDevelopmentPackages() ? '--include=dev' : '--omit=dev');
  const first = await runNpm(args);
  if (first.code === 0) return;
  // A failed install script is harmless: ensureRuntime and the start of PostgreSQL repeat its work.
  const scriptFailed = first.output.includes('command failed');
  const second = scriptFailed ? await runNpm([...args, '--ignore-scripts']) : first;
  if (second.code === 0) return;
  throw new Error(
    `${second.output.trim()}\nInstalling the dependencies failed (npm ci). Check the network connection and try again.`,
  );
}

/** Installs missing dependencies; with `development`, also those for tests, types and lint. */
export async function ensureDependencies({ development }) {
  if (isInstalled(development)) return;
  await withInstallLock(async () => {
    // The previous holder of the lock has probably installed them.
    if (isInstalled(development)) return;
    const isFirst = !existsSync(join(root, 'node_modules'));
    const reason = isFirst ? 'first run' : isInstalled(false) ? 'those for development' : 'they have changed';
    console.log(`Installing dependencies (${reason}). A first run takes about a minute.`);
    await showProgress(development, install(development));
  });
}
