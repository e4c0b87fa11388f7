import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readManifest } from './manifest.ts';
import { locateProblems } from './manifest-places.ts';
import { jsonErrorOffset } from './yaml-document.ts';

const placesOf = (text: string, ...paths: string[]) =>
  locateProblems(
    text,
    paths.map((path) => ({ path, message: '' })),
  ).map(({ line, column }) => (line === undefined ? undefined : [line, column]));

const YAML = `
a:
  b: 1
  "c.d": [x, { e: 2 }]
  f@odata.bind: y
  g: |
    text
h:
`;

describe('the places in a manifest text', () => {
  it('are found for YAML values, keys and list items, and for the parent of a missing value', () => {
    assert.deepEqual(placesOf(YAML, 'a.b', 'a.c.d[1].e', 'a.f@odata.bind', 'a.g'), [
      [3, 6],
      [4, 19],
      [5, 17],
      [6, 6],
    ]);
    assert.deepEqual(placesOf(YAML, 'a', 'a.missing', 'h', 'a.c.d[7]', 'nowhere', ''), [
      [2, 1],
      [2, 1],
      [8, 1],
      [4, 3],
      undefined,
      undefined,
    ]);
  });

  it('are found for values in JSON that is indented with tabs', () => {
    const text = '{\n\t"a": {\n\t\t"b": [1, "two"]\n\t}\n}';
    assert.deepEqual(placesOf(text, 'a.b[1]', 'a.b'), [
      [3, 12],
      [3, 3],
    ]);
  });

  it('are unknown for a text that exceeds the limits of the parser', () => {
    assert.deepEqual(placesOf('['.repeat(100_000), 'a'), [undefined]);
  });

  it('include the line and column of a syntax error', () => {
    const at = (text: string) => {
      const { line, column } = readManifest(text).errors[0] ?? {};
      return [line, column];
    };
    assert.deepEqual(at('{"a": 1,\n "b": }'), [2, 7]);
    assert.deepEqual(at('{"a": 1'), [1, 8]);
    assert.deepEqual(at('{"a": 1,}'), [1, 9]);
    assert.deepEqual(at('{"a" 1}'), [1, 6]);
    assert.deepEqual(at('{"a": tru}'), [1, 7]);
    assert.deepEqual(at('{"a": "\n"}'), [1, 7]);
    assert.deepEqual(at('{"a": [1]]'), [1, 10]);
    assert.deepEqual(at('a: 1\nb: [1\n'), [3, 1]);
    assert.deepEqual(at('a: 1\na: 2\n'), [2, 1]);
  });

  it('are directly after the last valid character for a syntax error in JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('', ' ', '\n'), (value, blanks) => {
        const text = JSON.stringify(value, null, 1) + blanks;
        assert.equal(jsonErrorOffset(text), text.length);
        assert.equal(jsonErrorOffset(`${text}!`), text.length);
      }),
    );
  });
});
