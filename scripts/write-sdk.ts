/** Writes the generated files of the client anew from openapi.json. `npm test` fails while they differ. */
import { writeFile } from 'node:fs/promises';
import { generateMethods, METHODS } from '../sdk/generate-methods.ts';
import { generateSchema, SCHEMA } from '../sdk/generate-schema.ts';

await writeFile(SCHEMA, await generateSchema());
await writeFile(METHODS, await generateMethods());
