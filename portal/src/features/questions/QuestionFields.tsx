import type { TeamProvisioningAnswers, TemplateQuestion } from '@charter/sdk';
import { makeStyles, Subtitle2, tokens } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { type DraftAnswer, draftOf, QuestionField } from './kinds.tsx';
import { stateIn } from './queries.ts';

export type DraftAnswers = Readonly<Record<string, DraftAnswer>>;

interface QuestionFieldsProps {
  questions: readonly TemplateQuestion[];
  answers: DraftAnswers;
  /** The state of the questions given these answers, once known. */
  checked: TeamProvisioningAnswers | undefined;
  /** Decides which questions are shown while their state is unknown. Default: those without a condition. */
  isShown?: (question: TemplateQuestion) => boolean;
  /** Whether missing answers are shown as problems: after the person has tried to send the form. */
  showsMissing: boolean;
  problemAt: (field: string) => { validationMessage?: string };
  onChange: (answers: DraftAnswers) => void;
}

const useStyles = makeStyles({
  section: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalL },
  title: { margin: 0 },
});

/** Groups neighbouring questions with the same section. */
function sectionsOf(questions: readonly TemplateQuestion[]) {
  const sections: { title: string | undefined; questions: TemplateQuestion[] }[] = [];
  for (const question of questions) {
    const last = sections.at(-1);
    if (last !== undefined && last.title === question.section) last.questions.push(question);
    else sections.push({ title: question.section, questions: [question] });
  }
  return sections;
}

const isAlwaysAsked = ({ when }: TemplateQuestion): boolean => when === undefined;

/** The fields of the questions that the current answers require, by section. */
export function QuestionFields(props: QuestionFieldsProps) {
  const { questions, answers, checked, isShown = isAlwaysAsked, showsMissing, problemAt, onChange } = props;
  const styles = useStyles();
  const text = useMessages();
  const stateOf = stateIn(checked);
  const withNote = (question: TemplateQuestion): TemplateQuestion =>
    question.public === true
      ? { ...question, help: [question.help, text('answers.public')].filter(Boolean).join(' ') }
      : question;
  const shown = questions.filter((question) => stateOf(question.id)?.isShown ?? isShown(question));
  const answerOf = (question: TemplateQuestion): DraftAnswer | undefined => {
    const { id, type } = question;
    if (Object.hasOwn(answers, id)) return answers[id];
    const state = stateOf(id);
    if (state?.isDefault !== true || state.value === undefined) return undefined;
    return draftOf({ type, value: state.value, text: state.text ?? String(state.value) });
  };
  const problemOf = (id: string): string | undefined => {
    const rejected = problemAt(`metadata.${id}`).validationMessage;
    const problem = stateOf(id)?.problem;
    const isHidden = problem?.code === 'AnswerMissing' && !showsMissing;
    return problem !== undefined ? (isHidden ? undefined : problem.message) : rejected;
  };
  return sectionsOf(shown).map(({ title, questions: asked }) => (
    <div key={asked[0]?.id} className={styles.section}>
      {title !== undefined && (
        <Subtitle2 as="h3" className={styles.title}>
          {title}
        </Subtitle2>
      )}
      {asked.map((question) => (
        <QuestionField
          key={question.id}
          question={withNote(question)}
          answer={answerOf(question)}
          problem={problemOf(question.id)}
          onChange={(answer) => onChange({ ...answers, [question.id]: answer })}
        />
      ))}
    </div>
  ));
}
