/** Locks the checkout, so that only one process installs dependencies. */
import { mkdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from './root.mjs';

/** The lock is a folder, because mkdir is atomic. It is outside of node_modules, which npm deletes. */
const lock = join(root, '.install-lock');
const REFRESH_MILLISECONDS = 1_000;
/** The owner of a lock that is older than this was killed. */
const STALE_MILLISECONDS = 15_000;

function take() {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw new Error(`The dependencies cannot be installed in ${root}: ${error.message}`);
  }
}

function removeWhenStale() {
  try {
    if (Date.now() - statSync(lock).mtimeMs > STALE_MILLISECONDS)
      rmSync(lock, { recursive: true, force: true });
  } catch {
    // The owner released the lock meanwhile.
  }
}

/** Runs the work while it holds the lock. The lock is a folder for temporary files of the work. */
export async function withInstallLock(work) {
  for (let told = false; !take(); told = true) {
    if (!told) console.log('Waiting for another process that installs the dependencies…');
    removeWhenStale();
    await delay(200);
  }
  const refresh = setInterval(() => {
    const now = new Date();
    utimesSync(lock, now, now);
  }, REFRESH_MILLISECONDS);
  try {
    return await work(lock);
  } finally {
    clearInterval(refresh);
    rmSync(lock, { recursive: true, force: true });
  }
}
