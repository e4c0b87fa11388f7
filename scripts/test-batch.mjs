/**
 * Runs the test files of the arguments in turn, in one process, which loads the modules of the service only once. Each
 * file is a suite, so its hooks apply to its own tests.
 */
import { AsyncResource } from 'node:async_hooks';
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';

// The files are imported in turn, each in the asynchronous context of its suite. If two imports wait for one module
// that awaits at its top level, Node evaluates both files in the context of the first.
let imported = Promise.resolve();
for (const file of process.argv.slice(2)) {
  describe(file, async () => {
    const suite = new AsyncResource('TestFile');
    imported = imported.then(() => suite.runInAsyncScope(() => import(pathToFileURL(file).href)));
    await imported;
  });
}
