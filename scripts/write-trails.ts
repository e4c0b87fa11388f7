/** Generates the reference of record types in docs/audit.md. `npm test` fails while the result differs. */
import { readFile, writeFile } from 'node:fs/promises';
import { withTrailsReference } from '../server/src/flows/trails-reference.ts';

const path = new URL('../docs/audit.md', import.meta.url);
await writeFile(path, withTrailsReference(await readFile(path, 'utf8')));
