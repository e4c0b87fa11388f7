/**
 * Audience rules as conditions. Reads the rules that it writes and those that people commonly write by hand; every
 * other rule stays a text. A condition holds when one of its values matches.
 */

export const RULE_FIELDS = [
  'department',
  'country',
  'userType',
  'jobTitle',
  'city',
  'companyName',
  'usageLocation',
] as const;
export type RuleField = (typeof RULE_FIELDS)[number] | 'group';

export interface RuleValue {
  value: string;
  /** Name of the group whose id is the value. The rule has it as a comment. */
  name?: string;
}

export interface Condition {
  field: RuleField;
  isNot: boolean;
  values: readonly RuleValue[];
}

export interface AudienceRule {
  /** Whether all conditions must hold, or one of them. */
  match: 'all' | 'any';
  conditions: readonly Condition[];
}

const DIRECT_GROUPS = 'user.groups.direct';

/** Quotes a text for JavaScript. JSON leaves U+2028 and U+2029 as they are, which JavaScript permits in strings. */
const quote = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const literal = ({ value, name }: RuleValue): string =>
  name === undefined ? quote(value) : `${quote(value)} /* ${name.replaceAll('*/', '* /')} */`;

function writeCondition({ field, isNot, values }: Condition): string {
  const [only, ...others] = values.map(literal);
  if (field === 'group') {
    const checks = values.map((value) => `${DIRECT_GROUPS}.includes(${literal(value)})`);
    const check = checks.join(' || ');
    if (checks.length === 1) return isNot ? `!${check}` : check;
    return isNot ? `!(${check})` : `(${check})`;
  }
  if (others.length === 0) return `user.${field} ${isNot ? '!==' : '==='} ${only}`;
  return `${isNot ? '!' : ''}[${[only, ...others].join(', ')}].includes(user.${field})`;
}

/** Returns the rule's text; an empty one without conditions. Leaves out conditions without values. */
export const formatAudienceRule = ({ match, conditions }: AudienceRule): string =>
  conditions
    .filter(({ values }) => values.length > 0)
    .map(writeCondition)
    .join(match === 'all' ? ' && ' : ' || ');

interface Token {
  type: 'word' | 'string' | 'sign';
  text: string;
  /** Comment after a string. */
  comment?: string;
}

const TOKEN =
  /\s*(?:(?<word>[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)|(?<string>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|(?<comment>\/\*[\s\S]*?\*\/)|(?<sign>===|!==|==|!=|&&|\|\||[!()[\],.]))/y;

/** Reads a JavaScript string whose escapes JSON knows too. @throws SyntaxError for any other escape */
function readString(quoted: string): string {
  const inner = quoted.slice(1, -1).replaceAll("\\'", "'");
  return JSON.parse(`"${inner.replace(/\\.|"/g, (part) => (part === '"' ? '\\"' : part))}"`) as string;
}

/** @throws SyntaxError for a character that this parser does not support */
function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const groups = TOKEN.exec(text)?.groups;
    if (groups === undefined) throw new SyntaxError('The rule is no list of conditions.');
    const { word, string, comment, sign } = groups;
    const last = tokens.at(-1);
    if (comment !== undefined) {
      // A comment elsewhere would be lost when the rule is written again.
      if (last?.type !== 'string' || last.comment !== undefined)
        throw new SyntaxError('A comment stands alone.');
      last.comment = comment.slice(2, -2).trim();
    } else if (word !== undefined) tokens.push({ type: 'word', text: word });
    else if (string !== undefined) tokens.push({ type: 'string', text: readString(string) });
    else tokens.push({ type: 'sign', text: sign ?? '' });
  }
  return tokens;
}

/** An expression of conditions. */
type Node = Condition | { operator: '&&' | '||'; parts: Node[] };

const isCondition = (node: Node): node is Condition => 'field' in node;

class Reader {
  readonly #tokens: readonly Token[];
  #position = 0;

  constructor(text: string) {
    this.#tokens = readTokens(text);
  }

  read(): Node {
    const node = this.#list('||');
    if (this.#position < this.#tokens.length) throw new SyntaxError('Something follows the rule.');
    return node;
  }

  #isNext(sign: string): boolean {
    const token = this.#tokens[this.#position];
    return token?.type === 'sign' && token.text === sign;
  }

