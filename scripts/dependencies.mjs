/** Installs the dependencies when they are missing or not those of package-lock.json. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withInstallLock } from './install-lock.mjs';
import { runNpm } from './npm.mjs';
import { root } from './root.mjs';

function readJson(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * npm writes what it installed to node_modules/.package-lock.json, as its last step. Contents are
 * compared, not times: a checkout, a restored cache or a copied folder can have any time.
 */
function isInstalled() {
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
    if (!found) return isOptional(entry);
    return (
      found.version === entry.version && found.integrity === entry.integrity && existsSync(join(root, path))
    );
  });
}

/** Packages of other platforms are in the lock file and rightly not installed. */
const isOptional = (entry) => Boolean(entry.optional || entry.devOptional || entry.peer);

export async function ensureDependencies() {
  if (isInstalled()) return;
  await withInstallLock(async () => {
    // Whoever had the lock before has most likely done it.
    if (isInstalled()) return;
    const first = !existsSync(join(root, 'node_modules'));
    console.log(
      first ? 'Installing dependencies (first run)…' : 'Installing dependencies (they have changed)…',
    );
    // Level "error" leaves out warnings about packages that ask for a newer Node: they run on the pinned one.
    const { code, output } = await runNpm([
      'ci',
      '--loglevel=error',
      '--no-audit',
      '--no-fund',
      '--include=dev',
      '--include=optional',
    ]);
    if (code !== 0)
      throw new Error(
        `${output.trim()}\nInstalling the dependencies failed (npm ci). Check the network connection and try again.`,
      );
  });
}
