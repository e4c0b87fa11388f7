import { Caption1, Link, makeStyles, tokens } from '@fluentui/react-components';
import { useRef } from 'react';
import { useMessages } from '../../base/messages.ts';

const useStyles = makeStyles({
  line: { color: tokens.colorNeutralForeground2 },
  file: { display: 'none' },
});

/** Says that a list can be pasted or dropped, and opens one from a file. */
export function ListSource({ label, onFiles }: { label: string; onFiles: (files: readonly File[]) => void }) {
  const styles = useStyles();
  const text = useMessages();
  const input = useRef<HTMLInputElement>(null);
  return (
    <Caption1 className={styles.line}>
      {text('people.list.hint')}{' '}
      <Link
        as="button"
        inline
        aria-label={text('people.list.fileFor', { label })}
        onClick={() => input.current?.click()}
      >
        {text('people.list.file')}
      </Link>
      <input
        ref={input}
        type="file"
        accept=".txt,.csv,.tsv,text/plain,text/csv"
        multiple
        tabIndex={-1}
        aria-hidden
        className={styles.file}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Without the reset, the browser reports no change when the same file is chosen again.
          target.value = '';
        }}
      />
    </Caption1>
  );
}
