/** `templateConfiguration.questions` of a manifest (docs/templates.md, "Questions"). */
import Type from 'typebox';
import { say } from '../../kernel/messages.ts';
import { OneOf } from '../../kernel/schema.ts';
import {
  type AnswerFault,
  isDateText,
  isEmptyAnswer,
  type KindKey,
  kindOf,
  QUESTION_LIMITS as LIMITS,
  QUESTION_TYPES,
  type Question,
} from '../questions/kinds.ts';
import { valueAsText } from './document.ts';
import { Custom, Fields, readBySchema, readList, readText, type ValuePath } from './manifest-reader.ts';
import { List, Text } from './manifest-structure.ts';
import { hasRule } from './manifest-values.ts';
import { findAnswerNames } from './scope.ts';

const ID = /^[A-Za-z][A-Za-z0-9_]*$/;

function checkId(id: string, place: ValuePath): void {
  if (ID.test(id) && !(id in Object.prototype)) return;
  place.error(
    say(
      'manifest.questionId',
      'Must begin with a letter, hold letters, digits and _ only, and be no word of JavaScript such as constructor.',
    ),
  );
}

/** Compiles the expression without running it: answers are matched in the rules sandbox. */
function checkPattern(pattern: string, place: ValuePath): void {
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    place.error(
      say('manifest.pattern', 'Is no regular expression: {reason}', { reason: (error as Error).message }),
    );
  }
}

/** Reads the bound of a number, of a length or of a date. */
function readBound(value: unknown, place: ValuePath): number | string | null {
  if (value === undefined || value === '') return null;
  if (typeof value === 'number') return value;
  const text = valueAsText(value).trim();
  if (isDateText(text)) return text;
  if (/^[+-]?\d+(\.\d+)?$/.test(text)) return Number(text);
  place.error(say('manifest.bound', 'Must be a number, or a date such as 2026-12-31.'));
  return null;
}

/** Reads a default, which may be written as the answer itself. */
function readDefault(value: unknown, place: ValuePath): string | null {
  const text = Array.isArray(value)
    ? value.map(valueAsText).join('\n')
    : typeof value === 'boolean' || typeof value === 'number'
      ? String(value)
      : value;
  return readText(text, place, { nullable: true, maxLength: LIMITS.rule });
}

/** Checks the keys that depend on the type. */
function checkByKind(question: Question, place: ValuePath): void {
  const { keys, bounds } = kindOf(question);
  const stated: Record<KindKey, boolean> = {
    options: question.options.length > 0,
    pattern: question.pattern !== null,
    minimum: question.minimum !== null,
    maximum: question.maximum !== null,
  };
  for (const key of (Object.keys(stated) as KindKey[]).filter((one) => stated[one] && !keys.includes(one)))
    place.at(key).warn(
      say('manifest.questionKey', "Has no effect on a question of the type '{type}'.", {
        type: question.type,
      }),
    );
  if (keys.includes('options') && !stated.options)
    place.at('options').error(say('manifest.optionsMissing', 'Is empty. Write the answers to choose from.'));
  for (const key of ['minimum', 'maximum'] as const) {
    const bound = question[key];
    if (bound === null || !keys.includes(key) || (typeof bound === 'string') === (bounds === 'dates'))
      continue;
    place
      .at(key)
      .error(
        bounds === 'dates'
          ? say('manifest.boundOfDate', 'Must be a date such as 2026-12-31.')
          : say('manifest.boundOfNumber', 'Must be a number.'),
      );
  }
  if (areSwapped(question)) place.at('minimum').error(SWAPPED);
  const wrong = faultOfDefault(question);
  if (wrong !== undefined) place.at('default').error(wrong);
}

const SWAPPED = say('manifest.boundsSwapped', 'Is more than the maximum. Change one.');

const areSwapped = ({ minimum, maximum }: Question): boolean =>
  typeof minimum === typeof maximum && minimum !== null && maximum !== null && minimum > maximum;

