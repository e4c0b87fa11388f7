import { v7 } from 'uuid';

/** Returns a new UUIDv7 (RFC 9562): unique without coordination and ordered by time, so index inserts stay local. */
export const newId = (): string => v7();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns true for text in the form of a UUID of any version. PostgreSQL rejects other text with an error. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** Returns a lower bound for UUIDv7 ids of at most this age. Ids use the machine's clock, never an injected one. */
export function idOfAge(milliseconds: number): string {
  const digits = (Date.now() - milliseconds).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}

/** Derives a UUID (version 8, RFC 9562) from a digest. Deterministic. */
export function idFromDigest(hexDigest: string): string {
  const variant = ((Number.parseInt(hexDigest.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  const digits = `${hexDigest.slice(0, 12)}8${hexDigest.slice(13, 16)}${variant}${hexDigest.slice(17, 32)}`;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
