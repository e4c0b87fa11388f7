/** Query options that all paged lists have in common (contract 2). */
import { decodeCursor } from '../kernel/cursors.ts';
import { invalidField } from '../kernel/errors.ts';

export const DEFAULT_TOP = 100;
export const MOST_TOP = 999;

/** Size of a page. @throws InvalidRequest at `$top` */
export function readTop(text: string | undefined): number {
  if (text === undefined) return DEFAULT_TOP;
  const top = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (top < 1) throw invalidField('$top', `$top must be a whole number from 1 to ${MOST_TOP}.`);
  return top;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The id where a page of a list by id ended. @throws InvalidRequest at `$skiptoken` */
export function readIdToken(text: string): string {
  const [id] = decodeCursor(text, 1);
  if (UUID.test(String(id))) return String(id);
  throw invalidField('$skiptoken', 'The $skiptoken is not one this service gave out.', 'InvalidCursor');
}

/** The address of the next page: this one's, with another `$skiptoken`. */
export function nextLink(
  address: string,
  query: Readonly<Record<string, string | undefined>>,
  skipToken: string,
): string {
  const options = Object.entries({ ...query, $skiptoken: skipToken });
  const text = options
    .filter((option): option is [string, string] => option[1] !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${address}?${text.join('&')}`;
}
