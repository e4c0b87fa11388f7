/** Finds the lines and columns of problems in the text of a manifest. */
import { isMap, isScalar, isSeq, LineCounter, type Node, type Pair } from 'yaml';
import type { ManifestProblem } from './limits.ts';
import { parseWithPositions } from './yaml-document.ts';

/** Returns the part of the path after the key; undefined when the path does not begin with the key. */
function restAfter(path: string, key: string): string | undefined {
  if (!path.startsWith(key)) return undefined;
  const rest = path.slice(key.length);
  if (rest === '' || rest.startsWith('[')) return rest;
  return rest.startsWith('.') ? rest.slice(1) : undefined;
}

const keyOf = ({ key }: Pair): string => (isScalar(key) ? String(key.value) : '');

/** Returns the entry on the path. Keys may contain dots, so the longest match wins. */
function entryAt(items: readonly Pair[], path: string): { entry: Pair; rest: string } | undefined {
  const matches = items
    .map((entry) => ({ entry, rest: restAfter(path, keyOf(entry)) }))
    .filter((match): match is { entry: Pair; rest: string } => match.rest !== undefined);
  return matches.toSorted((one, other) => one.rest.length - other.rest.length)[0];
}

/** Returns the offset of the value at the path, of its key, or of its nearest existing parent. */
function offsetOf(root: Node | null, path: string): number | undefined {
  let node: unknown = root;
  let rest = path;
  let offset: number | undefined;
  while (rest !== '') {
    if (isMap(node)) {
      const found = entryAt(node.items as Pair[], rest);
      if (found === undefined) break;
      const { key, value } = found.entry as Pair<Node, Node | null>;
      const at = isScalar(value) && value.range?.[0] !== value.range?.[1] ? value : key;
      offset = at.range?.[0] ?? offset;
      [node, rest] = [value, found.rest];
    } else if (isSeq(node)) {
      const [whole, index] = /^\[(\d+)\]\.?/.exec(rest) ?? [];
      const item = whole === undefined ? undefined : node.items[Number(index)];
      if (whole === undefined || item === undefined) break;
      offset = (item as Node | null)?.range?.[0] ?? offset;
      [node, rest] = [item, rest.slice(whole.length)];
    } else break;
  }
  return offset;
}

/** Adds line and column, counted from 1, to problems that have a path. Columns count UTF-16 units. */
export function locateProblems(text: string, problems: readonly ManifestProblem[]): ManifestProblem[] {
  if (problems.every(({ path, line }) => path === '' || line !== undefined)) return [...problems];
  const lines = new LineCounter();
  // The YAML parser finds the positions in a JSON text as well.
  const root = parseWithPositions(text, lines);
  return problems.map((problem) => {
    const offset = problem.line === undefined ? offsetOf(root, problem.path) : undefined;
    if (offset === undefined) return problem;
    const { line, col: column } = lines.linePos(offset);
    return { ...problem, line, column };
  });
}
