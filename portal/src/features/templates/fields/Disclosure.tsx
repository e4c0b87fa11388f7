import { Badge, Button, Caption1, makeStyles, tokens } from '@fluentui/react-components';
import { ChevronDownRegular, ChevronRightRegular } from '@fluentui/react-icons';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useMessages } from '../../../base/messages.ts';
import { useErrorsWithin, useValue } from '../manifest-form.ts';
import type { Path } from '../manifest-text.ts';
import { RemoveButton } from './RemoveButton.tsx';

const useStyles = makeStyles({
  item: {
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    minWidth: 0,
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  toggle: {
    justifyContent: 'start',
    textAlign: 'start',
    overflowWrap: 'anywhere',
    minWidth: 0,
    flex: '1 1 140px',
    paddingInline: tokens.spacingHorizontalXS,
  },
  detail: { color: tokens.colorNeutralForeground3 },
  fields: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalS,
    padding: `0 ${tokens.spacingHorizontalXS} ${tokens.spacingVerticalS}`,
  },
});

interface DisclosureProps {
  title: string;
  detail?: string;
  /** Path of the part of the manifest, which the button removes. */
  path: Path;
  /** Whether the person has just added the part. It opens, and its first field gets the focus. */
  isAdded: boolean;
  /** The fields, rendered only while the part is open. */
  children: ReactNode;
}

/** A part of the manifest that opens and closes: its title, its mistakes, and its fields while it is open. */
export function Disclosure({ title, detail, path, isAdded, children }: DisclosureProps) {
  const styles = useStyles();
  const text = useMessages();
  const id = useId();
  const fields = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(isAdded);
  const { set, isReadOnly } = useValue(path);
  const mistakes = useErrorsWithin(path).length;
  useEffect(() => {
    // The button that adds a part moves out of view.
    if (isAdded) fields.current?.querySelector('input')?.focus();
  }, [isAdded]);
  return (
    <div className={styles.item}>
      <div className={styles.head}>
        <Button
          appearance="transparent"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          icon={isOpen ? <ChevronDownRegular /> : <ChevronRightRegular />}
          onClick={() => setOpen(!isOpen)}
        >
          {title}
        </Button>
        {detail !== undefined && <Caption1 className={styles.detail}>{detail}</Caption1>}
        {mistakes > 0 && (
          <Badge appearance="tint" color="danger">
            {text('templates.mistakes', { count: mistakes })}
          </Badge>
        )}
        {!isReadOnly && <RemoveButton name={title} onRemove={() => set(undefined)} />}
      </div>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend beside the button above
        <div id={id} ref={fields} role="group" aria-label={title} className={styles.fields}>
          {children}
        </div>
      )}
    </div>
  );
}
