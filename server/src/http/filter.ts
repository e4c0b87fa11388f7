/**
 * Parses the supported part of OData's $filter (docs/specification.md, section 2): comparisons joined by `and`. The
 * operation declares its fields and their operators. Grammar, with case-insensitive keywords (OData 4.01):
 *
 *     filter     = clause *( "and" clause )
 *     clause     = field operator literal / field "in" "(" literal *( "," literal ) ")" /
 *                   "startswith" "(" field "," string ")"
 *     operator   = "eq" / "ge" / "gt" / "le" / "lt"
 *     literal    = string / "true" / "false" / "null" / time / number
 *     string     = "'" *( any character but "'" / "''" ) "'"
 *     time       = RFC 3339 with optional seconds, without quotes; a date alone is its beginning in UTC
 */
import { type CharterError, invalidField } from '../kernel/errors.ts';
import { type Message, say, sentences } from '../kernel/messages.ts';

export const FILTER_MAX_LENGTH = 2048;
const MAX_CLAUSES = 20;

export type FilterOperator = 'eq' | 'ge' | 'gt' | 'le' | 'lt' | 'in' | 'startswith';

/** Type and operators of a field. */
export interface FilterField {
  /** `any`: the literal decides. A date alone is a text, and a number may have a fraction. */
  type: 'string' | 'flag' | 'time' | 'integer' | 'any';
  operators: readonly FilterOperator[];
  nullable?: true;
}

export interface FilterLanguage<Field extends string> {
  /** Noun for error messages, such as `Users`. */
  subject: string;
  /** Sentence that names the supported filters. */
  supported: Message;
  fields: Readonly<Record<Field, FilterField>>;
  /** Further fields, whose names begin with the prefix, such as `metadata/`. */
  open?: FilterField & { prefix: string };
}

export interface FilterClause<Field extends string> {
  field: Field;
  operator: FilterOperator;
  value: string | boolean | number | Date | null;
  /** The values of `in`, of which `value` is the first. */
  values?: readonly FilterClause<Field>['value'][];
}

interface Token {
  kind: 'word' | 'string' | '(' | ')' | ',' | 'end';
  /** The word itself, or the content of the quoted string. */
  text: string;
  /** Position in the filter, from 1. */
  position: number;
}

const COMPARISONS: readonly string[] = ['eq', 'ge', 'gt', 'le', 'lt', 'in'] satisfies FilterOperator[];

/** OData operators that are not supported, for the error message. */
const OTHER_OPERATORS = ['or', 'not', 'ne', 'has', 'add', 'sub', 'mul', 'div', 'mod'];

const TOKEN = /\s*(?:(?<word>[A-Za-z_][\w/.-]*|[+-]?\d[\w.:+-]*)|'(?<string>(?:[^']|'')*)'|(?<mark>[(),]))/y;
const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/i;

