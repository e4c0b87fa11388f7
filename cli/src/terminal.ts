/** Prepares text for the terminal: colours, and replacement of control characters. */
import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Applies the style when the stream is a terminal with colours and NO_COLOR is not set. */
export const styled = (style: Style, text: string, stream: NodeJS.WriteStream = process.stderr): string =>
  styleText(style, text, { stream, validateStream: true });

/**
 * Characters that control a terminal or reorder its text: C0 and C1 controls except tab and line feed, line and
 * paragraph separators, and bidirectional formatting (Unicode Standard Annex 9).
 */
const CONTROL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Replaces control characters with U+FFFD. */
export const printable = (text: string): string => text.replace(CONTROL, '\ufffd');

/** Returns JSON with control characters escaped, so that its value stays the same. */
export const printableJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value ?? null, null, indent).replace(
    CONTROL,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Returns the value on one line, for a table. */
export const cell = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return printable(typeof value === 'string' ? value : JSON.stringify(value)).replace(/\s+/g, ' ');
};
