/** Generates the client's schema and methods from openapi.json. `npm test` fails while the result differs. */
import { writeFile } from 'node:fs/promises';
import { generateMethods, METHODS } from '../sdk/generate-methods.ts';
import { generateSchema, SCHEMA } from '../sdk/generate-schema.ts';

await writeFile(SCHEMA, await generateSchema());
await writeFile(METHODS, await generateMethods());
