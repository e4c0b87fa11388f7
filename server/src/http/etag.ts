/** Entity tags of resources and the headers that compare them (RFC 9110, 8.8.3 and 13.1). */
import Type from 'typebox';

/** Returns the entity tag of a version. A version is opaque and contains no quotes. */
export const etagOf = (version: string): string => `"${version}"`;

/** Schema of the If-Match header. The handler reads the header from `ifVersion` of its call. */
export const IfMatch = (noun: string) =>
  Type.Object({
    'if-match': Type.Optional(
      Type.String({ description: `ETag of the ${noun} you read; 412 when the ${noun} has changed` }),
    ),
  });

const versionOf = (tag: string): string => tag.trim().replace(/^W\//, '').replace(/^"|"$/g, '');

/** Returns the version that If-Match requires; undefined without the header or for `*`. */
export function versionFromIfMatch(header: string | undefined): string | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return versionOf(header);
}

/** Returns the versions in If-Match or If-None-Match; undefined without the header or for `*`. */
export function versionsFrom(header: string | undefined): string[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return header.split(',').map(versionOf);
}
