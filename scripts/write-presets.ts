/** Generates the table in docs/your-own-organisation.md. `npm test` fails while the result differs. */
import { writeReference } from './references.ts';

await writeReference('your-own-organisation.md');
