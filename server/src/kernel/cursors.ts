import { invalidField } from './errors.ts';

/**
 * Opaque page cursors (`$skiptoken`): the sort key of the last row sent, as base64url JSON. They carry no
 * rights and no filter: the query that reads them applies both again.
 */
export const encodeCursor = (key: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url');

/** @throws InvalidRequest at `$skiptoken` when the cursor was not made by encodeCursor with `parts` parts. */
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
    // Falls through to the one answer for every malformed cursor.
  }
  throw invalidField(
    '$skiptoken',
    'The $skiptoken is not one this service gave out. Start again without it, or follow @odata.nextLink as it is.',
    'InvalidCursor',
  );
};
