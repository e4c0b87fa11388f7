/**
 * Reads untrusted YAML as plain data: only core tags, no merge keys, bounded size, depth and aliases. The parser
 * recurses, so a scan of the tokens first rejects what would exhaust its time or stack.
 */
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  Lexer,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml';
import { type ManifestProblem, TEMPLATE_LIMITS } from './limits.ts';

const TOKEN =
  /[{}[\],:]|"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const BLANKS = /[ \t\n\r]*/y;

type Expected = 'value' | 'firstValue' | 'key' | 'firstKey' | 'colon' | 'next';

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.exec(text);
  return pattern.lastIndex;
}

/** Returns the kind of token expected after this one; undefined when this one is not allowed here. */
function follow(expected: Expected, token: string, open: string[]): Expected | undefined {
  const isText = token.startsWith('"');
  if (expected === 'colon') return token === ':' ? 'value' : undefined;
  if (token === open.at(-1) && ['next', 'firstKey', 'firstValue'].includes(expected)) {
    open.pop();
    return 'next';
  }
  if (expected === 'next') {
    if (token !== ',' || open.length === 0) return undefined;
    return open.at(-1) === '}' ? 'key' : 'value';
  }
  if (expected === 'key' || expected === 'firstKey') return isText ? 'colon' : undefined;
  if (token === '{' || token === '[') {
    open.push(token === '{' ? '}' : ']');
    return token === '{' ? 'firstKey' : 'firstValue';
  }
  return /^[}\],:]$/.test(token) ? undefined : 'next';
}

/**
 * Returns the offset of the first syntax error in a JSON text (RFC 8259); the text's length when there is none or the text
 * ends early. JSON.parse reports the position only in some messages.
 */
export function jsonErrorOffset(text: string): number {
  const open: string[] = [];
  let expected: Expected | undefined = 'value';
  for (let at = endOf(BLANKS, text, 0); at < text.length; ) {
    const end = endOf(TOKEN, text, at);
    if (end === 0) return at;
    expected = follow(expected, text.slice(at, end), open);
    if (expected === undefined) return at;
    at = endOf(BLANKS, text, end);
  }
  return text.length;
}

/** The token that the lexer puts before a scalar. */
const SCALAR_MARK = '\u001f';
/** Indentation allowed in the tokens. It counts columns, so it exceeds the depth of values. */
const TOKEN_DEPTH = 200;

const problem = (message: string): ManifestProblem[] => [{ path: '', message }];

/** Returns a problem at an offset of the text. The message also begins with the line number. */
function problemAt(lines: LineCounter, offset: number, message: string): ManifestProblem {
  const { line, col: column } = lines.linePos(offset);
  return { path: '', message: `Line ${line}: ${message}`, line, column };
}

interface LineState {
  /** Columns of indentation and block indicators: an upper bound of the line's nesting. */
  lead: number;
  inLead: boolean;
}

function followLine(line: LineState, token: string): void {
  if (token.startsWith('\n') || token.startsWith('\r')) {
    line.lead = 0;
    line.inLead = true;
  } else if (line.inLead && /^([ \t]+|[-?:])$/.test(token)) {
    line.lead += token.length;
  } else {
    line.inLead = false;
  }
}

/** Scans the tokens without recursion. Returns a message about the first limit that they exceed. */
function findExcess(text: string): string | undefined {
  const line: LineState = { lead: 0, inLead: true };
  let tokens = 0;
  let aliases = 0;
  let flow = 0;
  let previous = '';
  for (const token of new Lexer().lex(text)) {
    tokens += 1;
    if (previous !== SCALAR_MARK) {
      if (token === '[' || token === '{') flow += 1;
      else if (token === ']' || token === '}') flow -= 1;
      else if (token.startsWith('*')) aliases += 1;
      followLine(line, token);
    }
    previous = token;
    if (tokens > TEMPLATE_LIMITS.yamlTokens) return 'The manifest has too many parts. Make it smaller.';
    if (aliases > TEMPLATE_LIMITS.yamlAliases) return 'The manifest has too many aliases. Write parts out.';
    if (flow > TEMPLATE_LIMITS.depth || line.lead > TOKEN_DEPTH) {
      return `Nested more than ${TEMPLATE_LIMITS.depth} levels deep. Flatten it.`;
    }
  }
  return undefined;
}

const CORE_TAGS = new Set(
  ['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((name) => `tag:yaml.org,2002:${name}`),
);

/** Finds keys that are not scalars, duplicate keys, and tags beyond the core schema. */
function findOddities(document: Document, lines: LineCounter): ManifestProblem[] {
  const found: ManifestProblem[] = [];
  const report = (offset: number | undefined, message: string): void => {
    found.push(problemAt(lines, offset ?? 0, message));
  };
  visit(document, {
    Node(_key, node) {
      if (isAlias(node)) return;
      if (node.tag !== undefined && !CORE_TAGS.has(node.tag)) {
        report(node.range?.[0], `the tag '${node.tag}' is not supported. Write a plain value.`);
      }
    },
    Map(_key, map) {
      const seen = new Set<string>();
      for (const { key } of map.items) {
        const offset = isNode(key) ? key.range?.[0] : undefined;
        const name = isScalar(key) && key.value !== null ? String(key.value) : undefined;
        if (name === undefined) report(offset, 'a key must be a plain word. Put it in quotes.');
        else if (seen.has(name)) report(offset, `the key '${name}' occurs twice. Remove one.`);
        else seen.add(name);
      }
    },
  });
  return found;
}

/** Disables tags beyond the core schema, merge keys, and the parser's quadratic comparison of keys. */
const PLAIN = { version: '1.2', schema: 'core', merge: false, uniqueKeys: false } as const;

/** Parses YAML as plain data, or returns its problems. */
export function parseYaml(text: string): { data: unknown } | { problems: ManifestProblem[] } {
  const excess = findExcess(text);
  if (excess !== undefined) return { problems: problem(excess) };
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { ...PLAIN, prettyErrors: false, lineCounter });
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ pos: [offset], message }) =>
      problemAt(lineCounter, offset, `${message}. Correct it there.`),
    );
    return { problems: problems.slice(0, 20) };
  }
  const oddities = findOddities(document, lineCounter);
  if (oddities.length > 0) return { problems: oddities.slice(0, 20) };
  try {
    return { data: document.toJS({ maxAliasCount: TEMPLATE_LIMITS.yamlAliases }) };
  } catch (error) {
    return {
      problems: problem(`${(error as Error).message}. Write repeated parts out instead of using aliases.`),
    };
  }
}

/**
 * Sets one value. Preserves comments and order, but not all whitespace. Returns undefined when the parent exists and is
 * not a map.
 */
export function setInYaml(text: string, path: readonly string[], value: unknown): string | undefined {
  const document = parseDocument(text, PLAIN);
  const parent = document.getIn(path.slice(0, -1), true);
  if (parent !== undefined && !isMap(parent)) return undefined;
  document.setIn(path, value);
  return document.toString({ lineWidth: 0 });
}

/** Returns the parsed values with their positions; null for a text that is too large to parse. */
export function parseWithPositions(text: string, lineCounter: LineCounter): Node | null {
  if (findExcess(text) !== undefined) return null;
  return parseDocument(text, { ...PLAIN, prettyErrors: false, lineCounter }).contents;
}
