/** Returns the entity tag of an opaque version, which has no quotes (RFC 9110, 8.8.3). */
export const etagOf = (version: string): string => `"${version}"`;

/** Returns the version that If-Match requires; undefined without the header or for `*`. */
export function versionFromIfMatch(header: string | undefined): string | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return header.trim().replace(/^W\//, '').replace(/^"|"$/g, '');
}
