/** Writes sdk/src/schema.ts anew from openapi.json. `npm test` fails while it differs. */
import { writeFile } from 'node:fs/promises';
import { generateSchema, SCHEMA } from '../sdk/generate-schema.ts';

await writeFile(SCHEMA, await generateSchema());
