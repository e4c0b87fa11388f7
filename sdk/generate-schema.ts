/** Generates the types of the API and the kinds of policies from openapi.json. scripts/write-sdk.ts writes the file. */
import { readFile } from 'node:fs/promises';
import openapiTypescript, { astToString } from 'openapi-typescript';

export const DESCRIPTION = new URL('../openapi.json', import.meta.url);
export const SCHEMA = new URL('./src/schema.ts', import.meta.url);

const HEADING = '/** Generated from openapi.json by scripts/write-sdk.ts; not to be edited. */\n';

/** Returns the text of sdk/src/schema.ts for the current openapi.json. */
export async function generateSchema(): Promise<string> {
  const description = await readFile(DESCRIPTION, 'utf8');
  const types = await openapiTypescript(description, { silent: true, defaultNonNullable: false });
  const kinds = JSON.parse(description).components.schemas.Policy.properties.kind.enum;
  return `${HEADING}${astToString(types)}\nexport const POLICY_KINDS = ${JSON.stringify(kinds)} as const;\n`;
}
