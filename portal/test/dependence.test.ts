/** Checks that the portal's sources import nothing else of this repository than the client library, and stay short. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';

const PORTAL = join(import.meta.dirname, '..');
const MAX_LINES = 250;

const files = globSync('src/**/*.{ts,tsx}', { cwd: PORTAL }).map((file) => ({
  file,
  source: readFileSync(join(PORTAL, file), 'utf8'),
}));

describe('the sources of the portal', () => {
  it('import nothing of the service but its client library', () => {
    assert.ok(files.length > 0);
    for (const { file, source } of files) {
      for (const [, target = ''] of source.matchAll(/from '(\.[^']+|@charter\/[^']+)'/g)) {
        const path = target.startsWith('.') ? join(dirname(file), target) : target;
        assert.match(path, /^(src\/|messages\/|@charter\/sdk$)/, `${file} imports ${target}`);
      }
    }
  });

  it(`have at most ${MAX_LINES} lines each`, () => {
    for (const { file, source } of files) {
      const lines = source.split('\n').length - 1;
      assert.ok(lines <= MAX_LINES, `${file} has ${lines} lines`);
    }
  });
});
