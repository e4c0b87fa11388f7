/** The sample templates of a new organisation. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { LANGUAGES } from '../languages/language.ts';
import { readManifest } from './manifest.ts';

const FOLDER = join(import.meta.dirname, '../../../../templates/starters');

describe('the sample templates', () => {
  it('are the same in each language', () => {
    const inLanguage = (language: string) =>
      globSync(`${language}/*.yaml`, { cwd: FOLDER })
        .map((file) => readManifest(readFileSync(join(FOLDER, file), 'utf8')).manifest?.catalogTemplate)
        .map((template) => {
          assert.ok(template !== undefined);
          assert.match(template.templateConfiguration.language, new RegExp(`^${language}-`));
          return template.templateConfiguration.id;
        })
        .sort();
    const [english, ...others] = LANGUAGES.map(inLanguage);
    assert.ok(english !== undefined && english.length > 0);
    for (const ids of others) assert.deepEqual(ids, english);
  });

  for (const file of globSync('*/*.yaml', { cwd: FOLDER })) {
    it(`include ${file}, a valid and disabled manifest`, () => {
      const { manifest, errors } = readManifest(readFileSync(join(FOLDER, file), 'utf8'));
      assert.deepEqual(errors, []);
      assert.equal(manifest?.catalogTemplate.templateConfiguration.enabled, false);
    });
  }
});
