import fc from 'fast-check';
import type { JsonObject } from '../src/domain/catalog/document.ts';

const { value: anyJson } = fc.letrec<{ value: unknown; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        'true',
        'no',
        '~',
        '1.0',
        '0x1f',
        '2020-01-01',
        '- a',
        '# x',
        ' lead',
        'tail ',
        'a: b',
        '"',
        "'",
      ),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number)),
      fc.boolean(),
      fc.constant(null),
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.dictionary(
    fc.string({ unit: 'grapheme', maxLength: 12 }).filter((key) => key !== '__proto__'),
    tie('value'),
    { maxKeys: 5, noNullPrototype: true },
  ),
}));
/** Documents with every kind of JSON value, and with strings that YAML could parse as other types. */
export const anyDocument = fc.dictionary(
  fc.string({ maxLength: 12 }).filter((key) => key !== '__proto__'),
  anyJson,
  { maxKeys: 6, noNullPrototype: true },
) as fc.Arbitrary<JsonObject>;
