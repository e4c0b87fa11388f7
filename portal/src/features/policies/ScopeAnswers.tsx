import type { TemplateQuestion } from '@charter/sdk';
import { Button, Caption1, Field, makeStyles, Select, Textarea, tokens } from '@fluentui/react-components';
import { useId, useRef, useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { useCatalog } from '../templates/queries.ts';
import { GroupPicker, PeoplePicker } from '../users/PeoplePicker.tsx';
import { Checkboxes } from './Checkboxes.tsx';
import type { PolicyDraft, ScopeValue } from './draft.ts';

const useStyles = makeStyles({
  answers: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalM,
    border: 0,
    margin: 0,
    padding: 0,
    minWidth: 0,
  },
  legend: { padding: 0 },
  hint: { color: tokens.colorNeutralForeground3 },
  problem: { color: tokens.colorPaletteRedForeground1 },
  answer: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalXS,
    borderInlineStartWidth: tokens.strokeWidthThick,
    borderInlineStartStyle: 'solid',
    borderInlineStartColor: tokens.colorNeutralStroke2,
    paddingInlineStart: tokens.spacingHorizontalM,
  },
  remove: { justifySelf: 'start' },
  add: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'end' },
  question: { flexGrow: 1, flexBasis: '220px', minWidth: 0 },
});

/** The API's limits for a scope. */
const MAX_QUESTIONS = 10;
const MAX_VALUES = 200;

type Asked = Pick<TemplateQuestion, 'id' | 'title' | 'type' | 'options'>;

/**
 * Returns the questions of the templates in the scope, by id. A question with different types in two templates counts
 * as text, unless both types are choices. A choice offers the options of all templates.
 */
function useQuestions({ scope, templateIds }: PolicyDraft): ReadonlyMap<string, Asked> {
  const { data } = useCatalog();
  const questions = new Map<string, Asked>();
  for (const { templateConfiguration } of data?.value ?? []) {
    if (scope === 'templates' && !templateIds.includes(templateConfiguration.id)) continue;
    for (const { id, title, type, options } of templateConfiguration.questions ?? []) {
      const other = questions.get(id);
      const isSame = other === undefined || isChoice(other.type) === isChoice(type);
      questions.set(id, {
        ...{ id, title: other?.title ?? title },
        type: isSame && (other === undefined || other.type === type || isChoice(type)) ? type : 'text',
        options: [...new Set([...(other?.options ?? []), ...options])],
      });
    }
  }
  return questions;
}

const isChoice = (type: Asked['type']): boolean => type === 'choice' || type === 'multipleChoice';

interface ValuesProps {
  question: Asked;
  values: readonly ScopeValue[];
  problem: string | undefined;
  onChange: (values: readonly ScopeValue[]) => void;
}

/** The field for the values of a question, which depends on the type of the question. */
function Values({ question, values, problem, onChange }: ValuesProps) {
  const text = useMessages();
  const { title, type, options } = question;
  if (type === 'person' || type === 'group') {
    const Picker = type === 'person' ? PeoplePicker : GroupPicker;
    return <Picker label={title} most={MAX_VALUES} chosen={values} onChange={onChange} problem={problem} />;
  }
  const chosen = values.map(({ id }) => id);
  const offered =
    type === 'boolean'
      ? [
          { value: 'true', label: text('answers.yes') },
          { value: 'false', label: text('answers.no') },
        ]
      : options.map((option) => ({ value: option, label: option }));
  if (type === 'boolean' || isChoice(type)) {
    const others = chosen.filter((id) => !offered.some(({ value }) => value === id));
    return (
      <Checkboxes
        label={title}
        hint={problem ?? ''}
        choices={[...offered, ...others.map((value) => ({ value, label: value }))]}
        chosen={chosen}
        onChange={(ids) => onChange(ids.map((id) => ({ id, displayName: id })))}
      />
    );
  }
  return <Lines label={title} values={chosen} problem={problem} onChange={onChange} />;
}

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

interface LinesProps extends Pick<ValuesProps, 'problem' | 'onChange'> {
  label: string;
  values: readonly string[];
}

/** A field with one value a line. Keeps the typed text while its lines equal the values of the draft. */
function Lines({ label, values, problem, onChange }: LinesProps) {
  const text = useMessages();
  const [typed, setTyped] = useState('');
  const shown = values.join('\n');
  return (
    <Field label={label} hint={text('policies.oneEach')} {...(problem && { validationMessage: problem })}>
      <Textarea
        rows={3}
        value={linesOf(typed).join('\n') === shown ? typed : shown}
        onChange={(_event, { value }) => {
          setTyped(value);
          onChange(linesOf(value).map((line) => ({ id: line, displayName: line })));
        }}
      />
    </Field>
  );
}

interface ScopeAnswersProps {
  draft: PolicyDraft;
  problemAt: (field: string) => { validationMessage?: string };
  onChange: (answers: PolicyDraft['answers']) => void;
}

/** The answers that the teams of the scope must have: to each of the questions, one of the values. */
export function ScopeAnswers({ draft, problemAt, onChange }: ScopeAnswersProps) {
  const styles = useStyles();
  const text = useMessages();
  const hint = useId();
  const picker = useRef<HTMLDivElement>(null);
  const [next, setNext] = useState('');
  const questions = useQuestions(draft);
  const { answers } = draft;
  const open = [...questions.values()].filter(({ id }) => !Object.hasOwn(answers, id));
  const isFull = Object.keys(answers).length >= MAX_QUESTIONS;
  const add = () => {
    if (next === '') return;
    onChange({ ...answers, [next]: [] });
    setNext('');
  };
  const remove = (id: string) => {
    onChange(Object.fromEntries(Object.entries(answers).filter(([other]) => other !== id)));
    picker.current?.querySelector('select')?.focus();
  };
  const problem = problemAt('scope.answers').validationMessage;
  const isAtQuestion = Object.keys(answers).some((id) => problemAt(`scope.answers.${id}`).validationMessage);
  return (
    <fieldset className={styles.answers} aria-describedby={hint}>
      <legend className={styles.legend}>{text('policies.answers')}</legend>
      <Caption1 id={hint} className={styles.hint}>
        {text(questions.size === 0 ? 'policies.noQuestions' : 'policies.answersHint')}
      </Caption1>
      {problem !== undefined && !isAtQuestion && (
        <Caption1 role="alert" className={styles.problem}>
          {problem}
        </Caption1>
      )}
      {Object.entries(answers).map(([id, values]) => {
        const question = questions.get(id) ?? { id, title: id, type: 'text', options: [] };
        return (
          <div key={id} className={styles.answer}>
            <Values
              question={question}
              values={values}
              problem={problemAt(`scope.answers.${id}`).validationMessage}
              onChange={(changed) => onChange({ ...answers, [id]: changed })}
            />
            <Button className={styles.remove} size="small" onClick={() => remove(id)}>
              {text('policies.removeQuestion', { question: question.title })}
            </Button>
          </div>
        );
      })}
      {questions.size > 0 && (
        <div ref={picker} className={styles.add}>
          <Field label={text('policies.question')} className={styles.question}>
            <Select value={next} onChange={(_event, { value }) => setNext(value)}>
              <option value="">{text('policies.chooseQuestion')}</option>
              {open.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </Select>
          </Field>
          <Button disabledFocusable={next === '' || isFull} onClick={add}>
            {text('policies.addQuestion')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
