/** What is written to the terminal: colours only where they show, nothing that could steer it. */
import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** With colour on a terminal that shows it, unless NO_COLOR is set. */
export const styled = (style: Style, text: string, stream: NodeJS.WriteStream = process.stderr): string =>
  styleText(style, text, { stream, validateStream: true });

/** Names and messages come from many people: control characters in them are not passed on to the terminal. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd');
}

/** On one line, for a table. */
export const cell = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return printable(typeof value === 'string' ? value : JSON.stringify(value)).replace(/\s+/g, ' ');
};
