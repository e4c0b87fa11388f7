/**
 * Installs the packages of package-lock.json in a folder of its own, and beside them the pinned Node. Both then move to
 * node_modules: an interrupted installation changes nothing there.
 */
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { runNpm } from '../runtime/npm.mjs';
import { root } from '../runtime/root.mjs';
import { installRuntime, platformPackage } from '../runtime/runtime.mjs';

/** Stands for a registry, because the lock file must not name one. npm replaces the host with that of its registry. */
const REGISTRY = 'https://registry.invalid';

const readJson = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));

/**
 * Returns the lock file with the address of each package. Without it, npm asks the registry for the metadata of each
 * package, which takes longer than all the rest.
 */
function lockWithAddresses() {
  const lock = readJson('package-lock.json');
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!path.includes('node_modules/') || entry.resolved || !entry.integrity) continue;
    const name = entry.name ?? path.split('node_modules/').at(-1);
    entry.resolved = `${REGISTRY}/${name}/-/${basename(name)}-${entry.version}.tgz`;
  }
  return JSON.stringify(lock);
}

/**
 * Writes the files that npm needs: the manifests, the lock file, and the workspaces' `bin` folders, whose commands npm
 * links.
 */
function writeManifests(folder, workspaces) {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package-lock.json'), lockWithAddresses());
  const ofWorkspaces = workspaces.flatMap((name) => [`${name}/package.json`, `${name}/bin`]);
  for (const path of ['package.json', '.npmrc', ...ofWorkspaces]) {
    if (existsSync(join(root, path))) cpSync(join(root, path), join(folder, path), { recursive: true });
  }
}

/** Moves those of the paths that exist from one folder to another. */
function move(paths, from, to) {
  for (const path of paths) {
    if (!existsSync(join(from, path))) continue;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    renameSync(join(from, path), join(to, path));
  }
}

/** Places the binary of Node where the install script of the package `node` does, and links the command as npm does. */
function placeRuntime(folder) {
  const name = platformPackage();
  const home = join(root, 'node_modules', 'node');
  move([join('node_modules', name)], folder, home);
  mkdirSync(join(home, 'bin'), { recursive: true });
  linkSync(join(home, 'node_modules', name, 'bin', 'node'), join(home, 'bin', 'node'));
  symlinkSync(join('..', 'node', 'bin', 'node'), join(root, 'node_modules', '.bin', 'node'));
}

/**
 * Replaces node_modules. Runs no install scripts: the pinned Node is installed here, and the start of PostgreSQL links
 * its libraries.
 * @param folder an empty folder in the checkout for temporary files
 * @param options options of npm
 * @returns whether it succeeded; otherwise node_modules is unchanged
 */
export async function replaceDependencies(folder, options) {
  // On Windows the package `node` needs its own script, and files in use can't be moved.
  if (process.platform === 'win32') return false;
  const { workspaces } = readJson('package.json');
  const [packages, runtime, earlier] = ['packages', 'runtime', 'earlier'].map((name) => join(folder, name));
  writeManifests(packages, workspaces);
  const results = await Promise.all([
    runNpm(['ci', '--prefix', packages, '--ignore-scripts', '--replace-registry-host=always', ...options]),
    installRuntime(runtime),
  ]);
  if (results.some(({ code }) => code !== 0)) return false;
  const places = ['node_modules', ...workspaces.map((name) => join(name, 'node_modules'))];
  move(places, root, earlier);
  move(places, packages, root);
  move([join('node_modules', '.cache')], earlier, root);
  placeRuntime(runtime);
  return true;
}
