import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { SearchRegular } from '@fluentui/react-icons';
import { useEffect } from 'react';
import { loadWithMessages } from '../base/chunks.ts';
import { useMessages } from '../base/messages.ts';
import { openDialog } from '../components/dialogs.ts';
import { NARROW_SCREEN } from '../components/narrow-screen.ts';
import { VISUALLY_HIDDEN } from '../components/visually-hidden.ts';
import { ADMINISTRATION, PAGES } from './links.ts';
import { useShownLinks } from './Navigation.tsx';

const useStyles = makeStyles({
  field: {
    justifyContent: 'start',
    minHeight: '40px',
    minWidth: 0,
    fontWeight: tokens.fontWeightRegular,
    [NARROW_SCREEN]: {
      justifyContent: 'center',
      minHeight: '44px',
      minWidth: '44px',
      padding: '0',
    },
  },
  words: { flexGrow: 1, textAlign: 'start', [NARROW_SCREEN]: VISUALLY_HIDDEN },
  keys: { color: tokens.colorNeutralForeground2, whiteSpace: 'nowrap', [NARROW_SCREEN]: { display: 'none' } },
});

/** Opens the search over the whole portal, as does Ctrl-K, or ⌘K on a Mac. */
export function SearchField() {
  const styles = useStyles();
  const text = useMessages();
  const links = useShownLinks([...PAGES, ...ADMINISTRATION]);
  const search = async () => {
    const { SearchDialog } = await loadWithMessages(() => import('../features/search/SearchDialog.tsx'));
    const pages = links.map(({ to, label }) => ({
      section: 'pages' as const,
      id: to,
      name: text(label),
      to,
    }));
    openDialog((close) => <SearchDialog pages={pages} onClose={close} />);
  };
  useEffect(() => {
    const follow = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey || document.querySelector('[role=dialog], [role=alertdialog]'))
        return;
      event.preventDefault();
      void search();
    };
    addEventListener('keydown', follow);
    return () => removeEventListener('keydown', follow);
  });
  return (
    <Button
      className={styles.field}
      icon={<SearchRegular />}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => void search()}
    >
      <span className={styles.words}>{text('nav.search')}</span>
      <kbd aria-hidden className={styles.keys}>
        {text('nav.search.keys')}
      </kbd>
    </Button>
  );
}
