/** Generates the table in docs/policies.md. `npm test` fails while the result differs. */
import { writeReference } from './references.ts';

await writeReference('policies.md');
