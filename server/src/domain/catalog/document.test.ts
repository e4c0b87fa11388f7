import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyDocument } from '../../../test/document.arbitrary.ts';
import {
  convertSource,
  isSameContent,
  type JsonObject,
  type ManifestFormat,
  type ParsedDocument,
  parseManifestDocument,
  setInSource,
} from './document.ts';
import { TEMPLATE_LIMITS } from './limits.ts';

const parsed = (input: string | JsonObject, format?: ManifestFormat): ParsedDocument => {
  const result = parseManifestDocument(input, format);
  if ('problems' in result) assert.fail(JSON.stringify(result.problems));
  return result;
};

const problemsOf = (input: string | JsonObject, format?: ManifestFormat): string[] => {
  const result = parseManifestDocument(input, format);
  return 'problems' in result ? result.problems.map(({ path, message }) => `${path}: ${message}`) : [];
};

describe('the parser of manifest texts', () => {
  it('reads JSON, YAML and objects, even when no format is given', () => {
    const expected = { a: 'x', b: [1, true, null] };
    assert.deepEqual(parsed('\uFEFF{"a":"x","b":[1,true,null]}').document, expected);
    assert.deepEqual(parsed('a: x\nb: [1, true, null]\n').document, expected);
    assert.deepEqual(parsed('{a: x, b: [1, true, ~]}', 'yaml').document, expected);
    assert.deepEqual(parsed(expected).document, expected);
    assert.equal(parsed(expected).source.format, 'json');
  });

  it('reports the position of a syntax error', () => {
    assert.match(problemsOf('{"a": 1,\n "b": }')[0] ?? '', /^: This is not JSON: .*"b": }/s);
    assert.match(problemsOf('{"a": 1,\n b: 2}')[0] ?? '', /^: This is not JSON: .*line 2 column 2/s);
    assert.match(problemsOf('a: 1\nb: [1\n')[0] ?? '', /^: Line \d: /);
    assert.match(problemsOf('')[0] ?? '', /one object/);
    assert.match(problemsOf('[1]', 'json')[0] ?? '', /one object/);
  });

  it('rejects YAML tags outside of the core schema, non-scalar keys, duplicate keys and multiple documents', () => {
    for (const text of [
      'a: !!js/function "x"',
      'a: !custom x',
      'a: !!binary aGVsbG8=',
      '? [a, b]\n: 1',
      '? {a: 1}\n: 1',
      'x: &x y\n*x : 1',
      ': 1',
      'a: 1\nb: 2\na: 3',
      'a: 1\n---\nb: 2',
    ]) {
      assert.match(problemsOf(text)[0] ?? '', /^: Line \d+/, text);
    }
    assert.deepEqual(parsed('a: !!str 1\n1: b\n<<: {c: d}').document, { a: '1', 1: 'b', '<<': { c: 'd' } });
  });

  it('rejects values that cannot be stored, with their paths', () => {
    assert.match(problemsOf('{"a":{"__proto__":{"b":1}}}')[0] ?? '', /^a: .*__proto__/);
    assert.match(problemsOf('__proto__: {b: 1}')[0] ?? '', /__proto__/);
    assert.match(problemsOf({ a: ['x\u0000'] })[0] ?? '', /^a\[0\]: /);
    assert.match(problemsOf({ a: { 'k\u0000': 1 } })[0] ?? '', /^a: /);
    assert.match(problemsOf('{"a":"\\ud800"}')[0] ?? '', /^a: /);
    assert.match(problemsOf('{"a":1e999}')[0] ?? '', /^a: .*finite/);
    assert.match(problemsOf('a: .inf')[0] ?? '', /^a: .*finite/);
  });

  const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

  it('rejects manifests that exceed the limits of depth, size, aliases or tokens', () => {
    assert.deepEqual(problemsOf(nested(TEMPLATE_LIMITS.depth)), []);
    for (const hostile of [
      nested(TEMPLATE_LIMITS.depth + 1),
      nested(20_000),
      `${'['.repeat(100_000)}`,
      `a: ${'['.repeat(100_000)}`,
      `${'- '.repeat(50_000)}a`,
      `${'? '.repeat(50_000)}a`,
      Array.from({ length: 500 }, (_, index) => `${' '.repeat(index)}a:`).join('\n'),
      Array.from({ length: 40_000 }, (_, index) => `k${index}: x`).join('\n'),
      'a: &a [1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c]',
      `a: &a x\nb:\n${'  - *a\n'.repeat(200)}`,
      'x: &a {b: *a}',
      JSON.stringify({ a: 'x'.repeat(TEMPLATE_LIMITS.manifestBytes) }),
      `a: &a ${'x'.repeat(20_000)}\nb: [${'*a, '.repeat(50)}]`,
    ]) {
      assert.equal(problemsOf(hostile).length > 0, true, hostile.slice(0, 60));
    }
  });

  it('rejects a cyclic object', () => {
    const cyclic: JsonObject = {};
    cyclic.self = cyclic;
    assert.match(problemsOf(cyclic)[0] ?? '', /plain data/);
  });

  it('sets a value without changing comments and other values', () => {
    const yaml = '# head\nouter:\n  # about b\n  b: "1.0" # tail\n  odd:   [1,   2]\n';
    const { source } = parsed(yaml);
    assert.equal(
      setInSource(source, ['outer', 'b'], '1.1').text,
      yaml.replace('"1.0"', '"1.1"').replace('[1,   2]', '[ 1, 2 ]').replace('odd:   ', 'odd: '),
    );
    const added = setInSource(source, ['new', 'c'], 'x').text;
    assert.match(added, /# head/);
    assert.deepEqual(parsed(added).document, { outer: { b: '1.0', odd: [1, 2] }, new: { c: 'x' } });
    const inEmpty = setInSource(parsed('a:\nb: 1').source, ['a', 'c'], 'x').text;
    assert.deepEqual(parsed(inEmpty).document, { a: { c: 'x' }, b: 1 });
    const json = parsed('{"z":1,"a":{"v":1}}').source;
    assert.equal(setInSource(json, ['a', 'v'], '2').text, '{\n  "z": 1,\n  "a": {\n    "v": "2"\n  }\n}\n');
  });

  it('compares content regardless of format, order and comments', () => {
    const left = parsed('a: {v: 1, b: x}\nc: [1, 2]').source;
    const right = parsed('{"c":[1,2],"a":{"b":"x","v":2}}').source;
    assert.equal(isSameContent(left, right, ['a', 'v']), true);
    assert.equal(isSameContent(left, right, ['a', 'b']), false);
    assert.equal(isSameContent(left, parsed('a: {v: 1, b: x}\nc: [2, 1]').source, ['a', 'v']), false);
  });

  it('preserves random documents when it converts them, and all other values when it sets one', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const json = parsed(document).source;
        const yaml = convertSource(json, 'yaml');
        assert.deepEqual(parsed(yaml.text, 'yaml').document, document);
        assert.deepEqual(parsed(convertSource(yaml, 'json').text, 'json').document, document);
        for (const source of [json, yaml]) {
          const changed = setInSource(source, ['templateConfiguration', 'version'], '7.1');
          const before = document.templateConfiguration;
          const configuration = typeof before === 'object' && !Array.isArray(before) ? before : {};
          assert.deepEqual(parsed(changed.text, changed.format).document, {
            ...document,
            templateConfiguration: { ...configuration, version: '7.1' },
          });
        }
      }),
      { numRuns: 300 },
    );
  });
});
