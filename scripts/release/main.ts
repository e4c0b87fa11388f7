/** Builds the files of a release into `dist/release/`; with `--prepare <version>`, writes the version everywhere. */
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../runtime/root.mjs';
import { buildRelease } from './build.ts';
import { prepareRelease } from './prepare.ts';
import { readSource, uncommitted } from './source.ts';

const { values } = parseArgs({ options: { prepare: { type: 'string' }, repository: { type: 'string' } } });

if (values.prepare !== undefined) {
  await prepareRelease(root, values.prepare, new Date().toISOString().slice(0, 10));
  console.log(`Wrote version ${values.prepare}. Read the section of CHANGELOG.md, run npm test, and commit.`);
} else {
  const changes = uncommitted();
  if (changes !== '') {
    console.error(`A release is built from a commit. Commit or remove these changes first:\n${changes}`);
    process.exit(1);
  }
  const target = join(root, 'dist/release');
  for (const name of await buildRelease(target, { source: readSource(), repository: values.repository })) {
    console.log(relative(process.cwd(), join(target, name)));
  }
}
