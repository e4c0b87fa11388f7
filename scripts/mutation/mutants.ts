/** Makes mutants: copies of a source file with one small change that a test should detect. */
import { parseAst } from 'vite';

export interface Mutant {
  /** Line of the change, from 1. */
  line: number;
  /** Offset of the changed expression. A test that executes it can detect the mutant. */
  offset: number;
  /** The replaced text and its replacement. */
  from: string;
  to: string;
  /** The whole text of the changed file. */
  text: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [member: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const COMPARISONS: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
};

const CONNECTIVES: Readonly<Record<string, string>> = { '&&': '||', '||': '&&' };

/** Words that end a condition of an SQL statement. */
const SQL_WORDS =
  'and|or|order|limit|for|returning|group|union|case|when|then|else|end|select|from|set|where';
/** Conditions of an SQL statement that narrow it: `and a = b`, up to the next condition, bracket or end of line. */
const SQL_CONDITION = new RegExp(
  String.raw`\b(?:and|where)\s+(?!\()((?:between \S+ and \S+|\([^()\n]*\)|(?!\b(?:${SQL_WORDS})\b)[^()\n])+)(?!\()`,
  'g',
);
const SQL_OPERATOR = /(?:[=<>]|\bbetween\b)\s*\S|\bis (?:not )?null\b/;
/**
 * Row-level security enforces the tenant too, so no behaviour depends on this condition. application-tenancy.test.ts
 * tests it in each statement.
 */
const TENANT_CONDITION = /\btenant_id = /;

interface Edit {
  start: number;
  end: number;
  to: string;
  /** Start of the changed expression, when it lies before the change. */
  offset?: number;
}

/** Returns the text without the operator between two operands, and the operator's offset. */
function operatorOf(source: string, left: Node, right: Node, operator: string): Edit | undefined {
  const offset = source.slice(left.end, right.start).indexOf(operator);
  if (offset < 0) return undefined;
  const start = left.end + offset;
  return { start, end: start + operator.length, to: '', offset: left.start };
}

/** Makes each condition of an SQL statement true. */
function sqlEdits(source: string, node: Node): Edit[] {
  const text = source.slice(node.start, node.end).replace(/(?:[`'"]|\$\{)$/, '');
  return [...text.matchAll(SQL_CONDITION)].flatMap((match) => {
    const condition = (match[1] ?? '').trimEnd();
    if (!SQL_OPERATOR.test(condition) || TENANT_CONDITION.test(condition)) return [];
    const start = node.start + match.index + match[0].indexOf(condition);
    // Keeps the parameters of the condition, because PostgreSQL rejects a statement that uses none of a type.
    return { start, end: start + condition.length, to: `(true or ${condition})` };
  });
}

/** Makes the condition of a statement's part true: `{ where: 'a = $2' }`. */
function clauseEdits(source: string, { key, value }: Node & { key?: Node; value?: unknown }): Edit[] {
  if (key?.name !== 'where' || !isNode(value) || typeof value.value !== 'string') return [];
  const { start, end } = value;
  return [{ start, end, to: `'(true or ' + ${source.slice(start, end)} + ')'` }];
}

/** Removes a condition of the query builder: `.where(…)`. */
function queryEdits({ end, callee }: Node & { callee?: Node }): Edit[] {
  const { object, property } = (callee ?? {}) as { object?: Node; property?: Node };
  const isCondition = callee?.type === 'MemberExpression' && property?.name === 'where';
  return isCondition && object ? [{ start: object.end, end, to: '' }] : [];
}

function editsOf(source: string, node: Node): Edit[] {
  const whole = (to: string): Edit => ({ start: node.start, end: node.end, to });
  const { left, right, test } = node as { left?: Node; right?: Node; test?: Node };
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const operator = String(node.operator);
      const to = COMPARISONS[operator] ?? CONNECTIVES[operator];
      if (to === undefined || !isNode(left) || !isNode(right)) return [];
      const edit = operatorOf(source, left, right, operator);
      const bounds = [left, right].filter(({ value }) => typeof value === 'number');
      return [
        ...(edit === undefined ? [] : [{ ...edit, to }]),
        // Other numbers are mostly durations or sizes, and no behaviour depends on their exact values.
        ...bounds.map(({ start, end, value }) => ({ start, end, to: String(Number(value) + 1) })),
      ];
    }
    case 'UnaryExpression':
      if (node.operator !== '!' || !isNode(node.argument)) return [];
      return [{ start: node.start, end: node.argument.start, to: '' }];
    case 'Literal':
      if (typeof node.value === 'boolean') return [whole(String(!node.value))];
      return typeof node.value === 'string' ? sqlEdits(source, node) : [];
    case 'ConditionalExpression':
    case 'IfStatement':
      if (!isNode(test)) return [];
      return ['true', 'false'].map((to) => ({ start: test.start, end: test.end, to }));
    case 'ArrayExpression': {
      const elements = (node.elements as unknown[]).filter(isNode);
      if (!elements.every(({ type }) => type === 'Literal')) return [];
      return elements.map(({ start, end }) => ({ start, end, to: "'mutated'" }));
    }
    case 'ExpressionStatement': {
      const { expression } = node as { expression?: Node };
      const isCall = expression?.type === 'CallExpression' || expression?.type === 'AwaitExpression';
      return isCall ? [whole(';')] : [];
    }
    case 'TemplateElement':
      return sqlEdits(source, node);
    case 'Property':
      return clauseEdits(source, node);
    case 'CallExpression':
      return queryEdits(node);
    default:
      return [];
  }
}

/** Whether the node only describes types, and so changes nothing at run time. */
const isOfTypes = ({ type }: Node): boolean => type.startsWith('TS') && !type.endsWith('Expression');

function collect(source: string, node: Node, edits: Edit[]): void {
  if (isOfTypes(node) || node.type === 'ImportDeclaration') return;
  edits.push(...editsOf(source, node));
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) collect(source, child, edits);
    }
  }
}

const parse = (source: string): Node => parseAst(source, { lang: 'ts' }) as unknown as Node;

function isSyntax(source: string): boolean {
  try {
    parse(source);
    return true;
  } catch {
    return false;
  }
}

/** Returns all mutants of the source of a TypeScript module. */
export function mutantsOf(source: string): Mutant[] {
  const edits: Edit[] = [];
  collect(source, parse(source), edits);
  return edits
    .toSorted((one, other) => one.start - other.start || one.end - other.end)
    .map(({ start, end, to, offset = start }) => ({
      offset,
      line: source.slice(0, start).split('\n').length,
      from: source.slice(start, end),
      to,
      text: source.slice(0, start) + to + source.slice(end),
    }))
    .filter(({ text }) => isSyntax(text));
}
