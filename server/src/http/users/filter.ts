/**
 * The part of OData's $filter that getUsers takes (contract 2): `eq` and `startswith` over the fields of a
 * user, joined by `and`. Grammar, keywords in any case as OData 4.01 allows:
 *
 *     filter     = clause *( "and" clause )
 *     clause     = field "eq" literal / "startswith" "(" field "," string ")"
 *     literal    = string / "true" / "false" / "null"
 *     string     = "'" *( any character but "'" / "''" ) "'"
 */
import { USER_FILTER_FIELDS, type UserFilterClause, type UserFilterField } from '../../domain/users/model.ts';
import { type CharterError, invalidField } from '../../kernel/errors.ts';

export const FILTER_MAX_LENGTH = 2048;
const MOST_CLAUSES = 20;

interface Token {
  kind: 'word' | 'string' | '(' | ')' | ',' | 'end';
  /** The word, or what the string says. */
  text: string;
  /** Place in the filter, from 1. */
  position: number;
}

/** Parts of OData's language that are known and not supported, so that the refusal can name them. */
const OTHER_OPERATORS = [
  'or',
  'not',
  'ne',
  'gt',
  'ge',
  'lt',
  'le',
  'in',
  'has',
  'add',
  'sub',
  'mul',
  'div',
  'mod',
];

const SUPPORTED = 'Supported are eq and startswith over the fields of a user, joined by and.';

const refuse = (message: string, code = 'InvalidFilter'): CharterError =>
  invalidField('$filter', `${message} ${SUPPORTED}`, code);

const unsupported = (what: string, { position }: Token): CharterError =>
  refuse(`${what} at position ${position} is not supported.`, 'UnsupportedFilter');

const TOKEN = /\s*(?:(?<word>[A-Za-z_][\w/.-]*|[+-]?\d[\w.:+-]*)|'(?<string>(?:[^']|'')*)'|(?<mark>[(),]))/y;

function readTokens(filter: string): Token[] {
  const tokens: Token[] = [];
  const end = filter.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const start = TOKEN.lastIndex;
    const groups = TOKEN.exec(filter)?.groups;
    if (groups === undefined) throw unreadable(filter, start);
    const { word, string, mark } = groups;
    const position = start + filter.slice(start).search(/\S/) + 1;
    if (word !== undefined) tokens.push({ kind: 'word', text: word, position });
    else if (string !== undefined)
      tokens.push({ kind: 'string', text: string.replaceAll("''", "'"), position });
    else tokens.push({ kind: mark as '(' | ')' | ',', text: mark as string, position });
  }
  return [...tokens, { kind: 'end', text: '', position: end + 1 }];
}

function unreadable(filter: string, start: number): CharterError {
  const offset = start + filter.slice(start).search(/\S/);
  const character = String.fromCodePoint(filter.codePointAt(offset) ?? 0);
  return character === "'"
    ? refuse(`The string at position ${offset + 1} has no closing quote; a quote within it is doubled.`)
    : refuse(`The character ${character} at position ${offset + 1} is not part of a filter.`);
}

/** Reads one filter's tokens from left to right. */
class Parser {
  readonly #tokens: Token[];
  #next = 0;

  constructor(filter: string) {
    this.#tokens = readTokens(filter);
  }

  parse(): UserFilterClause[] {
    const clauses = [this.#clause()];
    while (this.#peek().kind !== 'end') {
      const joint = this.#take();
      if (!isKeyword(joint, 'and')) throw this.#unexpected(joint, 'and');
      clauses.push(this.#clause());
      if (clauses.length > MOST_CLAUSES) throw refuse(`At most ${MOST_CLAUSES} comparisons can be joined.`);
    }
    return clauses;
  }

  #clause(): UserFilterClause {
    const token = this.#take();
    if (token.kind === '(') throw unsupported('A group in parentheses', token);
    if (token.kind !== 'word' || isOtherOperator(token))
      throw this.#unexpected(token, 'a field or startswith');
    if (this.#peek().kind === '(') return this.#startswith(token);
    const field = fieldOf(token);
    const operator = this.#take();
    if (!isKeyword(operator, 'eq')) throw this.#unexpected(operator, 'eq');
    return { field, operator: 'eq', value: this.#literal(field) };
  }

  #startswith(name: Token): UserFilterClause {
    if (!isKeyword(name, 'startswith')) throw unsupported(`The function ${name.text}`, name);
    this.#expect('(');
    const token = this.#take();
    if (token.kind !== 'word') throw this.#unexpected(token, 'a field');
    const field = fieldOf(token);
    if (field === 'accountEnabled')
      throw unsupported('startswith on accountEnabled, which is true or false,', token);
    this.#expect(',');
    const prefix = this.#take();
    if (prefix.kind !== 'string') throw this.#unexpected(prefix, 'a string in single quotes');
    this.#expect(')');
    return { field, operator: 'startswith', value: prefix.text };
  }

  #literal(field: UserFilterField): UserFilterClause['value'] {
    const token = this.#take();
    const isFlag = field === 'accountEnabled';
    if (isKeyword(token, 'null')) return null;
    if (isFlag && isKeyword(token, 'true')) return true;
    if (isFlag && isKeyword(token, 'false')) return false;
    if (!isFlag && token.kind === 'string') return token.text;
    throw this.#unexpected(token, isFlag ? 'true or false' : 'a string in single quotes, or null');
  }

  #expect(kind: Token['kind']): void {
    const token = this.#take();
    if (token.kind !== kind) throw this.#unexpected(token, kind);
  }

  #unexpected(token: Token, wanted: string): CharterError {
    if (token.kind === 'end') return refuse(`The filter ends where ${wanted} should follow.`);
    if (isOtherOperator(token)) return unsupported(`The operator ${token.text}`, token);
    const found = token.kind === 'string' ? 'a string' : token.text;
    return refuse(`At position ${token.position} stands ${found} instead of ${wanted}.`);
  }

  #peek(): Token {
    return this.#tokens[this.#next] as Token;
  }

  #take(): Token {
    const token = this.#peek();
    if (token.kind !== 'end') this.#next += 1;
    return token;
  }
}

const isKeyword = (token: Token, keyword: string): boolean =>
  token.kind === 'word' && token.text.toLowerCase() === keyword;

const isOtherOperator = (token: Token): boolean =>
  token.kind === 'word' && OTHER_OPERATORS.includes(token.text.toLowerCase());

function fieldOf(token: Token): UserFilterField {
  const field = USER_FILTER_FIELDS.find((name) => name === token.text);
  if (field !== undefined) return field;
  const near = USER_FILTER_FIELDS.find((name) => name.toLowerCase() === token.text.toLowerCase());
  const hint =
    near === undefined ? `The fields are ${USER_FILTER_FIELDS.join(', ')}.` : `Did you mean ${near}?`;
  throw refuse(`Users have no field ${token.text} (at position ${token.position}). ${hint}`);
}

/** @throws InvalidRequest at `$filter` that says which part is not supported, and where it stands */
export function parseUserFilter(filter: string): UserFilterClause[] {
  if (filter.length > FILTER_MAX_LENGTH)
    throw refuse(`A filter has at most ${FILTER_MAX_LENGTH} characters.`);
  return new Parser(filter).parse();
}
