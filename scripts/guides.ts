/** Writes the documentation site into `dist/guides/`. Its pages work from disk, and below any path of a server. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from '../runtime/root.mjs';
import { openSite } from '../server/src/http/pages/guides/site.ts';

const target = join(root, 'dist/guides');
await rm(target, { recursive: true, force: true });
const site = openSite();
for (const address of await site.addresses()) {
  const file = join(target, address);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, (await site.read(address))?.body ?? '');
}
console.log(`Wrote ${join(target, 'index.html')}`);
