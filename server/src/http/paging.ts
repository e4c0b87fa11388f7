/** Query options of paged lists (docs/specification.md, section 2). */
import Type from 'typebox';
import { decodeCursor, encodeCursor } from '../kernel/cursors.ts';
import { invalidField } from '../kernel/errors.ts';
import { isUuid } from '../kernel/ids.ts';
import { say } from '../kernel/messages.ts';
import type { PageQuery } from '../kernel/page.ts';
import { isStorable } from '../kernel/text.ts';
import type { Listed } from './route.ts';
import { Closed, Flag } from './schema.ts';

const DEFAULT_TOP = 100;
const MOST_TOP = 999;

/** Options of every paged list: size and position of a page. */
export const PAGE_OPTIONS = {
  $top: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_TOP,
      description: `Size of a page; ${DEFAULT_TOP} by default`,
      examples: [25],
    }),
  ),
  $skiptoken: Type.Optional(
    Type.String({ maxLength: 2048, description: 'Start of the page, from `@odata.nextLink`' }),
  ),
};

/** Option of lists that count their matches. */
export const COUNT_OPTION = {
  $count: Flag('Whether `@odata.count` counts all matches instead of this page'),
};

/** Query of a paged list. */
export const Paged = Closed(PAGE_OPTIONS);

type Options = Readonly<Record<string, string | number | boolean | undefined>>;

interface PageOptions extends Options {
  $top?: number;
  $skiptoken?: string;
}

/** Returns the size of a page. */
export const readTop = (top = DEFAULT_TOP): number => top;

/** Returns the error for a cursor that does not belong to the list. */
export const foreignCursor = () =>
  invalidField(
    '$skiptoken',
    say('http.cursor', 'The $skiptoken is not one this service gave out.'),
    'InvalidCursor',
  );

/**
 * Reads the time of a cursor, in milliseconds since 1970. Accepts the years 1970 to 9999, which PostgreSQL represents
 * too.
 * @throws InvalidRequest at `$skiptoken`
 */
export function readTimeOfToken(milliseconds: unknown): Date {
  if (Number.isSafeInteger(milliseconds)) {
    const time = milliseconds as number;
    if (time >= 0 && time < Date.UTC(10_000, 0)) return new Date(time);
  }
  throw foreignCursor();
}

/** Reads the cursor of a list by UUID. @throws InvalidRequest at `$skiptoken` */
function readIdToken(text: string): string {
  const [id] = decodeCursor(text, 1);
  if (isUuid(String(id))) return String(id);
  throw foreignCursor();
}

/** Reads the cursor of a list by an id of the suite, which may be any text. @throws InvalidRequest at `$skiptoken` */
export function readTextToken(text: string): string {
  const id = String(decodeCursor(text, 1)[0]);
  if (isStorable(id)) return id;
  throw foreignCursor();
}

/** Reads the cursor of a list by display name and id. @throws InvalidRequest at `$skiptoken` */
export function readNamePosition(text: string): readonly [displayName: string, id: string] {
  const [displayName, id] = decodeCursor(text, 2).map(String) as [string, string];
  if (isStorable(displayName) && isStorable(id)) return [displayName, id];
  throw foreignCursor();
}

/** Reads the cursor of a list by a number that counts from 1. @throws InvalidRequest at `$skiptoken` */
export function readNumberToken(text: string): string {
  const number = String(decodeCursor(text, 1)[0]);
  if (/^[1-9]\d{0,8}$/.test(number)) return number;
  throw foreignCursor();
}

/** Reads the page that a call requests. @throws InvalidRequest at `$skiptoken` */
export const readPage = (query: PageOptions, readToken = readIdToken): PageQuery => ({
  top: readTop(query.$top),
  after: query.$skiptoken === undefined ? undefined : readToken(query.$skiptoken),
});

/** Returns the URL of the next page: the current one with another `$skiptoken`. */
function nextLink(address: string, query: Options, skipToken: string): string {
  const options = Object.entries({ ...query, $skiptoken: skipToken });
  const text = options
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return `${address}?${text.join('&')}`;
}

/** Returns the body of a list: one page, or all of it. */
export const collectionOf = <Item>(
  { items, count = items.length, next, notices }: Listed<Item>,
  { url, query }: { url: string; query: PageOptions | undefined },
) => ({
  '@odata.count': count,
  ...(next !== undefined && {
    '@odata.nextLink': nextLink(url, query ?? {}, encodeCursor(typeof next === 'string' ? [next] : next)),
  }),
  ...(notices !== undefined && { '@charter.notices': notices }),
  value: items,
});
