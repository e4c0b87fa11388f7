/** Generates the types of the API and lists of its values from openapi.json. scripts/write-sdk.ts writes the file. */
import { readFile } from 'node:fs/promises';
import openapiTypescript, { astToString } from 'openapi-typescript';

export const DESCRIPTION = new URL('../openapi.json', import.meta.url);
export const SCHEMA = new URL('./src/schema.ts', import.meta.url);

const HEADING = '/** Generated from openapi.json by scripts/write-sdk.ts; not to be edited. */\n';

/** Returns the text of sdk/src/schema.ts for the current openapi.json. */
export async function generateSchema(): Promise<string> {
  const description = await readFile(DESCRIPTION, 'utf8');
  const types = await openapiTypescript(description, { silent: true, defaultNonNullable: false });
  const { Policy, App, Holding } = JSON.parse(description).components.schemas;
  const lists = {
    POLICY_KINDS: Policy.properties.kind.enum,
    APP_SCOPES: App.properties.scopes.items.enum,
    HOLDING_KINDS: Holding.properties.kind.enum,
  };
  const constants = Object.entries(lists).map(
    ([name, values]) => `export const ${name} = ${JSON.stringify(values)} as const;\n`,
  );
  return `${HEADING}${astToString(types)}\n${constants.join('')}`;
}
