/** Values for a JSON Schema: valid, near-valid and hostile. */
import type { Dice } from '../../server/test/dice.ts';
import type { JsonSchema } from './description.ts';

export const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  "'; drop table charter.jobs; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00%2e%2e',
  '$\u007b7*7}<%= 7*7 %>',
  '👩‍🚀\u202e\u0301',
  'x'.repeat(5_000),
  'null',
  '__proto__',
  "o'neil",
  '-1',
  '9'.repeat(30),
];
const HOSTILE = [
  ...HOSTILE_TEXTS,
  null,
  true,
  0,
  -1,
  0.5,
  1e308,
  2 ** 53,
  [],
  {},
  [[]],
  { __proto__: null, a: 1 },
];

/** Optional fields without which most requests are rejected. */
const USUAL = ['displayName', 'user', 'role', 'teamsApp'];
/** Fields that responses have, and that few requests may change. */
const AS_READ = [
  'id',
  '@odata.context',
  'createdDateTime',
  'webUrl',
  'isArchived',
  'internalId',
  'specialization',
];

/** Returns a value for a field of a body; undefined where the schema decides. */
export type Hint = (path: readonly string[]) => unknown;

export interface Chances {
  /** One of this many values is hostile. */
  hostile: number;
  /** One of this many objects loses a field or gets an unknown one. */
  changed: number;
}

export class Values {
  readonly #dice: Dice;
  readonly #schemas: Readonly<Record<string, JsonSchema>>;
  readonly #hint: Hint;
  readonly #mark: string;

  /** @param mark text that each made name contains, so that names of tenants differ */
  constructor(dice: Dice, schemas: Readonly<Record<string, JsonSchema>>, hint: Hint, mark: string) {
    this.#dice = dice;
    this.#schemas = schemas;
    this.#hint = hint;
    this.#mark = mark;
  }

  of(schema: JsonSchema, chances: Chances, path: readonly string[] = []): unknown {
    const dice = this.#dice;
    if (dice.below(chances.hostile) === 0) return dice.of(HOSTILE);
    const hinted = this.#hint(path);
    if (hinted !== undefined) return hinted;
    if (schema.$ref !== undefined) {
      return this.of(this.#schemas[schema.$ref.split('/').at(-1) as string] ?? {}, chances, path);
    }
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return dice.of(schema.enum);
    if (schema.anyOf !== undefined) return this.of(dice.of(schema.anyOf), chances, path);
    switch (schema.type) {
      case 'object':
        return this.#object(schema, chances, path);
      case 'array': {
        const { items = {}, minItems = 0, maxItems = 3 } = schema;
        const count = Math.max(minItems, dice.below(Math.min(maxItems, 3) + 1));
        return Array.from({ length: count }, () => this.of(items, chances, path));
      }
      case 'integer':
      case 'number':
        return (
          (schema.minimum ?? 0) + dice.below(Math.min(10, (schema.maximum ?? 9) - (schema.minimum ?? 0) + 1))
        );
      case 'boolean':
        return dice.below(2) === 0;
      case 'null':
        return null;
      default:
        return this.text(schema);
    }
  }

  #object(schema: JsonSchema, chances: Chances, path: readonly string[]): unknown {
    const dice = this.#dice;
    const { properties = {}, required = [] } = schema;
    const members = Object.entries(properties)
      .filter(([name]) => required.includes(name) || this.#isTaken(name))
      .map(([name, member]) => [name, this.of(member, chances, [...path, name])]);
    const made = Object.fromEntries(members) as Record<string, unknown>;
    if (dice.below(chances.changed) === 0) {
      if (dice.below(2) === 0) made[dice.of(['zzz', 'constructor', '@odata.type', 'id'])] = dice.of(HOSTILE);
      else delete made[dice.of(Object.keys(made).concat('zzz'))];
    }
    return made;
  }

  #isTaken(name: string): boolean {
    if (USUAL.includes(name)) return this.#dice.below(8) > 0;
    return this.#dice.below(AS_READ.includes(name) ? 15 : 4) === 0;
  }

  text({ format, minLength = 0, maxLength = 200 }: JsonSchema = {}): string {
    const number = this.#dice.below(100_000);
    if (format === 'uuid') return `01a1fb81-e8b1-7367-a579-${String(number).padStart(12, '0')}`;
    if (format === 'date-time') return new Date(1.7e12 + number * 1e7).toISOString();
    if (format === 'uri') return `https://pages.invalid/${number}`;
    return `${this.#mark} ${number}`.padEnd(minLength, 'x').slice(0, Math.max(1, maxLength));
  }
}
