import { v7 } from 'uuid';

/** A new UUIDv7 (RFC 9562): unique without coordination and ordered by time, so index inserts stay local. */
export const newId = (): string => v7();

/** The UUID (version 8, RFC 9562) that belongs to a digest: the same one for the same digest. */
export function idFrom(hexDigest: string): string {
  const variant = ((Number.parseInt(hexDigest.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  const digits = `${hexDigest.slice(0, 12)}8${hexDigest.slice(13, 16)}${variant}${hexDigest.slice(17, 32)}`;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
