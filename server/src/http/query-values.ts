/** Reads the text of a query by its schema, so that integers and booleans are described, validated and handled as such. */
import type { TObject } from 'typebox';

const READ: Readonly<Record<string, (text: string) => unknown>> = {
  // Validation rejects what stays text, and names the type that it must have.
  integer: (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text),
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : text),
};

/** Returns a function that converts the values of a parsed query, in place. */
export function queryReaderOf(schema: TObject): (query: Record<string, unknown>) => void {
  const readers = Object.entries(schema.properties).flatMap(
    ([name, { type }]: [string, { type?: string }]) => {
      const read = READ[type ?? ''];
      return read === undefined ? [] : [{ name, read }];
    },
  );
  return (query) => {
    for (const { name, read } of readers) {
      const value = query[name];
      if (typeof value === 'string') query[name] = read(value);
    }
  };
}
