/** Entity tags from a resource's opaque version (RFC 9110 8.8.3). Quotes can't occur in it. */
export const etagOf = (version: string): string => `"${version}"`;

/** The version that an If-Match asks for; undefined when there is none, or any will do (`*`). */
export function versionFromIfMatch(header: string | undefined): string | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return header.trim().replace(/^W\//, '').replace(/^"|"$/g, '');
}
