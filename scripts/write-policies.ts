/** Generates the reference of policy kinds in docs/policies.md. `npm test` fails while the result differs. */
import { readFile, writeFile } from 'node:fs/promises';
import { withKindsReference } from '../server/src/domain/policies/reference.ts';

const path = new URL('../docs/policies.md', import.meta.url);
await writeFile(path, withKindsReference(await readFile(path, 'utf8')));
