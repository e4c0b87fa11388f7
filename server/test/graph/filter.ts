/** Evaluates `$filter` with eq, ne, ge, le, in, startswith, endswith, any, and, or, not. */
import { badRequest } from './errors.ts';

type Entity = Record<string, unknown>;
type Test = (entity: Entity) => boolean;

export interface Filter {
  matches: Test;
  /** Whether it uses `ne`, `not` or `endswith`, which need ConsistencyLevel eventual and $count. */
  isAdvanced: boolean;
}

const TOKEN = /\s*('(?:[^']|'')*'|[(),:]|[^\s(),:']+(?::[^\s(),']+)*)/gy;

function tokens(expression: string): string[] {
  const found: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < expression.trimEnd().length) {
    const match = TOKEN.exec(expression);
    if (match === null) throw badRequest(`Invalid filter clause: '${expression}'.`);
    found.push(match[1] as string);
  }
  return found;
}

const FUNCTIONS: Record<string, (value: string, part: string) => boolean> = {
  startswith: (value, part) => value.startsWith(part),
  endswith: (value, part) => value.endsWith(part),
};

type Value = string | boolean | number | null;

const COMPARISONS: Record<string, (one: Value, other: Value) => boolean> = {
  eq: (one, other) => one === other,
  ne: (one, other) => one !== other,
  ge: (one, other) => one !== null && other !== null && one >= other,
  le: (one, other) => one !== null && other !== null && one <= other,
};

/** Returns the value for comparisons: strings in lower case, null for objects and lists. */
const folded = (value: unknown): Value =>
  typeof value === 'string'
    ? value.toLowerCase()
    : typeof value === 'boolean' || typeof value === 'number'
      ? value
      : null;

class Parser {
  readonly #tokens: string[];
  readonly #properties: readonly string[];
  readonly #expression: string;
  #at = 0;
  isAdvanced = false;

  constructor(expression: string, properties: readonly string[]) {
    this.#expression = expression;
    this.#tokens = tokens(expression);
    this.#properties = properties;
  }

  parse(): Test {
    const test = this.#either();
    if (this.#at < this.#tokens.length) throw this.#invalid();
    return test;
  }

  #invalid(): Error {
    return badRequest(`Invalid filter clause: '${this.#expression}'.`);
  }

  #next(expected?: string): string {
    const token = this.#tokens[this.#at++];
    if (token === undefined || (expected !== undefined && token.toLowerCase() !== expected))
      throw this.#invalid();
    return token;
  }

  #isNext(token: string): boolean {
    return this.#tokens[this.#at]?.toLowerCase() === token;
  }

  #either(): Test {
    let test = this.#both();
    while (this.#isNext('or')) {
      this.#next();
      const [one, other] = [test, this.#both()];
      test = (entity) => one(entity) || other(entity);
    }
    return test;
  }

  #both(): Test {
    let test = this.#one();
    while (this.#isNext('and')) {
      this.#next();
      const [one, other] = [test, this.#one()];
      test = (entity) => one(entity) && other(entity);
    }
    return test;
  }

  #one(): Test {
    if (this.#isNext('not')) {
      this.#next();
      this.isAdvanced = true;
      const test = this.#one();
      return (entity) => !test(entity);
    }
    if (this.#isNext('(')) {
      this.#next();
      const test = this.#either();
      this.#next(')');
      return test;
    }
    const token = this.#next();
    if (FUNCTIONS[token.toLowerCase()] !== undefined) return this.#function(token.toLowerCase());
    if (/\/any$/i.test(token)) return this.#any(token.slice(0, -4));
    return this.#comparison(token);
  }

  /**
   * A property of a derived type is prefixed with its type, as in "Find members of a team by their user object ID".
   */
  #property(name: string): (entity: Entity) => unknown {
    const path = name.replace(/^microsoft\.graph\.aadUserConversationMember\//, '').split('/');
    if (!this.#properties.includes(path[0] as string)) {
      throw badRequest(`Invalid filter clause: no property '${name}'.`);
    }
    return (entity) =>
      path.reduce<unknown>((value, part) => (value as Entity | null)?.[part], entity) ?? null;
  }

  #literal(): unknown {
    const token = this.#next();
    if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
    if (token === 'true' || token === 'false') return token === 'true';
    if (token === 'null') return null;
    if (/^\d{4}-\d\d-\d\dT/.test(token)) return token;
    if (/^-?\d+$/.test(token)) return Number(token);
    throw this.#invalid();
  }

  #function(name: string): Test {
    this.#next('(');
    const read = this.#property(this.#next());
    this.#next(',');
    const part = folded(this.#literal());
    this.#next(')');
    if (name === 'endswith') this.isAdvanced = true;
    return (entity) => {
      const value = folded(read(entity));
      return typeof value === 'string' && typeof part === 'string' && FUNCTIONS[name]!(value, part);
    };
  }

  /** `collection/any(x:x eq 'value')` */
  #any(name: string): Test {
    const read = this.#property(name);
    this.#next('(');
    const inner: string[] = [];
    while (!this.#isNext(')')) inner.push(this.#next());
    this.#next(')');
    const condition = inner.join(' ').replace(/\s*:\s*/, ':');
    const [, variable = '', rest = ''] = /^(\w+):(.+)$/.exec(condition) ?? [];
    const parser = new Parser(rest.replaceAll(new RegExp(`\\b${variable}\\b(?=[/ ])`, 'g'), 'item'), [
      'item',
    ]);
    const test = parser.parse();
    this.isAdvanced ||= parser.isAdvanced;
    return (entity) => ((read(entity) as unknown[] | null) ?? []).some((item) => test({ item }));
  }

  #comparison(name: string): Test {
    const read = this.#property(name);
    const operator = this.#next().toLowerCase();
    if (operator === 'in') return this.#in(read);
    const compare = COMPARISONS[operator];
    if (compare === undefined) throw this.#invalid();
    if (operator === 'ne') this.isAdvanced = true;
    const literal = folded(this.#literal());
    return (entity) => compare(folded(read(entity)), literal);
  }

  #in(read: (entity: Entity) => unknown): Test {
    this.#next('(');
    const values = [folded(this.#literal())];
    while (this.#isNext(',')) {
      this.#next();
      values.push(folded(this.#literal()));
    }
    this.#next(')');
    if (values.length > 15) {
      throw badRequest('Too many child clauses specified in search filter expression; the limit is 15.');
    }
    return (entity) => values.includes(folded(read(entity)));
  }
}

export function parseFilter(expression: string, properties: readonly string[]): Filter {
  const parser = new Parser(expression, properties);
  const matches = parser.parse();
  return { matches, isAdvanced: parser.isAdvanced };
}
