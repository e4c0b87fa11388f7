/** Generates the tables in docs/audit.md and docs/webhooks.md. `npm test` fails while the result differs. */
import { writeReference } from './references.ts';

await writeReference('audit.md');
await writeReference('webhooks.md');
