/**
 * Runs the test files of the arguments in turn, in one process, which loads the modules of the service only once. Each
 * file is a suite, so its hooks apply to its own tests.
 */
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';

for (const file of process.argv.slice(2)) {
  describe(file, async () => {
    await import(pathToFileURL(file).href);
  });
}
