/** Text for the terminal: colours only where they show, and nothing that steers it. */
import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** With colour on a terminal that shows it, unless NO_COLOR is set. */
export const styled = (style: Style, text: string, stream: NodeJS.WriteStream = process.stderr): string =>
  styleText(style, text, { stream, validateStream: true });

/**
 * Characters that steer a terminal or reorder what it shows: C0 and C1 controls but tab and line feed, line and
 * paragraph separators, and bidirectional formatting (Unicode Standard Annex 9).
 */
const STEERING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Text of the server or of a person, with nothing in it that steers the terminal. */
export const printable = (text: string): string => text.replace(STEERING, '\ufffd');

/** JSON with the same characters escaped, so that it says the same. */
export const printableJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value ?? null, null, indent).replace(
    STEERING,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The value on one line, for a table. */
export const cell = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return printable(typeof value === 'string' ? value : JSON.stringify(value)).replace(/\s+/g, ' ');
};
