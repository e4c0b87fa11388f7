/** Responses that browsers save as files. */

/** Encodes a text for a parameter of a header (RFC 8187, 3.2). */
const encodeParameter = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Headers of a download. A browser must neither show the file nor guess its type. */
export const attachment = (name: string, size: number): Record<string, string> => ({
  'content-type': 'application/octet-stream',
  'content-length': String(size),
  'content-disposition': `attachment; filename*=UTF-8''${encodeParameter(name)}`,
  'x-content-type-options': 'nosniff',
});
