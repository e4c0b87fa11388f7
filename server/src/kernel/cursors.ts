import { invalidField } from './errors.ts';
import { say } from './messages.ts';

/**
 * Encodes an opaque page cursor (`$skiptoken`): the sort key of the last row sent, as base64url JSON. It carries no
 * rights and no filter, so the query that reads it applies both again.
 */
export const encodeCursor = (key: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url');

/** @throws InvalidRequest at `$skiptoken` unless the cursor holds a list of `parts` strings or numbers */
export const decodeCursor = (cursor: string, parts: number): (string | number)[] => {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (
      Array.isArray(key) &&
      key.length === parts &&
      key.every((part) => typeof part === 'string' || typeof part === 'number')
    ) {
      return key as (string | number)[];
    }
  } catch {
    // Every malformed cursor gets the same answer below.
  }
  throw invalidField(
    '$skiptoken',
    say(
      'cursor',
      'The $skiptoken is not one this service gave out. Start again without it, or follow @odata.nextLink as it is.',
    ),
    'InvalidCursor',
  );
};
