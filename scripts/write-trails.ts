/** Generates the table in docs/audit.md. `npm test` fails while the result differs. */
import { writeReference } from './references.ts';

await writeReference('audit.md');
