import type { CatalogTemplateCheck } from '@charter/sdk';
import {
  Caption1,
  MessageBar,
  MessageBarBody,
  makeStyles,
  Spinner,
  Subtitle2,
  tokens,
} from '@fluentui/react-components';
import { useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { type DraftAnswers, QuestionFields } from '../questions/QuestionFields.tsx';

const useStyles = makeStyles({
  box: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    border: `1px solid ${tokens.colorTransparentStroke}`,
    minWidth: 0,
  },
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM, minHeight: '32px' },
  title: { margin: 0 },
});

interface QuestionsPreviewProps {
  check: CatalogTemplateCheck | undefined;
  isUpdating: boolean;
  answers: DraftAnswers;
  onAnswers: (answers: DraftAnswers) => void;
}

/** The last check that could read the manifest. The service returns no template while a question has a mistake. */
function useLastReadable(check: CatalogTemplateCheck | undefined) {
  const [last, setLast] = useState(check);
  const readable = check?.template === undefined ? last : check;
  if (readable !== last) setLast(readable);
  return { readable, isOutdated: check !== undefined && check !== readable };
}

/** The questions as the form of a request shows them. Answers show conditional questions and fill in the texts. */
export function QuestionsPreview({ check, isUpdating, answers, onAnswers }: QuestionsPreviewProps) {
  const styles = useStyles();
  const text = useMessages();
  const { readable, isOutdated } = useLastReadable(check);
  const questions = readable?.template?.templateConfiguration.questions ?? [];
  if (questions.length === 0) return null;
  return (
    <section className={styles.box} aria-label={text('templates.questions.preview')}>
      <div className={styles.head}>
        <Subtitle2 as="h3" className={styles.title}>
          {text('templates.questions.preview')}
        </Subtitle2>
        {isUpdating && <Spinner size="extra-tiny" label={text('plan.updating')} />}
      </div>
      {isOutdated ? (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>{text('templates.questions.outdated')}</MessageBarBody>
        </MessageBar>
      ) : (
        <Caption1>{text('templates.questions.try')}</Caption1>
      )}
      <QuestionFields
        questions={questions}
        answers={answers}
        checked={readable?.answers}
        showsMissing={false}
        problemAt={() => ({})}
        onChange={onAnswers}
      />
    </section>
  );
}
