/**
 * The kinds of questions that a template asks with a request for a team (docs/templates.md, "Questions"). Each kind is
 * declared once: the keys of a question that it uses, and how it reads an answer. The manifest's schema, the check of
 * requests and the metadata of teams derive from the table.
 */
import { type Message, say } from '../../kernel/messages.ts';

/** An answer as it is stored: a date as `YYYY-MM-DD`, a person and a group by id. */
export type Answer = string | number | boolean | readonly string[];

/** A wrong or missing answer, with its stable code. */
export interface AnswerFault extends Message {
  code: string;
}

export type AnswerResult = { answer: Answer } | { fault: AnswerFault };

/** Keys of a question that only some kinds use. */
export type KindKey = 'options' | 'pattern' | 'minimum' | 'maximum';

export interface QuestionKind {
  keys: readonly KindKey[];
  /** The type of `minimum` and `maximum`. Default: numbers. */
  bounds?: 'dates';
  /** The objects of the directory that an answer names. */
  refersTo?: 'users' | 'groups';
  /**
   * Reads an answer that is not empty. Texts are accepted for every kind, because defaults, the command line and forms
   * send texts.
   */
  read(value: unknown, question: AskedQuestion): AnswerResult;
}

/** The part of a question that its kind reads. */
export interface AskedQuestion {
  options: readonly string[];
  minimum: number | string | null;
  maximum: number | string | null;
}

/** A question of a template, as the catalog shows it. */
export interface Question extends AskedQuestion {
  /** Name of the answer in `metadata`. */
  id: string;
  type: QuestionType;
  title: string;
  help: string | null;
  required: boolean;
  /** EJS template of the default answer. */
  default: string | null;
  options: string[];
  /** Regular expression that the whole answer must match. */
  pattern: string | null;
  /** JavaScript expression over the request: the question is asked only when it is `true`. */
  when: string | null;
  section: string | null;
  /** Whether the directory of teams shows the answer. Absent in templates that earlier versions stored. */
  public?: boolean | undefined;
}

/** Limits of questions and answers: lengths in Unicode characters, and numbers of entries. */
export const QUESTION_LIMITS = {
  questions: 50,
  id: 64,
  title: 256,
  help: 1024,
  section: 128,
  options: 200,
  option: 200,
  pattern: 256,
  rule: 4096,
  text: 1024,
  multilineText: 4096,
  url: 2048,
  reference: 256,
} as const;

const fault = (message: Message, code = 'InvalidValue'): { fault: AnswerFault } => ({
  fault: { code, ...message },
});

const NOT_TEXT = fault(say('answers.notText', 'Must be a text.'));

const lengthOf = (text: string): number => [...text].length;

/** Returns the fault of a value outside of the bounds. */
function boundsFault(value: number | string, { minimum, maximum }: AskedQuestion): AnswerResult | undefined {
  if (minimum !== null && value < minimum)
    return fault(say('answers.below', 'Must be at least {least}.', { least: minimum }));
  if (maximum !== null && value > maximum)
    return fault(say('answers.above', 'Must be at most {most}.', { most: maximum }));
  return undefined;
}

/** Returns the kind of a text whose bounds are numbers of characters. */
const textKind = (longest: number, isMultiline: boolean): QuestionKind => ({
  keys: ['pattern', 'minimum', 'maximum'],
  read(value, { minimum, maximum }) {
    if (typeof value !== 'string' && typeof value !== 'number') return NOT_TEXT;
    const given = String(value).replaceAll('\r\n', '\n').trim();
    const text = isMultiline ? given : given.replace(/\s+/g, ' ');
    const count = lengthOf(text);
    const most = Math.min(longest, Number(maximum ?? longest));
    if (count > most)
      return fault(
        say('answers.textLong', 'Has {count} characters; at most {most} are allowed. Shorten it.', {
          count,
          most,
        }),
      );
    if (minimum !== null && count < Number(minimum))
      return fault(
        say(
          'answers.textShort',
          'Has {count, plural, one {one character} other {# characters}}; at least {least} are needed. Say more.',
          {
            count,
            least: minimum,
          },
        ),
      );
    return { answer: text };
  },
});

/** Whether the text is a date of the calendar; rejects 30 February, which JavaScript reads as 2 March. */
export function isDateText(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return ['https:', 'http:'].includes(protocol) && username === '' && password === '';
}

/** Returns the id or address of a reference, which is a text or `{ id }`. */
function referenceOf(value: unknown): string | undefined {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
  if (typeof id !== 'string') return undefined;
  const text = id.trim();
  return text === '' || lengthOf(text) > QUESTION_LIMITS.reference ? undefined : text;
}

/** Returns the kind of a reference to the directory. `answers/resolve-answers.ts` replaces it with the id. */
const referenceKind = (refersTo: 'users' | 'groups', message: Message): QuestionKind => ({
  keys: [],
  refersTo,
  read(value) {
    const reference = referenceOf(value);
    return reference === undefined ? fault(message) : { answer: reference };
  },
});

