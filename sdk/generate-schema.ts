/** Writes sdk/src/schema.ts anew from openapi.json. `npm test` fails while it differs. */
import { readFile, writeFile } from 'node:fs/promises';
import openapiTypescript, { astToString } from 'openapi-typescript';

export const DESCRIPTION = new URL('../openapi.json', import.meta.url);
export const SCHEMA = new URL('./src/schema.ts', import.meta.url);

const HEADING = '/** Generated from openapi.json by sdk/write-schema.ts; not to be edited. */\n';

/** The text of sdk/src/schema.ts that belongs to the present openapi.json. */
export async function generateSchema(): Promise<string> {
  const description = await readFile(DESCRIPTION, 'utf8');
  return (
    HEADING + astToString(await openapiTypescript(description, { silent: true, defaultNonNullable: false }))
  );
}

if (import.meta.main) await writeFile(SCHEMA, await generateSchema());
