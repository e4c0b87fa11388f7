/** Installs the dependencies when they differ from package-lock.json. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withInstallLock } from '../runtime/install-lock.mjs';
import { runNpm } from '../runtime/npm.mjs';
import { root } from '../runtime/root.mjs';
import { replaceDependencies } from './installation.mjs';

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
  // The server's optional dependencies exist for every platform of the pinned Node, so none may be missing.
  const hasOptional = Object.keys(wanted.server.optionalDependencies).every(
    (name) => present[`node_modules/${name}`],
  );
  if (!hasOptional) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    const found = present[path];
    if (!found) return mayBeMissing(entry, development);
    return (
      found.version === entry.version && found.integrity === entry.integrity && existsSync(join(root, path))
    );
  });
}

/**
 * npm may leave out optional packages of dependencies (for other platforms), peers, and development packages in
 * production.
 */
const mayBeMissing = (entry, development) =>
  Boolean(entry.optional || entry.devOptional || entry.peer || (entry.dev && !development));

/**
 * Prints the number of installed packages every few seconds until `finished` settles.
 * @param folders the folders that npm installs in
 */
async function showProgress(development, folders, finished) {
  const { packages } = readJson('package-lock.json');
  const wanted = Object.entries(packages)
    .filter(
      ([path, entry]) => path.includes('node_modules/') && !entry.link && !mayBeMissing(entry, development),
    )
    .map(([path]) => join(path, 'package.json'));
  const isThere = (file) => folders.some((folder) => existsSync(join(folder, file)));
  const timer = setInterval(() => {
    console.log(`  ${wanted.filter(isThere).length} of ${wanted.length} packages…`);
  }, PROGRESS_MILLISECONDS);
  await finished.finally(() => clearInterval(timer));
}

/** Whether node_modules has development packages, which an installation must then keep. */
const hasDevelopmentPackages = () =>
  Object.values(readJson('node_modules/.package-lock.json')?.packages ?? {}).some(({ dev }) => dev);

/** @param folder an empty folder for temporary files */
async function install(development, folder) {
  // Level "error" hides warnings about packages that need a newer Node: they run on the pinned one.
  const options = ['--loglevel=error', '--no-audit', '--no-fund', '--include=optional'];
  options.push(development || hasDevelopmentPackages() ? '--include=dev' : '--omit=dev');
  // A running service may use node_modules: development packages are added to it, and it is not replaced.
  const isComplete = isInstalled(false);
  if (!isComplete && (await replaceDependencies(folder, options))) return;
  const args = [...(isComplete ? ['install', '--no-save'] : ['ci']), ...options];
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
  await withInstallLock(async (folder) => {
    // The previous holder of the lock has probably installed them.
    if (isInstalled(development)) return;
    const isFirst = !existsSync(join(root, 'node_modules'));
    const reason = isFirst ? 'first run' : isInstalled(false) ? 'those for development' : 'they have changed';
    console.log(`Installing dependencies (${reason}). A first run takes about half a minute.`);
    const folders = [root, join(folder, 'packages')];
    await showProgress(development, folders, install(development, folder));
  });
}
