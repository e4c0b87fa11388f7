/**
 * `$search` on directory objects ("Use the $search query parameter"): quoted clauses joined by AND and OR. A clause
 * matches names and descriptions by the beginnings of their words, and other properties by their own beginning.
 */
import { badRequest } from './errors.ts';

type Entity = Record<string, unknown>;
type Test = (entity: Entity) => boolean;

const TOKENIZED = ['displayName', 'description'];

/** Splits a text into words at spaces, changes of case, and punctuation. */
const words = (value: string): string[] =>
  value
    .split(/[\s\-_.,/'@]+|(?<=\p{Ll})(?=\p{Lu})/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());

function clause(text: string, properties: readonly string[]): Test {
  const [, property = '', wanted = ''] = /^"(\w+):(.*)"$/s.exec(text) ?? [];
  if (property === '' || wanted === '') throw badRequest(`Syntax error in $search clause: ${text}`);
  if (!properties.includes(property)) throw badRequest(`Unsupported property '${property}' in $search.`);
  const searched = wanted.replaceAll(/\\(["\\])/g, '$1');
  return (entity) => {
    const value = entity[property];
    if (typeof value !== 'string') return false;
    if (!TOKENIZED.includes(property)) return value.toLowerCase().startsWith(searched.toLowerCase());
    const present = words(value);
    return words(searched).every((word) => present.some((one) => one.startsWith(word)));
  };
}

/** Parses the expression. AND binds more tightly than OR. */
export function parseSearch(expression: string, properties: readonly string[]): Test {
  const parts = expression.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? [];
  const any: Test[][] = [[]];
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 0) any.at(-1)?.push(clause(part, properties));
    else if (part === 'OR') any.push([]);
    else if (part !== 'AND') throw badRequest(`Syntax error: ${expression}`);
  }
  if (any.some((all) => all.length === 0)) throw badRequest(`Syntax error: ${expression}`);
  return (entity) => any.some((all) => all.every((test) => test(entity)));
}
