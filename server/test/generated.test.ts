/** Checks that the committed generated files match the code. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { pathOf, REFERENCES, withReference } from '../../scripts/references.ts';
import { configurationReference } from '../src/config.ts';
import { describeApi } from '../src/http/openapi.ts';

const committed = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('generated files', () => {
  it('include an openapi.json that matches the routes (else: node scripts/write-openapi.ts)', async () => {
    assert.deepEqual(JSON.parse(await committed('openapi.json')), await describeApi());
  });

  it('include a docs/configuration.md that matches the settings (else: node scripts/write-configuration.ts)', async () => {
    assert.equal(await committed('docs/configuration.md'), configurationReference());
  });

  for (const [name, { script }] of Object.entries(REFERENCES) as [
    keyof typeof REFERENCES,
    { script: string },
  ][]) {
    it(`include a docs/${name} that matches the declarations (else: node scripts/${script})`, async () => {
      const document = await readFile(pathOf(name), 'utf8');
      assert.equal(document, withReference(name, document));
    });
  }
});
