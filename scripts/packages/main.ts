/** Packs the client and the command line into `dist/`, as a registry would publish them. */
import { join, relative } from 'node:path';
import { root } from '../../runtime/root.mjs';
import { pack } from './build.ts';

for (const name of ['sdk', 'cli'] as const) {
  const { file } = await pack(name, join(root, 'dist'));
  console.log(relative(process.cwd(), file));
}
