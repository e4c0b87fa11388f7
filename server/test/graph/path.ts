/** Normalises paths of Graph: `/teams/id`, `/teams('id')` and `/groups(uniqueName='x')`. */

/**
 * Returns the decoded segments of a path. A key in parentheses becomes a segment; a named key stays in the name:
 * `groups(uniqueName='x')` becomes `['groups(uniqueName)', 'x']`.
 */
export function segmentsOf(path: string): string[] {
  // The path of an item below another one is one segment: `/drives/id/items/id:/a/b.txt:/content`.
  const [, item, below = '', rest = ''] =
    /^(\/drives\/[^/]+\/items\/[^/:]+):\/(.*?)(?::(\/.*)?)?$/s.exec(path) ?? [];
  if (item !== undefined) {
    return [...segmentsOf(item), ':path', decodeURIComponent(below), ...segmentsOf(rest)];
  }
  return path
    .replaceAll('/(', '(')
    .split('/')
    .filter((part) => part !== '')
    .flatMap((part) => {
      const segment = decodeURIComponent(part);
      const [, name = '', property, value = ''] = /^([^(]+)\((?:(\w+)=)?'(.*)'\)$/s.exec(segment) ?? [];
      if (name === '') return [segment];
      const key = value.replaceAll("''", "'");
      return property === undefined ? [name, key] : [`${name}(${property})`, key];
    });
}

/** Returns the values of the placeholders when the path matches the pattern. Ignores the case of endpoint names. */
export function matchPath(pattern: string, segments: readonly string[]): Record<string, string> | undefined {
  const parts = pattern.split('/').slice(1);
  if (parts.length !== segments.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] as string;
    if (part.startsWith('{')) parameters[part.slice(1, -1)] = segment;
    else if (part.toLowerCase() !== segment.toLowerCase()) return undefined;
  }
  return parameters;
}
