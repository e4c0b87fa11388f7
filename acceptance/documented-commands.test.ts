/** Checks that each command block in the documents is run by a test, or has a reason why none can run it. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { CHECKS, isCommandBlock, keyOf, lacksLanguage, ROOT, readBlocks } from './documented-commands.ts';

describe('the command blocks of the documents', () => {
  const blocks = readBlocks();
  const keys = new Set(blocks.filter(isCommandBlock).map(keyOf));

  it('each have an entry in CHECKS', () => {
    assert.ok(keys.size > 50, `${keys.size} blocks`);
    assert.deepEqual(
      [...keys].filter((key) => CHECKS[key] === undefined),
      [],
    );
  });

  it('include a block for every entry in CHECKS', () => {
    assert.deepEqual(
      Object.keys(CHECKS).filter((key) => !keys.has(key)),
      [],
    );
  });

  it('are marked as shell code', () => {
    assert.deepEqual(blocks.filter(lacksLanguage).map(keyOf), []);
  });

  it('are run by tests that exist', () => {
    for (const check of Object.values(CHECKS))
      if ('by' in check) assert.ok(existsSync(join(ROOT, check.by)), check.by);
  });
});
