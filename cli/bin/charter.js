#!/usr/bin/env node
/** The command line on any Node from 20: continues on the Node that the project pins. */
import { fileURLToPath } from 'node:url';
import { endWithNpm, ensureRuntime, isSuitable, runOnRuntime } from '../../scripts/runtime.mjs';

const program = fileURLToPath(new URL('../main.js', import.meta.url));
endWithNpm();
try {
  await runOnRuntime(isSuitable() ? process.execPath : await ensureRuntime(), program, process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
