import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTemplateVersion, nextVersion } from './version.ts';

test('isTemplateVersion accepts one to four numbers separated by dots', () => {
  for (const text of ['1', '1.0', '1.0.0', '2024.11.03.2']) assert.equal(isTemplateVersion(text), true, text);
  for (const text of ['', 'v1', '1.', '1.0-beta', '1.2.3.4.5', '1e3'])
    assert.equal(isTemplateVersion(text), false, text);
});

test('nextVersion returns the proposed version if it is higher, or else increments the last number', () => {
  assert.equal(nextVersion('1.0', '1.1'), '1.1');
  assert.equal(nextVersion('1.9', '1.10'), '1.10');
  assert.equal(nextVersion('1.0', '1.0'), '1.1');
  assert.equal(nextVersion('1.0.9', '1.0.9'), '1.0.10');
  assert.equal(nextVersion('2.0', '1.5'), '2.1');
  assert.equal(nextVersion('1', '1.0.0'), '2');
  assert.equal(nextVersion('1.0', '1.0.1'), '1.0.1');
});
