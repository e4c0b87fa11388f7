import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useClient } from '../../base/client.ts';
import { useMessages } from '../../base/messages.ts';
import { Problem } from '../../components/Problem.tsx';
import { Section } from '../../components/Section.tsx';
import { storeFile } from './content-files.ts';
import { RemoveButton } from './fields/RemoveButton.tsx';
import { SwitchValue } from './fields/SwitchValue.tsx';
import { TextValue } from './fields/TextValue.tsx';
import { useValue } from './manifest-form.ts';
import { lengthOf, type Path } from './manifest-text.ts';

const useStyles = makeStyles({
  group: {
    display: 'grid',
    gap: tokens.spacingVerticalS,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    padding: tokens.spacingHorizontalM,
    margin: 0,
    minWidth: 0,
  },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

const CHANNELS = ['initialization', 'contents', 'channels'] as const;

/**
 * Edits the folders and files of new teams, by channel. Plans and the order can only be edited in the manifest's text.
 */
export function FileFields() {
  const text = useMessages();
  const { value: channels, isReadOnly, add } = useValue(CHANNELS);
  return (
    <Section title={text('templates.section.files')}>
      {Array.from({ length: lengthOf(channels) }, (_, index) => (
        <ChannelFiles key={String(index)} path={[...CHANNELS, index]} />
      ))}
      {!isReadOnly && (
        <div>
          <Button onClick={() => add({ channel: 'General', files: [] })}>
            {text('templates.action.addFileChannel')}
          </Button>
        </div>
      )}
    </Section>
  );
}

/** Stores files. Resolves with their entries in the manifest. */
function useUpload() {
  const { catalog } = useClient();
  return useMutation({
    mutationFn: async (files: readonly File[]) => {
      const entries: { path: string; source: string }[] = [];
      for (const file of files) entries.push({ path: file.name, source: await storeFile(catalog, file) });
      return entries;
    },
  });
}

function ChannelFiles({ path }: { path: Path }) {
  const styles = useStyles();
  const text = useMessages();
  const { set, isReadOnly } = useValue(path);
  const { value: channel } = useValue([...path, 'channel']);
  const { value: files, add } = useValue([...path, 'files']);
  const { value: folders, add: addFolder } = useValue([...path, 'folders']);
  const upload = useUpload();
  const chooser = useRef<HTMLInputElement>(null);
  const name = typeof channel === 'string' && channel !== '' ? channel : 'General';
  const title = text('templates.filesOf', { name });
  const send = (chosen: readonly File[]) =>
    upload.mutate(chosen, {
      onSuccess: (entries) => {
        for (const entry of entries) add(entry);
      },
    });
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      <TextValue label={text('templates.field.fileChannel')} path={[...path, 'channel']} />
      {Array.from({ length: lengthOf(folders) }, (_, index) => (
        <Item
          key={String(index)}
          path={[...path, 'folders', index]}
          label={text('templates.field.folderPath')}
        />
      ))}
      {Array.from({ length: lengthOf(files) }, (_, index) => (
        <Item key={String(index)} path={[...path, 'files', index]} label={text('templates.field.filePath')}>
          <SwitchValue
            label={text('templates.field.rendered')}
            path={[...path, 'files', index, 'rendered']}
            absent={false}
          />
        </Item>
      ))}
      {upload.error !== null && <Problem error={upload.error} />}
      {!isReadOnly && (
        <div className={styles.actions}>
          <input
            ref={chooser}
            type="file"
            multiple
            hidden
            aria-label={text('templates.action.uploadTo', { name })}
            onChange={({ currentTarget }) => {
              send([...(currentTarget.files ?? [])]);
              currentTarget.value = '';
            }}
          />
          <Button
            aria-label={text('templates.action.uploadTo', { name })}
            disabledFocusable={upload.isPending}
            onClick={() => chooser.current?.click()}
          >
            {text('templates.action.upload')}
          </Button>
          <Button onClick={() => addFolder({ path: text('templates.newFolder') })}>
            {text('templates.action.addFolder')}
          </Button>
          <RemoveButton name={title} onRemove={() => set(undefined)} />
        </div>
      )}
    </fieldset>
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
