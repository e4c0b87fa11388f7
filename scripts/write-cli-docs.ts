/** Generates docs/cli/ from the help of each command. `npm test` fails while the result differs. */
import { mkdir, writeFile } from 'node:fs/promises';
import { DOCS, generateDocs } from '../server/src/commands/generate-docs.ts';

await mkdir(DOCS, { recursive: true });
for (const [name, text] of Object.entries(await generateDocs())) await writeFile(new URL(name, DOCS), text);
