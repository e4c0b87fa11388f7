/** Writes the pictures of the README and of the guides: takes screenshots of the sample organisation in a browser. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../runtime/root.mjs';

const { status } = spawnSync(process.execPath, ['--test', 'portal/test/sample-templates.test.ts'], {
  cwd: root,
  env: { ...process.env, CHARTER_TEST_SCREENSHOTS: join(root, 'docs', 'images') },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
