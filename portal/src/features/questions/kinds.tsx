/** The field of each kind of question, and how an answer is shown. */
import type { ShownAnswer, TemplateQuestion } from '@charter/sdk';
import { Checkbox, Field, Input, Radio, RadioGroup, Select, Textarea } from '@fluentui/react-components';
import { type ReactNode, useId } from 'react';
import { FormattedDate } from 'react-intl';
import { useMessages } from '../../base/messages.ts';
import type { Choice } from '../../components/SearchPicker.tsx';
import { GroupPicker, PeoplePicker } from '../users/PeoplePicker.tsx';

/** An answer in a form. Null: left empty on purpose, so that it gets no default. */
export type DraftAnswer = string | number | boolean | readonly string[] | Choice | null;

export interface QuestionFieldProps {
  question: TemplateQuestion;
  answer: DraftAnswer | undefined;
  problem: string | undefined;
  onChange: (answer: DraftAnswer) => void;
}

/** The properties of a Field with the texts of the question. */
const fieldOf = ({ question, problem }: QuestionFieldProps) => ({
  label: question.title,
  required: question.required,
  ...(question.help && { hint: question.help }),
  ...(problem && { validationMessage: problem }),
});

const asText = (answer: DraftAnswer | undefined): string =>
  typeof answer === 'string' || typeof answer === 'number' ? String(answer) : '';

/** Returns a field for a text of one line. */
const line =
  (options: { type?: 'text' | 'url' | 'date'; inputMode?: 'decimal' } = {}) =>
  (props: QuestionFieldProps) => (
    <Field {...fieldOf(props)}>
      <Input
        {...options}
        value={asText(props.answer)}
        onChange={(_event, { value }) => props.onChange(value === '' ? null : value)}
      />
    </Field>
  );

function LongText(props: QuestionFieldProps) {
  return (
    <Field {...fieldOf(props)}>
      <Textarea
        resize="vertical"
        value={asText(props.answer)}
        onChange={(_event, { value }) => props.onChange(value === '' ? null : value)}
      />
    </Field>
  );
}

function YesOrNo(props: QuestionFieldProps) {
  const text = useMessages();
  return (
    <Field {...fieldOf(props)}>
      <RadioGroup
        layout="horizontal"
        value={String(props.answer ?? '')}
        onChange={(_event, { value }) => props.onChange(value === 'true')}
      >
        <Radio value="true" label={text('answers.yes')} />
        <Radio value="false" label={text('answers.no')} />
      </RadioGroup>
    </Field>
  );
}

function OneChoice(props: QuestionFieldProps) {
  return (
    <Field {...fieldOf(props)}>
      <Select
        value={asText(props.answer)}
        onChange={(_event, { value }) => props.onChange(value === '' ? null : value)}
      >
        <option value="" />
        {props.question.options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </Select>
    </Field>
  );
}

function Choices(props: QuestionFieldProps) {
  const ids = useId();
  const { question, answer, onChange } = props;
  const chosen: readonly unknown[] = Array.isArray(answer) ? answer : [];
  const choose = (option: string, isChosen: boolean) => {
    const next = question.options.filter((one) => (one === option ? isChosen : chosen.includes(one)));
    onChange(next.length === 0 ? null : next);
  };
  return (
    <Field {...fieldOf(props)}>
      {({ 'aria-labelledby': labelledBy, 'aria-describedby': describedBy }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend beside the field's label
        <div role="group" aria-labelledby={labelledBy} aria-describedby={describedBy}>
          {question.options.map((option, index) => (
            // Sets id, label and `required`, because a control would otherwise inherit those of the field.
            <Checkbox
              key={option}
              id={`${ids}-${index}`}
              required={false}
              label={{ id: `${ids}-label-${index}`, children: option }}
              aria-labelledby={`${ids}-label-${index}`}
              checked={chosen.includes(option)}
              onChange={(_event, { checked }) => choose(option, checked === true)}
            />
          ))}
        </div>
      )}
    </Field>
  );
}

const isChoice = (answer: DraftAnswer | undefined): answer is Choice =>
  typeof answer === 'object' && answer !== null && 'id' in answer;

/** Returns a field that selects one person or group. */
const picked = (Picker: typeof GroupPicker) =>
  function Picked({ question, answer, problem, onChange }: QuestionFieldProps) {
    return (
      <Picker
        label={question.title}
        required={question.required}
        {...(question.help && { hint: question.help })}
        most={1}
        chosen={isChoice(answer) ? [answer] : []}
        onChange={([chosen]) => onChange(chosen ?? null)}
        problem={problem}
      />
    );
  };

const asItIs = ({ text }: ShownAnswer): ReactNode => text;

/** The keys of a question that only some kinds use. */
interface KindKeys {
  options?: true;
  pattern?: true;
  /** The quantity that `minimum` and `maximum` limit. */
  bounds?: 'characters' | 'values' | 'dates' | 'choices';
}

interface Kind extends KindKeys {
  Field: (props: QuestionFieldProps) => ReactNode;
  /** Shows an answer. */
  show: (answer: ShownAnswer) => ReactNode;
}

type QuestionType = TemplateQuestion['type'];

const KINDS: Record<QuestionType, Kind> = {
  text: { Field: line(), show: asItIs, pattern: true, bounds: 'characters' },
  multilineText: { Field: LongText, show: asItIs, pattern: true, bounds: 'characters' },
  number: { Field: line({ inputMode: 'decimal' }), show: asItIs, bounds: 'values' },
  date: {
    bounds: 'dates',
    Field: line({ type: 'date' }),
    show: ({ text }) => <FormattedDate value={`${text}T00:00:00Z`} dateStyle="long" timeZone="UTC" />,
  },
  boolean: { Field: YesOrNo, show: ({ value }) => <Word isTrue={value === true} /> },
  choice: { Field: OneChoice, show: asItIs, options: true },
  multipleChoice: { Field: Choices, show: asItIs, options: true, bounds: 'choices' },
  person: { Field: picked(PeoplePicker), show: asItIs },
  group: { Field: picked(GroupPicker), show: asItIs },
  url: { Field: line({ type: 'url' }), show: asItIs, pattern: true },
};

export const QUESTION_TYPES = Object.keys(KINDS) as QuestionType[];

/** Returns the keys that questions of the type use; none for an unknown type. */
export const keysOf = (type: unknown): KindKeys =>
  QUESTION_TYPES.find((known) => known === type) === undefined ? {} : KINDS[type as QuestionType];

function Word({ isTrue }: { isTrue: boolean }) {
  const text = useMessages();
  return text(isTrue ? 'answers.yes' : 'answers.no');
}

export function QuestionField(props: QuestionFieldProps) {
  const { Field: FieldOfKind } = KINDS[props.question.type];
  return <FieldOfKind {...props} />;
}

/** Returns the answer as the draft of a form. */
export const draftOf = ({ type, value, text }: Pick<ShownAnswer, 'type' | 'value' | 'text'>): DraftAnswer =>
  type === 'person' || type === 'group' ? { id: String(value), displayName: text } : value;

/** Returns the answers as facts, by the titles of their questions. */
export const factsOf = (answers: readonly ShownAnswer[] = []): [string, ReactNode][] =>
  answers.map((answer) => [answer.title, KINDS[answer.type].show(answer)]);
