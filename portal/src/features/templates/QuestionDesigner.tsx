import { Body1, Button, Field, makeStyles, tokens } from '@fluentui/react-components';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { Section } from '../../components/Section.tsx';
import { VISUALLY_HIDDEN } from '../../components/visually-hidden.ts';
import { useValue } from './manifest-form.ts';
import { QuestionItem } from './QuestionItem.tsx';

const PATH = ['templateConfiguration', 'questions'] as const;

const useStyles = makeStyles({
  list: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalS,
  },
  status: VISUALLY_HIDDEN,
});

const textAt = (question: unknown, key: string): string => {
  const value =
    typeof question === 'object' && question !== null && (question as Record<string, unknown>)[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** Returns the index of a question after another one has moved. */
function indexAfterMove(index: number | undefined, from: number, to: number): number | undefined {
  if (index === undefined || index === from) return index === undefined ? undefined : to;
  if (from < index && index <= to) return index - 1;
  return to <= index && index < from ? index + 1 : index;
}

/** The part of the section that gets the focus after a change: a part of a question, or the button that adds one. */
interface Focus {
  index: number | undefined;
  part: 'up' | 'down' | 'toggle' | 'fields';
}

function useMovedFocus() {
  const list = useRef<HTMLOListElement>(null);
  const adder = useRef<HTMLDivElement>(null);
  const [focus, setFocus] = useState<Focus>();
  useEffect(() => {
    if (focus === undefined) return;
    const item = focus.index === undefined ? undefined : list.current?.children[focus.index];
    const part = focus.part === 'fields' ? '[role=group] input' : `[data-part=${focus.part}]`;
    (item?.querySelector<HTMLElement>(part) ?? adder.current?.querySelector('button'))?.focus();
  }, [focus]);
  return { list, adder, setFocus };
}

/** The questions of the template: added, changed, ordered by drag or by buttons, and removed. */
export function QuestionDesigner({ preview }: { preview: ReactNode }) {
  const styles = useStyles();
  const text = useMessages();
  const { value, problem, isReadOnly, add, move, removeAt } = useValue(PATH);
  const questions: readonly unknown[] = Array.isArray(value) ? value : [];
  const [open, setOpen] = useState<number>();
  const [status, setStatus] = useState('');
  const [dragged, setDragged] = useState<number>();
  const [target, setTarget] = useState<number>();
  const { list, adder, setFocus } = useMovedFocus();
  const ids = questions.map((question) => textAt(question, 'id'));
  const titleAt = (index: number): string =>
    textAt(questions[index], 'title') || ids[index] || text('templates.question.untitled');

  const addQuestion = () => {
    let number = questions.length + 1;
    while (ids.includes(`question${number}`)) number += 1;
    add({ id: `question${number}`, type: 'text', title: '' });
    setOpen(questions.length);
    setFocus({ index: questions.length, part: 'fields' });
  };
  const moveQuestion = (from: number, to: number) => {
    if (from === to || to < 0 || to >= questions.length) return;
    move(from, to);
    setOpen((index) => indexAfterMove(index, from, to));
    setStatus(
      text('templates.question.moved', { title: titleAt(from), place: to + 1, count: questions.length }),
    );
  };
  const removeQuestion = (index: number) => {
    removeAt(index);
    setOpen((current) =>
      current === undefined || current === index ? undefined : current > index ? current - 1 : current,
    );
    setStatus(text('templates.question.removed', { title: titleAt(index) }));
    const next = questions.length === 1 ? undefined : Math.min(index, questions.length - 2);
    setFocus({ index: next, part: 'toggle' });
  };
  const endDrag = () => {
    setDragged(undefined);
    setTarget(undefined);
  };
  return (
    <Section title={text('templates.section.questions')}>
      <Body1>{text('templates.questions.hint')}</Body1>
      {problem.validationMessage !== undefined && <Field {...problem} />}
      {questions.length > 0 && (
        <ol ref={list} className={styles.list} aria-label={text('templates.section.questions')}>
          {questions.map((_, index) => (
            <QuestionItem
              // A question has no stable key: its id can be edited, and two may have the same.
              key={String(index)}
              index={index}
              count={questions.length}
              path={[...PATH, index]}
              title={titleAt(index)}
              earlier={ids.slice(0, index).filter((id) => id !== '')}
              isOpen={index === open}
              drag={dragged === index ? 'dragged' : target === index ? 'target' : undefined}
              onToggle={() => setOpen(index === open ? undefined : index)}
              onMove={(to, by) => {
                moveQuestion(index, to);
                setFocus({ index: to, part: by });
              }}
              onRemove={() => removeQuestion(index)}
              onDrag={(isDragged) => (isDragged ? setDragged(index) : endDrag())}
              onDragOver={(event) => {
                if (dragged === undefined) return;
                event.preventDefault();
                setTarget(index);
              }}
              onDrop={(event) => {
                if (dragged === undefined) return;
                event.preventDefault();
                moveQuestion(dragged, index);
                endDrag();
              }}
            />
          ))}
        </ol>
      )}
      {!isReadOnly && (
        <div ref={adder}>
          <Button onClick={addQuestion}>{text('templates.question.add')}</Button>
        </div>
      )}
      <div role="status" className={styles.status}>
        {status}
      </div>
      {preview}
    </Section>
  );
}
