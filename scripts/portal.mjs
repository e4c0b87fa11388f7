/** Builds the portal when its sources have changed since the last build. Runs on the pinned Node. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../runtime/root.mjs';

const SOURCES = [
  'package-lock.json',
  'portal/{index.html,package.json,tsconfig.json,vite.config.ts}',
  'portal/{messages,public,src}/**/*.*',
  'sdk/src/**/*.ts',
  'templates/starters/*/*.yaml',
];
/** Digest of the sources of the last build. */
const BUILT_FROM = join(root, 'portal', 'dist', 'sources.sha256');
const VITE = join(root, 'node_modules', 'vite', 'bin', 'vite.js');

function digestSources() {
  const hash = createHash('sha256');
  for (const file of globSync(SOURCES, { cwd: root }).sort()) {
    hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

const digest = digestSources();
if (!existsSync(BUILT_FROM) || readFileSync(BUILT_FROM, 'utf8') !== digest) {
  console.log('Building the portal, because its sources have changed. This takes some seconds.');
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [VITE, 'build', join(root, 'portal'), '--logLevel=warn'],
    {
      encoding: 'utf8',
    },
  );
  if (status !== 0) {
    console.error(`The portal could not be built:\n${stdout}${stderr}`);
    process.exit(1);
  }
  writeFileSync(BUILT_FROM, digest);
  console.log(`Built the portal in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}
