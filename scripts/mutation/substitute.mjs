/**
 * Loads a changed text in place of one source file. `--import` preloads this module in each process of a test, so the
 * checkout itself never changes.
 */
import { readFileSync } from 'node:fs';
import module from 'node:module';

const { MUTATION_URL: url, MUTATION_TEXT: file } = process.env;

if (url !== undefined && file !== undefined) {
  module.registerHooks({
    load: (address, context, next) =>
      address === url
        ? { format: 'module-typescript', source: readFileSync(file, 'utf8'), shortCircuit: true }
        : next(address, context),
  });
}
