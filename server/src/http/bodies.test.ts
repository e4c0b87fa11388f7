import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Type from 'typebox';
import { queryReaderOf } from './bodies.ts';

describe('queryReaderOf', () => {
  const read = queryReaderOf(
    Type.Object({ $top: Type.Integer(), $count: Type.Boolean(), $search: Type.String() }),
  );
  const reading = (query: Record<string, unknown>) => {
    read(query);
    return query;
  };

  it('converts integers and booleans, and leaves strings unchanged', () => {
    assert.deepEqual(reading({ $top: '007', $count: 'false', $search: '12' }), {
      $top: 7,
      $count: false,
      $search: '12',
    });
  });

  it('leaves invalid values to the validation', () => {
    for (const query of [
      { $top: '', $count: '' },
      { $top: '1e2', $count: 'TRUE' },
      { $top: '1.0', $count: '1' },
      { $top: ['1', '2'], $count: ['true', 'true'] },
      { $top: '9'.repeat(16), other: 'true' },
    ]) {
      assert.deepEqual(reading({ ...query }), query);
    }
  });
});
