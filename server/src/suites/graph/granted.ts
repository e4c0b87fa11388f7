/** Whether a token has the permissions that a call needs. */
import { ACCOUNT_PERMISSIONS, callPattern, permissionsFor } from './permissions.ts';
import { permissionsIn } from './token-roles.ts';

/** Permissions with the calls that need them. A name in `instead` permits the same calls. */
interface Needed {
  names: string[];
  patterns: RegExp[];
}

const neededBy = (list: readonly { name: string; calls: readonly string[]; instead?: readonly string[] }[]) =>
  list.map(
    ({ name, calls, instead = [] }): Needed => ({
      names: [name, ...instead],
      // What follows such a word tells two calls to the same path apart.
      patterns: calls.map((call) => callPattern(call.split(/ (?:with|to|of) /)[0] as string)),
    }),
  );

const OF_APPLICATION = neededBy(permissionsFor());
const OF_ACCOUNT = neededBy(ACCOUNT_PERMISSIONS);

/**
 * Returns whether the token has all permissions that the call may need; undefined when the token can't be read, or the
 * table of permissions lacks the call.
 * @param call method and path without the query
 */
export function isGranted(call: string, token: string): boolean | undefined {
  const granted = permissionsIn(token);
  if (granted === undefined) return undefined;
  const table = granted.isAccount ? OF_ACCOUNT : OF_APPLICATION;
  const needed = table.filter(({ patterns }) => patterns.some((pattern) => pattern.test(call)));
  if (needed.length === 0) return undefined;
  return needed.every(({ names }) => names.some((name) => granted.names.includes(name)));
}
