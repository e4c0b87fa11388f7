/** Finds the pinned Node, which is the npm package `node`, and runs programs on it. */
import { spawn } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withInstallLock } from './install-lock.mjs';
import { runNpm } from './npm.mjs';
import { root } from './root.mjs';

export { root };

/** The first major version of Node whose releases all run TypeScript without a flag. */
const MINIMUM_MAJOR = 24;
const REPAIRED = join(root, 'node_modules', '.cache', 'runtime');
const PARENT_CHECK_MILLISECONDS = 250;
const windows = process.platform === 'win32';
const executable = windows ? 'node.exe' : 'node';

const pinnedVersion = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies.node;

/** Name of the package with the binary for this platform, which the package `node` installs. */
export function platformPackage() {
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  return `${prefix}-${windows ? 'win' : process.platform}-${process.arch}`;
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether this process can run the programs itself. */
export const isSuitable = () => Number(process.versions.node.split('.')[0]) >= MINIMUM_MAJOR;

/** Returns the path of the pinned Node, else of this Node when it is new enough, else undefined. */
function findRuntime() {
  const name = platformPackage();
  const candidates = [
    join(root, 'node_modules', 'node', 'bin', executable),
    join(root, 'node_modules', 'node', 'node_modules', name, 'bin', executable),
    join(root, 'node_modules', name, 'bin', executable),
    join(REPAIRED, 'node_modules', name, 'bin', executable),
  ];
  return candidates.find(isExecutable) ?? (isSuitable() ? process.execPath : undefined);
}

/** Installs the package with the pinned Node's binary in the folder. That package needs no install script. */
export const installRuntime = (folder) =>
  runNpm([
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
    `${platformPackage()}@${pinnedVersion()}`,
  ]);

/**
 * Returns the path of a suitable Node. The package `node` installs its binary in an install script, which npm may
 * block. If no suitable Node is found, this function installs the package of the binary itself.
 * @throws Error when the installation fails
 */
export async function ensureRuntime() {
  const found = findRuntime();
  if (found) return found;
  return withInstallLock(async () => {
    const foundNow = findRuntime();
    if (foundNow) return foundNow;
    console.log(`Installing Node ${pinnedVersion()}…`);
    const { output } = await installRuntime(REPAIRED);
    const repaired = findRuntime();
    if (repaired) return repaired;
    throw new Error(
      `${output.trim()}\nCharter needs Node ${MINIMUM_MAJOR} or newer; this is ${process.version}, and Node ${pinnedVersion()} could not be installed. ` +
        `Allow npm to reach its registry, or install Node ${MINIMUM_MAJOR} yourself and run the command with it.`,
    );
  });
}

/**
 * Stops this process when npm stops. npm forwards a signal to its shell, which may exit without forwarding it;
 * a killed npm forwards nothing. In both cases the parent process id changes.
 */
export function endWithNpm() {
  if (process.env.npm_execpath === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_MILLISECONDS);
  watch.unref();
}

/**
 * Runs the program in a child process on the given Node. The child receives SIGTERM, SIGINT and SIGHUP, and stops even
 * when this process is killed.
 * @returns the child with its IPC channel, and a promise of its exit code
 */
export function runInChild(runtime, file, args = []) {
  const preload = new URL(`./end-with-parent.mjs?parent=${process.pid}`, import.meta.url).href;
  const child = spawn(runtime, ['--import', preload, file, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    // The terminal sends Ctrl-C to the child too. A forwarded copy would count as the second signal.
    const sentByTerminal = signal === 'SIGINT' && process.stdin.isTTY;
    process.on(signal, () => sentByTerminal || child.kill(signal));
  }
  const ended = new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`${runtime} cannot be run: ${error.message}`)));
    child.once('exit', (exitCode, signal) => resolve(exitCode ?? 128 + os.constants.signals[signal]));
  });
  return { child, ended };
}

/**
 * Runs the program on the given Node. If this process runs on it, imports the program. Otherwise starts a child
 * process and exits with its exit code.
 */
export async function runOnRuntime(runtime, file, args) {
  if (runtime === process.execPath) {
    process.argv = [process.execPath, file, ...args];
    await import(pathToFileURL(file).href);
    return;
  }
  process.exit(await runInChild(runtime, file, args).ended);
}
