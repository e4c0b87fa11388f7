/**
 * Messages for people, each with its English text. From the stable code and the named parameters of a message,
 * domain/languages produces the text in the reader's language, even long after the message was stored.
 */
import { IntlMessageFormat } from 'intl-messageformat';

/** Names that each language joins in its own way. */
interface NameList {
  names: readonly string[];
  type: 'conjunction' | 'disjunction';
}

/** A value in a message. Messages in a list are whole sentences, one after the other. */
export type MessageParameter = string | number | boolean | Message | readonly Message[] | NameList;

export interface Message {
  /** The English text. */
  message: string;
  /** Stable. Absent for a text that Charter does not translate, such as the words of a person. */
  messageCode?: string;
  messageParameters?: Readonly<Record<string, MessageParameter>>;
}

/** Returns the part before the comma of `{count, plural, …}`. */
type Head<Argument extends string> = Argument extends `${infer Name},${string}` ? Name : Argument;

/** Excludes the branches of a plural or a select, such as `# channels`. */
type Word<Text extends string> = Text extends '' | `${string} ${string}` | `#${string}` ? never : Text;

export type ParameterName<Text extends string> = Text extends `${string}{${infer Argument}}${infer Rest}`
  ? Word<Head<Argument>> | ParameterName<Rest>
  : never;

type Parameters<Text extends string> = [ParameterName<Text>] extends [never]
  ? []
  : [parameters: Readonly<Record<ParameterName<Text>, MessageParameter>>];

/**
 * Creates a message.
 * @param code stable code, usually `<area>.<name>`; the catalogues of the other languages use the same code
 * @param text the English text in ICU MessageFormat, except that an apostrophe does not quote
 */
export function say<const Text extends string>(
  code: string,
  text: Text,
  ...[parameters]: Parameters<Text>
): Message {
  return messageFrom(code, text, parameters);
}

/** Creates a message from a text that is declared elsewhere. */
export const messageFrom = (
  code: string,
  text: string,
  parameters?: Readonly<Record<string, MessageParameter>>,
): Message => ({
  message: render('en', text, parameters ?? {}, ({ message }) => message),
  messageCode: code,
  ...(parameters !== undefined && { messageParameters: parameters }),
});

/** Returns a message with a text that Charter does not translate. */
export const verbatim = (message: string): Message => ({ message });

export const asMessage = (message: string | Message): Message =>
  typeof message === 'string' ? verbatim(message) : message;

/** Returns the message without the other members of the object, for storage or as a parameter of another message. */
export const messageOf = ({ message, messageCode, messageParameters }: Message): Message => ({
  message,
  ...(messageCode !== undefined && { messageCode }),
  ...(messageParameters !== undefined && { messageParameters }),
});

/** Joins sentences into one message. */
export function sentences(messages: readonly Message[]): Message {
  const [only] = messages;
  if (only !== undefined && messages.length === 1) return messageOf(only);
  return {
    message: messages.map(({ message }) => message).join(' '),
    ...(messages.some(({ messageCode }) => messageCode !== undefined) && {
      messageCode: 'sentences',
      messageParameters: { sentences: messages },
    }),
  };
}

/** Returns the names, each in quotes, separated by commas. */
export const inQuotes = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

/** Joins phrases with "and". */
export const joinWithAnd = ([first, ...rest]: readonly [Message, ...Message[]]): Message =>
  rest.length === 0
    ? first
    : say('and', '{first} and {rest}', { first, rest: joinWithAnd(rest as [Message]) });

/**
 * `{time, date, utc}` formats milliseconds since 1970 as date and time in UTC. The text itself names the time zone.
 */
const FORMATS = { date: { utc: { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } } } as const;

/** Compiled texts. The map is bounded by the number of messages and their translations. */
const compiled = new Map<string, IntlMessageFormat>();

function compile(language: string, text: string): IntlMessageFormat {
  const key = `${language} ${text}`;
  let format = compiled.get(key);
  if (format === undefined) {
    // In MessageFormat, an apostrophe before a brace begins a quote.
    format = new IntlMessageFormat(text.replaceAll("'", "''"), language, FORMATS, { ignoreTag: true });
    compiled.set(key, format);
  }
  return format;
}

/** @throws Error for an invalid text, or for a missing parameter */
export function render(
  language: string,
  text: string,
  parameters: Readonly<Record<string, MessageParameter>>,
  say: (message: Message) => string,
): string {
  const values = Object.entries(parameters).map(([name, value]) => [name, write(language, value, say)]);
  return String(compile(language, text).format(Object.fromEntries(values)));
}

function write(
  language: string,
  value: MessageParameter,
  say: (message: Message) => string,
): string | number | boolean {
  if (typeof value !== 'object') return value;
  if ('message' in value) return say(value);
  if ('names' in value) return new Intl.ListFormat(language, { type: value.type }).format(value.names);
  return value.map(say).join(' ');
}
