#!/usr/bin/env node
/**
 * Starts the command line on this Node when it is new enough, otherwise on the pinned one. This file itself runs on any
 * Node from version 20.
 */
import { fileURLToPath } from 'node:url';
import { endWithNpm, ensureRuntime, isSuitable, runOnRuntime } from '../../runtime/runtime.mjs';

const program = fileURLToPath(new URL('../main.js', import.meta.url));
endWithNpm();
try {
  await runOnRuntime(isSuitable() ? process.execPath : await ensureRuntime(), program, process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
