/** Checks that each command block in the documents is run by a test, or has a reason why none can run it. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { CHECKS, isCommandBlock, keyOf, lacksLanguage, ROOT, readBlocks } from './documented-commands.ts';

describe('the command blocks of the documents', () => {
  const blocks = readBlocks();
  const keys = new Set(blocks.filter(isCommandBlock).map(keyOf));

  it('have one entry each: the test that runs it, or a reason why none can', () => {
    assert.ok(keys.size > 50, `${keys.size} blocks`);
    assert.deepEqual(
      [...keys].filter((key) => CHECKS[key] === undefined),
      [],
    );
  });

  it('exist for every entry', () => {
    assert.deepEqual(
      Object.keys(CHECKS).filter((key) => !keys.has(key)),
      [],
    );
  });

  it('have the language of a shell', () => {
    assert.deepEqual(blocks.filter(lacksLanguage).map(keyOf), []);
  });

  it('name tests that exist', () => {
    for (const check of Object.values(CHECKS))
      if ('by' in check) assert.ok(existsSync(join(ROOT, check.by)), check.by);
  });
});
