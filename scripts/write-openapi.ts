/** Generates openapi.json from the routes. `npm test` fails while the result differs. */
import { writeFile } from 'node:fs/promises';
import { describeApi } from '../server/src/http/openapi.ts';

const target = new URL('../openapi.json', import.meta.url);
await writeFile(target, `${JSON.stringify(await describeApi(), null, 2)}\n`);
