import type { AppliedTemplate } from '@charter/sdk';
import { groupBy } from '../collections.ts';

type Warning = AppliedTemplate['warnings'][number];

/** Maximum number of listed paths for a message. `--json` lists all of them. */
const MAX_PLACES = 5;

/** Returns one line for each distinct message with its paths. The rarest message comes first. */
export function warningLines(warnings: readonly Warning[]): string[] {
  const byMessage = groupBy(warnings, ({ message }) => message);
  return [...byMessage]
    .toSorted(([, one], [, other]) => one.length - other.length)
    .map(([message, same]) => {
      const places = same.slice(0, MAX_PLACES).map(({ path }) => path);
      const rest = same.length > MAX_PLACES ? ` and ${same.length - MAX_PLACES} more` : '';
      return `${places.join(', ')}${rest}: ${message}`;
    });
}
