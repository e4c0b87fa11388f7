/**
 * Checks ids from callers before they become part of a path. Graph's ids are opaque ("List members of team"), so every
 * form is accepted that stays one segment of the path. `at` encodes the id, but URLs remove the segments `.` and `..`,
 * and a server may decode slashes before it resolves the path.
 */

/** Longer than any id of Graph, and short enough for a URL. */
const MOST_CHARACTERS = 1_024;

/** Characters that begin another segment once they are decoded. A percent sign may be decoded twice. */
const SEPARATOR = /[/\\%]/;

/** Whether the text is well-formed and stays one segment of a path. */
export const isSegment = (text: string): boolean =>
  text !== '' &&
  text.length <= MOST_CHARACTERS &&
  text.isWellFormed() &&
  text !== '.' &&
  text !== '..' &&
  !SEPARATOR.test(text);

/** Whether the text can be the id of a membership. Base64 can have slashes, and no resource is below a membership. */
export const isMembershipId = (text: string): boolean =>
  text.length <= MOST_CHARACTERS && text.split('/').every(isSegment);

/** Encodes the values in a path. Doubles quotes, as OData literals require. */
export const at = (parts: TemplateStringsArray, ...values: readonly string[]): string =>
  String.raw({ raw: parts }, ...values.map((value) => encodeURIComponent(value.replaceAll("'", "''"))));
