import { Badge, Button, Caption1, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  ArrowDownRegular,
  ArrowUpRegular,
  ChevronDownRegular,
  ChevronRightRegular,
  DeleteRegular,
  ReOrderDotsVerticalRegular,
} from '@fluentui/react-icons';
import { type DragEvent, useId } from 'react';
import { useMessages } from '../../base/messages.ts';
import { QUESTION_TYPES } from '../questions/kinds.tsx';
import { useErrorsWithin, useValue } from './manifest-form.ts';
import type { Path } from './manifest-text.ts';
import { QuestionKeys } from './QuestionKeys.tsx';

const useStyles = makeStyles({
  item: {
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    minWidth: 0,
  },
  target: { boxShadow: `inset 0 0 0 2px ${tokens.colorBrandStroke1}` },
  dragged: { opacity: 0.5 },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  handle: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '32px',
    fontSize: tokens.fontSizeBase500,
    color: tokens.colorNeutralForeground3,
    cursor: 'grab',
    '@media (pointer: coarse)': { display: 'none' },
  },
  toggle: {
    justifyContent: 'start',
    textAlign: 'start',
    overflowWrap: 'anywhere',
    minWidth: 0,
    flex: '1 1 140px',
    paddingInline: tokens.spacingHorizontalXS,
  },
  type: { color: tokens.colorNeutralForeground3 },
  actions: { display: 'flex', marginInlineStart: 'auto' },
  open: { padding: `0 ${tokens.spacingHorizontalXS} ${tokens.spacingVerticalS}` },
});

interface QuestionItemProps {
  index: number;
  count: number;
  path: Path;
  title: string;
  earlier: readonly string[];
  isOpen: boolean;
  /** Whether this question is being dragged, or the place where the dragged one would be dropped. */
  drag: 'dragged' | 'target' | undefined;
  onToggle: () => void;
  onMove: (to: number, by: 'up' | 'down') => void;
  onRemove: () => void;
  onDrag: (isDragged: boolean) => void;
  onDragOver: (event: DragEvent) => void;
  onDrop: (event: DragEvent) => void;
}

/** One question of the list: its title, buttons that move and remove it, and its fields while it is open. */
export function QuestionItem(props: QuestionItemProps) {
  const { path, title, earlier, isOpen, drag, onToggle, onDrag, onDragOver, onDrop } = props;
  const styles = useStyles();
  const text = useMessages();
  const fields = useId();
  const { isReadOnly } = useValue(path);
  const { value: type = 'text' } = useValue([...path, 'type']);
  const known = QUESTION_TYPES.find((each) => each === type);
  const mistakes = useErrorsWithin(path).length;
  const start = (event: DragEvent<HTMLElement>) => {
    event.dataTransfer.effectAllowed = 'move';
    // Firefox starts a drag only with data.
    event.dataTransfer.setData('text/plain', title);
    const item = event.currentTarget.closest('li');
    if (item !== null) event.dataTransfer.setDragImage(item, 0, 0);
    onDrag(true);
  };
  return (
    <li
      className={mergeClasses(
        styles.item,
        drag === 'dragged' && styles.dragged,
        drag === 'target' && styles.target,
      )}
      onDragOver={onDragOver}
      onDrop={onDrop}
    >
      <div className={styles.head}>
        {!isReadOnly && (
          // The buttons beside it do the same by keyboard and by touch.
          <span
            aria-hidden
            draggable
            data-part="handle"
            className={styles.handle}
            onDragStart={start}
            onDragEnd={() => onDrag(false)}
          >
            <ReOrderDotsVerticalRegular />
          </span>
        )}
        <Button
          appearance="transparent"
          className={styles.toggle}
          data-part="toggle"
          aria-expanded={isOpen}
          aria-controls={isOpen ? fields : undefined}
          icon={isOpen ? <ChevronDownRegular /> : <ChevronRightRegular />}
          onClick={onToggle}
        >
          {title}
        </Button>
        <Caption1 className={styles.type}>
          {known === undefined ? String(type) : text(`templates.questionType.${known}`)}
        </Caption1>
        {mistakes > 0 && (
          <Badge appearance="tint" color="danger">
            {text('templates.mistakes', { count: mistakes })}
          </Badge>
        )}
        {!isReadOnly && <Actions {...props} />}
      </div>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend beside the button above
        <div id={fields} role="group" aria-label={title} className={styles.open}>
          <QuestionKeys path={path} earlier={earlier} />
        </div>
      )}
    </li>
  );
}

function Actions({ index, count, title, onMove, onRemove }: QuestionItemProps) {
  const styles = useStyles();
  const text = useMessages();
  const moves = [
    { by: 'up', to: index - 1, icon: <ArrowUpRegular />, label: text('templates.question.up', { title }) },
    {
      by: 'down',
      to: index + 1,
      icon: <ArrowDownRegular />,
      label: text('templates.question.down', { title }),
    },
  ] as const;
  return (
    <div className={styles.actions}>
      {moves.map(({ by, to, icon, label }) => (
        <Button
          key={by}
          appearance="subtle"
          icon={icon}
          data-part={by}
          aria-label={label}
          title={label}
          disabledFocusable={to < 0 || to >= count}
          onClick={() => onMove(to, by)}
        />
      ))}
      <Button
        appearance="subtle"
        icon={<DeleteRegular />}
        aria-label={text('templates.question.remove', { title })}
        title={text('templates.question.remove', { title })}
        onClick={onRemove}
      />
    </div>
  );
}
