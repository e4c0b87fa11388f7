/**
 * Builds the files of a release into `dist/release/`. With `--prepare <version>` or `--develop <version>`, writes the
 * version of the release, or of the development of it, everywhere.
 */
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../runtime/root.mjs';
import { buildRelease } from './build.ts';
import { beginDevelopment, prepareRelease } from './prepare.ts';
import { listUncommitted, readSource } from './source.ts';

const { values } = parseArgs({
  options: { prepare: { type: 'string' }, develop: { type: 'string' }, repository: { type: 'string' } },
});

if (values.prepare !== undefined) {
  await prepareRelease(root, values.prepare, new Date().toISOString().slice(0, 10));
  console.log(`Wrote version ${values.prepare}. Read the section of CHANGELOG.md, run npm test, and commit.`);
} else if (values.develop !== undefined) {
  await beginDevelopment(root, values.develop);
  console.log(`Wrote version ${values.develop}-dev. Run npm test, and commit.`);
} else {
  const changes = listUncommitted();
  if (changes !== '') {
    console.error(`A release is built from a commit. Commit or remove these changes first:\n${changes}`);
    process.exit(1);
  }
  const target = join(root, 'dist/release');
  for (const name of await buildRelease(target, { source: readSource(), repository: values.repository })) {
    console.log(relative(process.cwd(), join(target, name)));
  }
}
