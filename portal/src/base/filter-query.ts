/** Builds the `$filter` of lists from the filters in an address. */

/** Returns the text as a literal of OData. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Returns the comparison of a field with a text; undefined if there is none. */
export const equals = (field: string, text: string | undefined): string | undefined =>
  text === undefined || text === '' ? undefined : `${field} eq ${literal(text)}`;

/** Returns the comparison for `<question>=<answer>`; false for any other text, such as an incomplete one. */
export function answerFilterOf(text: string): string | false {
  const [, id, answer] = /^([A-Za-z_][\w.-]*)=(.+)$/s.exec(text) ?? [];
  return id !== undefined && answer !== undefined && `metadata/${id} eq ${literal(answer)}`;
}

/** Returns `$filter` with the conditions joined by `and`; an empty object if there are none. */
export function filterOf(conditions: readonly (string | false | undefined)[]): { $filter?: string } {
  const $filter = conditions.filter(Boolean).join(' and ');
  return $filter === '' ? {} : { $filter };
}

/**
 * Returns the start of the day that is `daysLater` days after the given one, in the person's time zone, as RFC 3339.
 * Undefined for a text that is not a day, such as one that somebody typed into an address.
 */
function startOfDay(day: string, daysLater = 0): string | undefined {
  const time = new Date(`${day}T00:00:00`);
  if (Number.isNaN(time.getTime())) return undefined;
  time.setDate(time.getDate() + daysLater);
  return time.toISOString();
}

/** Returns the conditions for a time from the first day to the last one. A day that is missing sets no limit. */
export function inDays(field: string, from: string | undefined, until: string | undefined): string[] {
  const [start, end] = [from && startOfDay(from), until && startOfDay(until, 1)];
  return [...(start ? [`${field} ge ${start}`] : []), ...(end ? [`${field} lt ${end}`] : [])];
}
