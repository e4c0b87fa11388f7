import {
  Body1,
  Caption1,
  Caption1Strong,
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { openDialog } from '../../components/dialogs.ts';
import { Initials } from '../../components/Initials.tsx';
import { SearchInput } from '../../components/SearchInput.tsx';
import { useDebounced } from '../../components/use-debounced.ts';
import { useReturnFocus } from '../../components/use-return-focus.ts';
import { PersonDrawer } from './PersonDrawer.tsx';
import { hasWords, SECTIONS, type SearchHit, useSearchResult } from './queries.ts';

const TYPING_MILLISECONDS = 250;

const useStyles = makeStyles({
  // The field keeps its position while the results change.
  surface: { alignSelf: 'start', marginTop: 'min(12vh, 96px)' },
  content: { display: 'grid', gap: tokens.spacingVerticalM, alignContent: 'start' },
  results: { display: 'grid', gap: tokens.spacingVerticalM, maxHeight: '55vh', overflowY: 'auto' },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  link: {
    display: 'grid',
    minHeight: '44px',
    alignContent: 'center',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    overflowWrap: 'anywhere',
    borderRadius: tokens.borderRadiusMedium,
    border: 'none',
    backgroundColor: 'transparent',
    fontFamily: 'inherit',
    textAlign: 'start',
    width: '100%',
    boxSizing: 'border-box',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  person: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  words: { display: 'grid', minWidth: 0 },
  detail: {
    color: tokens.colorNeutralForeground2,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});

/** The results: links to pages, and people. */
const HIT = '[data-hit]';

/** Returns the element that the arrow key leads to: the next or previous result, or the field above the first one. */
function elementAt(step: number, dialog: HTMLElement): HTMLElement | undefined {
  const elements = [...dialog.querySelectorAll<HTMLElement>(`input, ${HIT}`)];
  const place = elements.indexOf(document.activeElement as HTMLElement);
  return elements[Math.min(Math.max(place + step, 0), elements.length - 1)];
}

interface SearchDialogProps {
  /** The pages that the person may open. */
  pages: readonly SearchHit[];
  onClose: () => void;
}

/** Searches the whole portal: pages, teams, requests, templates and people. */
export function SearchDialog({ pages, onClose }: SearchDialogProps) {
  useReturnFocus();
  const styles = useStyles();
  const text = useMessages();
  const body = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const words = useDebounced(typed.trim(), TYPING_MILLISECONDS);
  const { found, isFetching, error } = useSearchResult(
    words,
    pages.filter(({ name }) => hasWords(name, words)),
  );
  const isSettled = words === typed.trim() && !isFetching;
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || body.current === null) return;
    event.preventDefault();
    elementAt(step, body.current)?.focus();
  };
  const openFirst = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && isSettled) body.current?.querySelector<HTMLElement>(HIT)?.click();
  };
  const summary = () => {
    if (words === '') return text('search.invitation');
    if (error !== null) return text('picker.failed');
    return isSettled ? text('search.count', { count: found.length }) : text('state.loading');
  };
  return (
    <Dialog open onOpenChange={(_event, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody onKeyDown={move}>
          <DialogTitle>{text('search.title')}</DialogTitle>
          <DialogContent>
            <div ref={body} className={styles.content}>
              <Field label={text('search.words')} onKeyDown={openFirst}>
                <SearchInput value={typed} onChange={setTyped} />
              </Field>
              <Caption1 role="status">{summary()}</Caption1>
              <div className={styles.results}>
                {SECTIONS.map((section) => (
                  <Section
                    key={section}
                    title={text(`search.section.${section}`)}
                    found={found.filter((each) => each.section === section)}
                    onFollow={onClose}
                  />
                ))}
              </div>
            </div>
          </DialogContent>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

interface SectionProps {
  title: string;
  found: readonly SearchHit[];
  onFollow: () => void;
}

function Section({ title, found, onFollow }: SectionProps) {
  const styles = useStyles();
  if (found.length === 0) return null;
  return (
    <section aria-label={title}>
      <Caption1Strong>{title}</Caption1Strong>
      <ul className={styles.list}>
        {found.map((hit) => (
          <li key={hit.id}>
            <Hit hit={hit} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A link to a page, or a button that shows a person. */
function Hit({ hit: { name, detail, to, person }, onFollow }: { hit: SearchHit; onFollow: () => void }) {
  const styles = useStyles();
  const words = (
    <span className={styles.words}>
      <Body1>{name}</Body1>
      {detail !== undefined && detail !== '' && <Caption1 className={styles.detail}>{detail}</Caption1>}
    </span>
  );
  const content =
    person === undefined ? (
      words
    ) : (
      <span className={styles.person}>
        <Initials name={name} />
        {words}
      </span>
    );
  if (to !== undefined)
    return (
      <Link data-hit className={styles.link} to={to as '/'} onClick={onFollow}>
        {content}
      </Link>
    );
  if (person === undefined) return content;
  return (
    <button
      type="button"
      data-hit
      className={styles.link}
      onClick={() => openDialog((close) => <PersonDrawer person={person} onClose={close} />)}
    >
      {content}
    </button>
  );
}
