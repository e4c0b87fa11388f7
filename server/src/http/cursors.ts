/**
 * Page cursors (`$skiptoken`): the sort key of the last item that was sent, as base64url JSON. A cursor grants no
 * rights and contains no filter: each query applies both again.
 */
import { invalidField } from '../kernel/errors.ts';
import { isUuid } from '../kernel/ids.ts';
import { say } from '../kernel/messages.ts';
import { isStorable } from '../kernel/text.ts';

type Key = string | number;

/** Reads a part of a cursor; undefined for a part that the service never writes. */
type Part<T> = (part: Key) => T | undefined;

export const encodeCursor = (key: readonly Key[]): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url');

function decode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Returns the parts of the cursor; undefined if there is none.
 * @throws InvalidRequest at `$skiptoken` for a cursor that does not belong to the list
 */
export function readCursor<const Parts extends readonly Part<unknown>[]>(
  cursor: string | undefined,
  ...parts: Parts
): { [Index in keyof Parts]: NonNullable<ReturnType<Parts[Index]>> } | undefined {
  if (cursor === undefined) return undefined;
  const key = decode(cursor);
  const read =
    Array.isArray(key) && key.length === parts.length
      ? parts.map((part, index) =>
          ['string', 'number'].includes(typeof key[index]) ? part(key[index]) : undefined,
        )
      : [undefined];
  if (!read.includes(undefined)) return read as never;
  throw invalidField(
    '$skiptoken',
    say(
      'cursor',
      'The $skiptoken is not one this service gave out. Start again without it, or follow @odata.nextLink as it is.',
    ),
    'InvalidCursor',
  );
}

/** A text, or an id of the suite, which may be any text. */
export const asText: Part<string> = (part) =>
  typeof part === 'string' && isStorable(part) ? part : undefined;

export const asUuid: Part<string> = (part) => (isUuid(String(part)) ? String(part) : undefined);

export const asOneOf =
  <const T extends string>(values: readonly T[]): Part<T> =>
  (part) =>
    values.find((value) => value === part);

/** A number from 0 to `most`. */
export const asNumber =
  (most = Number.MAX_SAFE_INTEGER): Part<number> =>
  (part) =>
    Number.isSafeInteger(part) && Number(part) >= 0 && Number(part) <= most ? Number(part) : undefined;

/** A positive integer of at most nine digits, as text. */
export const asOrdinal: Part<string> = (part) =>
  /^[1-9]\d{0,8}$/.test(String(part)) ? String(part) : undefined;

/** A time in milliseconds since 1970, before the year 10000. */
export const asTime: Part<Date> = (part) => {
  const milliseconds = asNumber(Date.UTC(10_000, 0) - 1)(part);
  return milliseconds === undefined ? undefined : new Date(milliseconds);
};
