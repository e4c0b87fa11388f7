/** Files of the package. The folder of the code is `src` in the checkout and `dist` in the published package. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the path of a file below the root of the package. */
export const packageFile = (path: string): string => join(import.meta.dirname, '..', path);

export const readVersion = (): string =>
  (JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string }).version;
