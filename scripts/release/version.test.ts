import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { root } from '../../runtime/root.mjs';
import { shownVersions } from './prepare.ts';

describe('the version', () => {
  it('is the same in every place that shows it', async () => {
    const shown = await shownVersions(root);
    assert.ok(shown.length >= 14, `${shown.length} places`);
    assert.deepEqual([...new Set(shown.map(({ version }) => version))].length, 1, JSON.stringify(shown));
  });
});
