/**
 * Versions of templates: numbers separated by dots. Authors choose them. Changed content always gets a higher one: when
 * its manifest does not raise the version, the last number is incremented (`1.0` becomes `1.1`).
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

function withNextPart(version: string): string {
  const parts = version.split('.');
  return [...parts.slice(0, -1), String(Number(parts.at(-1)) + 1)].join('.');
}

/** Returns the proposed version when it is higher than `current`, else the one after `current`. */
export const nextVersion = (current: string, proposed: string): string =>
  compare(proposed, current) > 0 ? proposed : withNextPart(current);
