/** Generates docs/cli/ from the help of each command. `npm test` fails while the result differs. */
import { mkdir, writeFile } from 'node:fs/promises';
import { CLI_DOCS_URL, generateDocs } from '../server/src/commands/generate-docs.ts';

await mkdir(CLI_DOCS_URL, { recursive: true });
for (const [name, text] of Object.entries(await generateDocs()))
  await writeFile(new URL(name, CLI_DOCS_URL), text);
