/** Finds the place where a text stops being JSON (RFC 8259). JSON.parse names it only in some of its messages. */

const TOKEN =
  /[{}[\],:]|"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const BLANKS = /[ \t\n\r]*/y;

type Expected = 'value' | 'firstValue' | 'key' | 'firstKey' | 'colon' | 'next';

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.exec(text);
  return pattern.lastIndex;
}

/** Returns what may follow the token; undefined when the token may not stand there. */
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

/** Returns the offset of the first unexpected token; the text's length when there is none or the text ends early. */
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