  #take(sign: string): boolean {
    if (!this.#isNext(sign)) return false;
    this.#position += 1;
    return true;
  }

  #expect(type: Token['type'], text?: string): Token {
    const token = this.#tokens[this.#position];
    if (token?.type !== type || (text !== undefined && token.text !== text))
      throw new SyntaxError(`Expected ${text ?? type}.`);
    this.#position += 1;
    return token;
  }

  #list(operator: '&&' | '||'): Node {
    const next = (): Node => (operator === '||' ? this.#list('&&') : this.#term());
    const parts = [next()];
    while (this.#take(operator)) parts.push(next());
    return parts.length === 1 ? (parts[0] as Node) : { operator, parts };
  }

  #term(): Node {
    if (this.#take('!')) return negated(this.#term());
    if (this.#take('(')) {
      const node = this.#list('||');
      this.#expect('sign', ')');
      return node;
    }
    if (this.#take('[')) return this.#oneOf();
    const { text } = this.#expect('word');
    if (text === `${DIRECT_GROUPS}.includes`) {
      this.#expect('sign', '(');
      const values = [this.#group()];
      this.#expect('sign', ')');
      return { field: 'group', isNot: false, values };
    }
    const field = fieldOf(text);
    const isNot = this.#take('!==');
    if (!isNot) this.#expect('sign', '===');
    return { field, isNot, values: [this.#value()] };
  }

  /** Parses the rest of a list condition after its `[`, such as `'A', 'B'].includes(user.department)`. */
  #oneOf(): Condition {
    const values = [this.#value()];
    while (this.#take(',')) values.push(this.#value());
    this.#expect('sign', ']');
    this.#expect('sign', '.');
    this.#expect('word', 'includes');
    this.#expect('sign', '(');
    const field = fieldOf(this.#expect('word').text);
    this.#expect('sign', ')');
    return { field, isNot: false, values };
  }

  #value(): RuleValue {
    const { text, comment } = this.#expect('string');
    // The form writes a comment, the name, only after the id of a group.
    if (comment !== undefined) throw new SyntaxError('A value has a comment.');
    return { value: text };
  }

  #group(): RuleValue {
    const { text, comment } = this.#expect('string');
    return { value: text, ...(comment !== undefined && { name: comment }) };
  }
}

function fieldOf(word: string): RuleField {
  const field = RULE_FIELDS.find((name) => word === `user.${name}`);
  if (field === undefined) throw new SyntaxError(`${word} is no field of a condition.`);
  return field;
}

function negated(node: Node): Node {
  const condition = isCondition(node) ? node : oneCondition(node);
  if (condition === undefined) throw new SyntaxError('Only one condition can be negated.');
  return { ...condition, isNot: !condition.isNot };
}

/** Returns the alternatives as one condition with several values, when they are about the same field. */
function oneCondition(node: Node): Condition | undefined {
  if (isCondition(node)) return node;
  if (node.operator !== '||') return undefined;
  const parts = node.parts.map(oneCondition);
  const [first] = parts;
  if (first === undefined || first.isNot) return undefined;
  const values: RuleValue[] = [];
  for (const part of parts) {
    if (part === undefined || part.isNot || part.field !== first.field) return undefined;
    values.push(...part.values);
  }
  return { ...first, values };
}

function conditionsOf(nodes: readonly Node[]): Condition[] | undefined {
  const conditions = nodes.map(oneCondition);
  return conditions.every((condition) => condition !== undefined) ? conditions : undefined;
}

/** Returns the rule's conditions; undefined for a rule that must stay a text. An empty rule has no conditions. */
export function parseAudienceRule(text: string): AudienceRule | undefined {
  if (text.trim() === '') return { match: 'all', conditions: [] };
  try {
    const node = new Reader(text).read();
    const single = oneCondition(node);
    if (single !== undefined) return { match: 'all', conditions: [single] };
    if (isCondition(node)) return undefined;
    const conditions = conditionsOf(node.parts);
    return conditions && { match: node.operator === '&&' ? 'all' : 'any', conditions };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
