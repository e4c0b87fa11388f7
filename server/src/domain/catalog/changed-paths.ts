/** The places where two manifests differ, for the history of a template. */
import { isDeepStrictEqual } from 'node:util';
import { documentOf, isJsonObject, type JsonObject, type ManifestSource, pathOf } from './document.ts';
import { VERSION_PATH } from './manifest.ts';

const MOST_PATHS = 100;
/** Maximum length of a path, in UTF-16 code units: a manifest may have keys of any length. */
const LONGEST_PATH = 300;

const shorten = (path: string): string =>
  path.length <= LONGEST_PATH ? path : `${path.slice(0, LONGEST_PATH - 1).toWellFormed()}…`;

/** Compares objects by key. Lists count as one value: their items have no identity. */
function collect(before: JsonObject, after: JsonObject, parent: string, found: string[]): void {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const path = pathOf(parent, key);
    const [old, now] = [before[key], after[key]];
    if (path === VERSION_PATH.join('.') || isDeepStrictEqual(old, now)) continue;
    if (isJsonObject(old) && isJsonObject(now)) collect(old, now, path, found);
    else found.push(shorten(path));
  }
}

/**
 * Returns the paths of the first hundred values that were added, changed or removed, in the order of the manifests.
 * Leaves out the version, which each change raises. Returns none for a new template.
 */
export function changedPaths(before: ManifestSource | undefined, after: ManifestSource): string[] {
  if (before === undefined) return [];
  const found: string[] = [];
  collect(documentOf(before), documentOf(after), '', found);
  return found.slice(0, MOST_PATHS);
}
