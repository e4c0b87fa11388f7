/** The sample templates that a new organisation begins with. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readManifest } from './manifest.ts';

const FOLDER = join(import.meta.dirname, '../../../../templates/starters');

describe('the sample templates', () => {
  for (const file of globSync('*.yaml', { cwd: FOLDER })) {
    it(`${file} is a valid manifest that nobody can request yet`, () => {
      const { manifest, errors } = readManifest(readFileSync(join(FOLDER, file), 'utf8'));
      assert.deepEqual(errors, []);
      assert.equal(manifest?.catalogTemplate.templateConfiguration.enabled, false);
    });
  }
});
