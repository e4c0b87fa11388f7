/** Finds the Node that the project pins (the npm package `node`), and runs programs on it. */
import { spawn } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withInstallLock } from './install-lock.mjs';
import { runNpm } from './npm.mjs';
import { root } from './root.mjs';

export { root };

/** The first Node that runs TypeScript as it is, and is kept for years. */
const MINIMUM_MAJOR = 24;
const REPAIRED = join(root, 'node_modules', '.cache', 'runtime');
const PARENT_CHECK_MILLISECONDS = 250;
const windows = process.platform === 'win32';
const executable = windows ? 'node.exe' : 'node';

const pinnedVersion = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies.node;

/** The package with the binary of this platform; `node` itself only installs that one. */
function platformPackage() {
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

/** Whether the present process can run the project's programs itself. */
export const isSuitable = () => Number(process.versions.node.split('.')[0]) >= MINIMUM_MAJOR;

/** The pinned Node, else the present one when it is new enough, else undefined. */
export function findRuntime() {
  const name = platformPackage();
  const candidates = [
    join(root, 'node_modules', 'node', 'bin', executable),
    join(root, 'node_modules', 'node', 'node_modules', name, 'bin', executable),
    join(root, 'node_modules', name, 'bin', executable),
    join(REPAIRED, 'node_modules', name, 'bin', executable),
  ];
  return candidates.find(isExecutable) ?? (isSuitable() ? process.execPath : undefined);
}

/**
 * The package `node` fetches its binary in an install script. Where npm blocks those, or the script
 * failed, the binary's own package is installed here, which needs no script.
 */
export async function ensureRuntime() {
  const found = findRuntime();
  if (found) return found;
  const wanted = `${platformPackage()}@${pinnedVersion()}`;
  return withInstallLock(async () => {
    const foundNow = findRuntime();
    if (foundNow) return foundNow;
    console.log(`Installing Node ${pinnedVersion()}…`);
    const { output } = await runNpm([
      'install',
      '--prefix',
      REPAIRED,
      '--no-save',
      '--no-package-lock',
      '--ignore-scripts',
      '--loglevel=error',
      '--no-audit',
      '--no-fund',
      wanted,
    ]);
    const repaired = findRuntime();
    if (repaired) return repaired;
    throw new Error(
      `${output.trim()}\nCharter needs Node ${MINIMUM_MAJOR} or newer; this is ${process.version}, and ${wanted} could not be installed. ` +
        `Allow npm to reach its registry, or install Node ${MINIMUM_MAJOR} yourself and run the command with it.`,
    );
  });
}

/**
 * npm passes a signal on to what it started, and that may be a shell which dies of it without telling us;
 * killed, npm passes nothing on. Either way our parent changes, and that is our sign to end.
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
 * Runs the program on this Node and ends as it ends. In this very process when that is the right Node;
 * else as a child that gets our signals and ends when we do, even if we are killed.
 */
export async function runOnRuntime(runtime, file, args) {
  if (runtime === process.execPath) {
    process.argv = [process.execPath, file, ...args];
    await import(pathToFileURL(file).href);
    return;
  }
  const preload = new URL('./end-with-parent.mjs', import.meta.url).href;
  const child = spawn(runtime, ['--import', preload, file, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    // Ctrl-C reaches the child by itself; forwarded as well, it would look like a second, impatient one.
    const sentByTerminal = signal === 'SIGINT' && process.stdin.isTTY;
    process.on(signal, () => sentByTerminal || child.kill(signal));
  }
  const code = await new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`${runtime} cannot be run: ${error.message}`)));
    child.once('exit', (exitCode, signal) => resolve(exitCode ?? 128 + os.constants.signals[signal]));
  });
  process.exit(code);
}