/** Returns the fault of a default that is not a rule. */
function faultOfDefault(question: Question): AnswerFault | undefined {
  const { read, refersTo } = kindOf(question);
  const given = question.default;
  if (given === null || hasRule(given) || refersTo !== undefined || isEmptyAnswer(given)) return undefined;
  const reading = read(given, question);
  return 'fault' in reading ? reading.fault : undefined;
}

/**
 * Returns the question of type `number` with bounds between `least` and `most`. Reports own bounds that allow no number
 * in this range, and a default outside of the resulting bounds.
 */
export function withinBounds(
  question: Question,
  [least, most]: readonly [number, number],
  place: ValuePath,
): Question {
  const bounded = {
    ...question,
    minimum: Math.max(least, Number(question.minimum ?? least)),
    maximum: Math.min(most, Number(question.maximum ?? most)),
  };
  if (areSwapped(bounded) && !areSwapped(question)) {
    const key = bounded.minimum > most ? 'minimum' : 'maximum';
    place.at(key).error(say('manifest.boundBeyond', 'Must be from {least} to {most}.', { least, most }));
  }
  const wrong = faultOfDefault(bounded);
  if (wrong !== undefined && faultOfDefault(question) === undefined) place.at('default').error(wrong);
  return bounded;
}

const QuestionFields = Fields(
  {
    id: Type.String({
      maxLength: LIMITS.id,
      check: checkId,
      description: 'Name of the answer in `metadata`',
    }),
    type: OneOf(QUESTION_TYPES, { default: 'text' }),
    title: Type.String({ maxLength: LIMITS.title }),
    help: Text(LIMITS.help),
    required: Type.Boolean({ default: false }),
    default: Custom(readDefault, {
      type: 'string',
      nullable: true,
      description: 'The default answer, as an EJS template over the request',
    }),
    options: List(Type.String({ maxLength: LIMITS.option }), LIMITS.options),
    pattern: Text(LIMITS.pattern, {
      check: checkPattern,
      description: 'Regular expression that the whole answer must match',
    }),
    minimum: Custom(readBound, {
      type: ['number', 'string'],
      nullable: true,
      description: 'Minimum of a number, earliest date, or minimum number of characters or choices',
    }),
    maximum: Custom(readBound, { type: ['number', 'string'], nullable: true }),
    when: Text(LIMITS.rule, {
      description: 'Rule over the request and earlier answers: the question is asked when it is `true`',
    }),
    section: Text(LIMITS.section, { description: 'Heading under which forms show the question' }),
    public: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether the directory of teams shows the answer to people who are not in the team',
      }),
    ),
  },
  {
    $id: 'TemplateQuestion',
    settle(question, place): Question {
      checkByKind(question, place);
      return question;
    },
  },
);

/** Reports each answer in a rule that does not belong to an earlier question. */
function checkNames(source: string | null, known: ReadonlySet<string>, place: ValuePath): void {
  for (const name of findAnswerNames(source ?? '').filter((one) => !known.has(one)))
    place.error(
      say('manifest.laterAnswer', "'request.metadata.{name}' is no earlier question of this template.", {
        name,
      }),
    );
}

function readQuestions(value: unknown, place: ValuePath): Question[] {
  const known = new Set<string>();
  return readList(value, place, { maxItems: LIMITS.questions }, (item, at) => {
    const question = readBySchema(QuestionFields, item ?? null, at);
    const { id } = question;
    checkNames(question.when, known, at.at('when'));
    checkNames(question.default, known, at.at('default'));
    if (id !== '' && known.has(id))
      at.at('id').error(say('manifest.questionTwice', 'Another question has this id. Change one.'));
    known.add(id);
    return question;
  });
}

/** Absent in templates that were stored by earlier releases. */
export const Questions = Type.Optional(
  Custom(readQuestions, {
    type: 'array',
    items: QuestionFields,
    maxItems: LIMITS.questions,
    nullable: true,
    description: 'What a request for a team must answer in its `metadata`',
  }),
);
