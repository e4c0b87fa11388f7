import assert from 'node:assert/strict';
import { test } from 'node:test';
import { millisecondsOf } from './duration.ts';

test('millisecondsOf converts ISO 8601 durations without years and months', () => {
  for (const [text, seconds] of [
    ['PT1S', 1],
    ['PT90M', 5_400],
    ['P1DT12H', 129_600],
    ['P2W', 1_209_600],
    ['P1W2DT3H4M5S', 788_645],
  ] as const)
    assert.equal(millisecondsOf(text), seconds * 1000, text);
  for (const text of [
    '',
    'P',
    'PT',
    'P1DT',
    'P1M',
    'P1Y',
    '1D',
    'PT1.5H',
    'PT-1M',
    'PT1H ',
    'PT1M1H',
    'pt1h',
  ])
    assert.equal(millisecondsOf(text), undefined, text);
});
