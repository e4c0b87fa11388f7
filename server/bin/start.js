/**
 * Starts a command line on this Node when it is new enough, otherwise on the pinned one. This file itself runs on any
 * Node from version 20.
 */
import { fileURLToPath } from 'node:url';
import { endWithNpm, ensureRuntime, isSuitable, runOnRuntime } from '../../runtime/runtime.mjs';

/** @param program name of the program in the folder of the package */
export async function start(program) {
  endWithNpm();
  try {
    const file = fileURLToPath(new URL(`../${program}`, import.meta.url));
    await runOnRuntime(isSuitable() ? process.execPath : await ensureRuntime(), file, process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
