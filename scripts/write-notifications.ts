/** Generates the table in docs/notifications.md. `npm test` fails while the result differs. */
import { writeReference } from './references.ts';

await writeReference('notifications.md');
