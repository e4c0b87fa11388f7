/** Query options of paged lists (docs/specification.md, section 2). */
import Type from 'typebox';
import type { PageQuery } from '../kernel/page.ts';
import { asText, asUuid, encodeCursor, readCursor } from './cursors.ts';
import type { CollectionResult } from './route.ts';
import { Closed, Flag } from './schema.ts';

const DEFAULT_TOP = 100;
const MAX_TOP = 999;

/** Options of every paged list: size and position of a page. */
export const PAGE_OPTIONS = {
  $top: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_TOP,
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

const idOf = (cursor: string | undefined): string | undefined => readCursor(cursor, asUuid)?.[0];

/** Returns the position in a list that is ordered by ids of the suite. @throws InvalidRequest at `$skiptoken` */
export const suiteIdOf = (cursor: string | undefined): string | undefined => readCursor(cursor, asText)?.[0];

/** Reads the requested page of a list, by default of one ordered by UUID. @throws InvalidRequest at `$skiptoken` */
export const readPage = ({ $top, $skiptoken }: PageOptions, positionOf = idOf): PageQuery => ({
  top: readTop($top),
  after: positionOf($skiptoken),
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
  { items, count = items.length, next, notices }: CollectionResult<Item>,
  { url, query }: { url: string; query: PageOptions | undefined },
) => ({
  '@odata.count': count,
  ...(next !== undefined && {
    '@odata.nextLink': nextLink(url, query ?? {}, encodeCursor(typeof next === 'string' ? [next] : next)),
  }),
  ...(notices !== undefined && { '@charter.notices': notices }),
  value: items,
});
