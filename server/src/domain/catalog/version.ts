/**
 * A template's version is its author's, as numbers separated by dots, and it never falls or stands still
 * when the content changes: a file that forgot to raise it gets the next one (`1.0` -> `1.1`).
 */

const PATTERN = /^\d{1,9}(\.\d{1,9}){0,3}$/;

export const FIRST_VERSION = '1.0';

export const isTemplateVersion = (text: string): boolean => PATTERN.test(text);

function compare(left: string, right: string): number {
  const [a, b] = [left.split('.').map(Number), right.split('.').map(Number)];
  for (let part = 0; part < Math.max(a.length, b.length); part += 1) {
    const difference = (a[part] ?? 0) - (b[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function following(version: string): string {
  const parts = version.split('.');
  return [...parts.slice(0, -1), String(Number(parts.at(-1)) + 1)].join('.');
}

/** The version of changed content: what the file says when that is higher, else the one after `current`. */
export const nextVersion = (current: string, proposed: string): string =>
  compare(proposed, current) > 0 ? proposed : following(current);
