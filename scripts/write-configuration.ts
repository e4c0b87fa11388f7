/** Generates docs/configuration.md from the table of settings. `npm test` fails while the result differs. */
import { writeFile } from 'node:fs/promises';
import { configurationReference } from '../server/src/config.ts';

await writeFile(new URL('../docs/configuration.md', import.meta.url), configurationReference());
