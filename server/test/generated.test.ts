/** Checks that the committed generated files match the code. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { configurationReference } from '../src/config.ts';
import { withKindsReference } from '../src/domain/policies/reference.ts';
import { withTrailsReference } from '../src/flows/trails-reference.ts';
import { describeApi } from '../src/http/openapi.ts';

const committed = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('generated files', () => {
  it('keeps openapi.json in step with the routes (else: node scripts/write-openapi.ts)', async () => {
    assert.deepEqual(JSON.parse(await committed('openapi.json')), await describeApi());
  });

  it('keeps docs/configuration.md in step with the settings (else: node scripts/write-configuration.ts)', async () => {
    assert.equal(await committed('docs/configuration.md'), configurationReference());
  });

  it('keeps docs/audit.md in step with the types of audit records (else: node scripts/write-trails.ts)', async () => {
    const document = await committed('docs/audit.md');
    assert.equal(document, withTrailsReference(document));
  });

  it('keeps docs/policies.md in step with the kinds of policies (else: node scripts/write-policies.ts)', async () => {
    const document = await committed('docs/policies.md');
    assert.equal(document, withKindsReference(document));
  });
});