const optionsOf = (options: readonly string[]): string => options.map((option) => `'${option}'`).join(', ');

/** Splits a line into choices at its commas. The longest matching option wins, because options may contain commas. */
function choicesOfLine(line: string, options: readonly string[]): string[] {
  const longestFirst = options.toSorted((one, other) => other.length - one.length);
  const chosen: string[] = [];
  for (let rest = line.trim(); rest !== ''; ) {
    const text = rest;
    const option = longestFirst.find(
      (one) => text.startsWith(one) && /^\s*(?:,|$)/.test(text.slice(one.length)),
    );
    const choice = option ?? text.split(',', 1)[0] ?? '';
    chosen.push(choice.trim());
    rest = text.slice(choice.length).replace(/^\s*,/, '').trim();
  }
  return chosen.filter((choice) => choice !== '');
}

/** Returns the chosen texts of a list, or of a text with one choice a line or choices separated by commas. */
function choicesOf(value: unknown, options: readonly string[]): string[] | undefined {
  if (typeof value === 'string') {
    return value.split('\n').flatMap((line) => choicesOfLine(line, options));
  }
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) return undefined;
  return value.map((item) => item.trim());
}

const KINDS = {
  text: textKind(QUESTION_LIMITS.text, false),

  multilineText: textKind(QUESTION_LIMITS.multilineText, true),

  number: {
    keys: ['minimum', 'maximum'],
    read(value, question) {
      const isText = typeof value === 'string' && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(value);
      const number = isText ? Number(value) : value;
      if (typeof number !== 'number' || !Number.isFinite(number))
        return fault(say('answers.notNumber', 'Must be a number.'));
      return boundsFault(number, question) ?? { answer: number };
    },
  },

  date: {
    keys: ['minimum', 'maximum'],
    bounds: 'dates',
    read(value, question) {
      const text = typeof value === 'string' ? value.trim() : '';
      if (!isDateText(text)) return fault(say('answers.notDate', 'Must be a date such as 2026-12-31.'));
      return boundsFault(text, question) ?? { answer: text };
    },
  },

  boolean: {
    keys: [],
    read(value) {
      const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
      if (word === true || word === 'true') return { answer: true };
      if (word === false || word === 'false') return { answer: false };
      return fault(say('answers.notBoolean', 'Must be true or false.'));
    },
  },

  choice: {
    keys: ['options'],
    read(value, { options }) {
      const text = typeof value === 'number' ? String(value) : value;
      const option = typeof text === 'string' ? options.find((one) => one === text.trim()) : undefined;
      return option === undefined
        ? fault(say('answers.notOption', 'Must be one of {options}.', { options: optionsOf(options) }))
        : { answer: option };
    },
  },

  multipleChoice: {
    keys: ['options', 'minimum', 'maximum'],
    read(value, { options, minimum, maximum }) {
      const chosen = choicesOf(value, options);
      if (chosen === undefined || chosen.some((one) => !options.includes(one)))
        return fault(
          say('answers.notOptions', 'Must be a list of some of {options}.', { options: optionsOf(options) }),
        );
      const answer = options.filter((option) => chosen.includes(option));
      if (minimum !== null && answer.length < Number(minimum))
        return fault(say('answers.fewChoices', 'Choose at least {least}.', { least: minimum }));
      if (maximum !== null && answer.length > Number(maximum))
        return fault(say('answers.manyChoices', 'Choose at most {most}.', { most: maximum }));
      return { answer };
    },
  },

  person: referenceKind(
    'users',
    say('answers.notPerson', 'Must name a person by id, user principal name or mail address.'),
  ),

  group: referenceKind('groups', say('answers.notGroup', 'Must be the id of a group.')),

  url: {
    keys: ['pattern'],
    read(value) {
      const text = typeof value === 'string' ? value.trim() : '';
      const isShort = lengthOf(text) <= QUESTION_LIMITS.url;
      return isShort && isAddress(text)
        ? { answer: text }
        : fault(
            say(
              'answers.notAddress',
              'Must be an address that begins with https:// or http:// and has at most {most} characters.',
              { most: QUESTION_LIMITS.url },
            ),
          );
    },
  },
} as const satisfies Readonly<Record<string, QuestionKind>>;

export type QuestionType = keyof typeof KINDS;

export const QUESTION_TYPES = Object.keys(KINDS) as QuestionType[];

export const kindOf = ({ type }: { type: QuestionType }): QuestionKind => KINDS[type];

/** Whether the stored value is an answer: a template without questions accepts any JSON. */
export const isAnswer = (value: unknown): value is Answer =>
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every((item) => typeof item === 'string'));

/** Whether a value counts as no answer. */
export const isEmptyAnswer = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);