/** Rejects dates such as 30 February, which JavaScript reads as 2 March. */
const isDate = (text: string): boolean => {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

const isKeyword = (token: Token, keyword: string): boolean =>
  token.kind === 'word' && token.text.toLowerCase() === keyword;

const isOperator = (token: Token): boolean =>
  token.kind === 'word' && [...COMPARISONS, ...OTHER_OPERATORS].includes(token.text.toLowerCase());

const A_FIELD = say('filter.field', 'a field');
const A_STRING = say('filter.quoted', 'a string in single quotes');

/** A recursive-descent parser of one filter. */
class Parser<Field extends string> {
  readonly #language: FilterLanguage<Field>;
  readonly #tokens: Token[];
  #next = 0;

  constructor(filter: string, language: FilterLanguage<Field>) {
    this.#language = language;
    this.#tokens = this.#readTokens(filter);
  }

  parse(): FilterClause<Field>[] {
    const clauses = [this.#clause()];
    while (this.#peek().kind !== 'end') {
      const joint = this.#take();
      if (!isKeyword(joint, 'and')) throw this.#unexpected(joint, 'and');
      clauses.push(this.#clause());
      if (clauses.length > MAX_CLAUSES)
        throw this.#reject(
          say('filter.most', 'At most {most} comparisons can be joined.', { most: MAX_CLAUSES }),
        );
    }
    return clauses;
  }

  #readTokens(filter: string): Token[] {
    const tokens: Token[] = [];
    const end = filter.trimEnd().length;
    TOKEN.lastIndex = 0;
    while (TOKEN.lastIndex < end) {
      const start = TOKEN.lastIndex;
      const groups = TOKEN.exec(filter)?.groups;
      if (groups === undefined) throw this.#unreadable(filter, start);
      const { word, string, mark } = groups;
      const position = start + filter.slice(start).search(/\S/) + 1;
      if (word !== undefined) tokens.push({ kind: 'word', text: word, position });
      else if (string !== undefined)
        tokens.push({ kind: 'string', text: string.replaceAll("''", "'"), position });
      else tokens.push({ kind: mark as '(' | ')' | ',', text: mark as string, position });
    }
    return [...tokens, { kind: 'end', text: '', position: end + 1 }];
  }

  #unreadable(filter: string, start: number): CharterError {
    const offset = start + filter.slice(start).search(/\S/);
    const character = String.fromCodePoint(filter.codePointAt(offset) ?? 0);
    return character === "'"
      ? this.#reject(
          say(
            'filter.openString',
            'The string at position {position} has no closing quote; a quote within it is doubled.',
            { position: offset + 1 },
          ),
        )
      : this.#reject(
          say(
            'filter.character',
            'The character {character} at position {position} is not part of a filter.',
            {
              character,
              position: offset + 1,
            },
          ),
        );
  }

  #clause(): FilterClause<Field> {
    const token = this.#take();
    if (token.kind === '(') throw this.#unsupported(say('filter.group', 'A group in parentheses'), token);
    if (token.kind !== 'word' || isOperator(token)) throw this.#unexpected(token, this.#beginning());
    if (this.#peek().kind === '(') return this.#startswith(token);
    const field = this.#field(token);
    const operator = this.#operator(field);
    if (operator !== 'in') return { field, operator, value: this.#literal(field) };
    const values = this.#list(field);
    return { field, operator, value: values[0] ?? null, values };
  }

  #list(field: Field): FilterClause<Field>['value'][] {
    this.#expect('(');
    const values = [this.#literal(field)];
    while (this.#peek().kind === ',') {
      this.#take();
      values.push(this.#literal(field));
    }
    this.#expect(')');
    return values;
  }

  #fieldOf(field: Field): FilterField {
    const { fields, open } = this.#language;
    return fields[field] ?? (open as FilterField);
  }

  #beginning(): Message {
    const fields = Object.values<FilterField>(this.#language.fields);
    const hasPrefixes = fields.some(({ operators }) => operators.includes('startswith'));
    return hasPrefixes ? say('filter.fieldOrPrefix', 'a field or startswith') : A_FIELD;
  }

  #operator(field: Field): FilterOperator {
    const { operators } = this.#fieldOf(field);
    const token = this.#take();
    const operator = token.text.toLowerCase() as FilterOperator;
    if (token.kind === 'word' && COMPARISONS.includes(operator) && operators.includes(operator)) {
      return operator;
    }
    throw this.#unexpected(token, operators.filter((each) => each !== 'startswith').join(', '));
  }

  #startswith(name: Token): FilterClause<Field> {
    if (!isKeyword(name, 'startswith'))
      throw this.#unsupported(say('filter.function', 'The function {name}', { name: name.text }), name);
    this.#expect('(');
    const token = this.#take();
    if (token.kind !== 'word') throw this.#unexpected(token, A_FIELD);
    const field = this.#field(token);
    const { type, operators } = this.#fieldOf(field);
    if (!operators.includes('startswith')) {
      const what =
        type === 'flag'
          ? say('filter.prefixOfFlag', 'startswith on {field}, which is true or false,', { field })
          : say('filter.prefixOf', 'startswith on {field}', { field });
      throw this.#unsupported(what, token);
    }
    this.#expect(',');
    const prefix = this.#take();
    if (prefix.kind !== 'string') throw this.#unexpected(prefix, A_STRING);
    this.#expect(')');
    return { field, operator: 'startswith', value: prefix.text };
  }

  #literal(field: Field): FilterClause<Field>['value'] {
    const { type, nullable = false } = this.#fieldOf(field);
    const token = this.#take();
    if (nullable && isKeyword(token, 'null')) return null;
    switch (type) {
      case 'flag':
        if (isKeyword(token, 'true')) return true;
        if (isKeyword(token, 'false')) return false;
        throw this.#unexpected(token, say('filter.flag', 'true or false'));
      case 'time':
        return this.#time(token);
      case 'integer':
        if (token.kind === 'word' && /^\d{1,15}$/.test(token.text)) return Number(token.text);
        throw this.#unexpected(token, say('filter.integer', 'a whole number'));
      case 'any':
        return this.#any(token);
      case 'string':
        if (token.kind === 'string') return token.text;
        throw this.#unexpected(
          token,
          nullable ? say('filter.stringOrNull', 'a string in single quotes, or null') : A_STRING,
        );
    }
  }

  #any(token: Token): string | number | boolean {
    if (token.kind === 'string') return token.text;
    if (isKeyword(token, 'true')) return true;
    if (isKeyword(token, 'false')) return false;
    const { text } = token;
    if (token.kind === 'word' && /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text);
    if (token.kind === 'word' && /^\d{4}-\d\d-\d\d$/.test(text) && isDate(text)) return text;
    throw this.#unexpected(
      token,
      say('filter.any', 'a string in single quotes, a number, a date, true or false'),
    );
  }

  #time(token: Token): Date {
    const isTime = token.kind === 'word' && TIME.test(token.text) && isDate(token.text.slice(0, 10));
    const time = isTime ? new Date(token.text) : undefined;
    if (time !== undefined && !Number.isNaN(time.getTime())) return time;
    throw this.#unexpected(token, say('filter.time', 'a time such as 2026-11-21T08:00:00Z, without quotes'));
  }

  #field(token: Token): Field {
    const names = Object.keys(this.#language.fields) as Field[];
    const field = names.find((name) => name === token.text);
    if (field !== undefined) return field;
    const { open } = this.#language;
    if (open && token.text.startsWith(open.prefix) && token.text.length > open.prefix.length)
      return token.text as Field;
    const near = names.find((name) => name.toLowerCase() === token.text.toLowerCase());
    const hint =
      near === undefined
        ? say('filter.fields', 'The fields are {fields}.', { fields: names.join(', ') })
        : say('filter.near', 'Did you mean {field}?', { field: near });
    const problem = say('filter.noField', '{subject} have no field {field} (at position {position}).', {
      subject: this.#language.subject,
      field: token.text,
      position: token.position,
    });
    throw this.#reject(sentences([problem, hint]));
  }

  #expect(kind: Token['kind']): void {
    const token = this.#take();
    if (token.kind !== kind) throw this.#unexpected(token, kind);
  }

  /** @param wanted the expected token: a message that describes it, or the token itself */
  #unexpected(token: Token, wanted: Message | string): CharterError {
    if (token.kind === 'end') {
      return this.#reject(say('filter.end', 'The filter ends where {wanted} should follow.', { wanted }));
    }
    if (isOperator(token) && !this.#isKnown(token)) {
      return this.#unsupported(
        say('filter.operator', 'The operator {operator}', { operator: token.text }),
        token,
      );
    }
    return this.#reject(
      say('filter.instead', 'At position {position} stands {found} instead of {wanted}.', {
        position: token.position,
        found: token.kind === 'string' ? say('filter.string', 'a string') : token.text,
        wanted,
      }),
    );
  }

  /** Whether any field supports this operator. */
  #isKnown({ text }: Token): boolean {
    const { fields: known, open } = this.#language;
    const fields = [...Object.values<FilterField>(known), ...(open ? [open] : [])];
    return fields.some(({ operators }) => operators.includes(text.toLowerCase() as FilterOperator));
  }

  #unsupported(what: Message, { position }: Token): CharterError {
    return this.#reject(
      say('filter.unsupported', '{what} at position {position} is not supported.', { what, position }),
      'UnsupportedFilter',
    );
  }

  #reject(problem: Message, code = 'InvalidFilter'): CharterError {
    return invalidField('$filter', sentences([problem, this.#language.supported]), code);
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

/** @throws InvalidRequest at `$filter` that names the unsupported part and its position */
export function parseFilter<Field extends string>(
  filter: string,
  language: FilterLanguage<Field>,
): FilterClause<Field>[] {
  if (filter.length > FILTER_MAX_LENGTH) {
    const problem = say('filter.longest', 'A filter has at most {most} characters.', {
      most: FILTER_MAX_LENGTH,
    });
    throw invalidField('$filter', sentences([problem, language.supported]), 'InvalidFilter');
  }
  return new Parser(filter, language).parse();
}
