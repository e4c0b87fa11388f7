import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canonicalJson } from './chain.ts';
import { parseCheckpointHead } from './checkpoint-lines.ts';

const TENANT = 'tenant';
const HASH = 'a'.repeat(64);

const parse = (heads: unknown) =>
  parseCheckpointHead(
    TENANT,
    canonicalJson({ tenant: TENANT, number: 3, time: '2026-01-01T00:00:00.000Z', heads }),
  );

describe('parseCheckpointHead', () => {
  it('returns the number and the heads of a checkpoint', () => {
    const heads = { security: { sequence: 42, hash: HASH } };
    const head = parse(heads);
    assert.deepEqual([head?.number, head?.heads], [3, heads]);
    assert.deepEqual(parse({})?.heads, {});
  });

  it('rejects heads that are not an object', () => {
    for (const heads of [null, 5, true, '', 'heads', []])
      assert.equal(parse(heads), undefined, String(heads));
  });

  it('rejects a head without a valid sequence and hash', () => {
    for (const head of [null, 5, { sequence: 42 }, { sequence: 0, hash: HASH }, { sequence: 42, hash: 'a' }])
      assert.equal(parse({ security: head }), undefined, JSON.stringify(head));
  });
});
