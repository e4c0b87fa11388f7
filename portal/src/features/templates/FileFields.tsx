import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useMessages } from '../../base/messages.ts';
import { RemoveButton } from './fields/RemoveButton.tsx';
import { SwitchValue } from './fields/SwitchValue.tsx';
import { TextValue } from './fields/TextValue.tsx';
import { useValue } from './manifest-form.ts';
import type { Path } from './manifest-text.ts';

const useStyles = makeStyles({
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

/** Fields for a folder of a channel. */
export function FolderFields({ path }: { path: Path }) {
  const text = useMessages();
  return <Item path={path} label={text('templates.field.folderPath')} />;
}

/** Fields for a file of a channel. */
export function FileFields({ path }: { path: Path }) {
  const text = useMessages();
  return (
    <Item path={path} label={text('templates.field.filePath')}>
      <SwitchValue label={text('templates.field.rendered')} path={[...path, 'rendered']} absent={false} />
    </Item>
  );
}

function Item({ path, label, children }: { path: Path; label: string; children?: ReactNode }) {
  const styles = useStyles();
  const { set, isReadOnly } = useValue(path);
  const { value } = useValue([...path, 'path']);
  return (
    <>
      <TextValue label={label} path={[...path, 'path']} required />
      <div className={styles.actions}>
        {children}
        {!isReadOnly && <RemoveButton name={String(value ?? '')} onRemove={() => set(undefined)} />}
      </div>
    </>
  );
}
