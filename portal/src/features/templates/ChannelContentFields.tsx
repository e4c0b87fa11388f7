import { Button, Caption1 } from '@fluentui/react-components';
import { type ChangeEvent, useRef } from 'react';
import { isTransient } from '../../base/client.ts';
import { useMessages } from '../../base/messages.ts';
import { Problem } from '../../components/Problem.tsx';
import { Section } from '../../components/Section.tsx';
import { PlannedContents } from '../contents/PlannedContents.tsx';
import {
  CONTENT_CHANNELS,
  GENERAL,
  useChannelContents,
  useChannelWithoutContents,
} from './channel-contents.ts';
import { useUpload } from './content-files.ts';
import { FOLDER, placedFiles } from './dropped-files.ts';
import { FileFields, FolderFields } from './FileFields.tsx';
import { FieldActions, FieldGroup } from './fields/FieldGroup.tsx';
import { RemoveButton } from './fields/RemoveButton.tsx';
import { TextValue } from './fields/TextValue.tsx';
import { useAdding, useValue } from './manifest-form.ts';
import { lengthOf, type Path } from './manifest-text.ts';
import { PlanFields } from './PlanFields.tsx';
import { SiteContentFields } from './SiteContentFields.tsx';

/** Edits the contents of new teams, those of each channel and those of the site, and shows them as a tree. */
export function ChannelContentFields() {
  const text = useMessages();
  const { value: channels, isReadOnly, add } = useValue(CONTENT_CHANNELS);
  const contents = useChannelContents();
  const empty = useChannelWithoutContents();
  return (
    <Section title={text('templates.section.files')}>
      {contents.length > 0 && <PlannedContents contents={contents} />}
      {Array.from({ length: lengthOf(channels) }, (_, index) => (
        <ChannelContents key={String(index)} path={[...CONTENT_CHANNELS, index]} />
      ))}
      {!isReadOnly && (
        <div>
          <Button onClick={() => add({ channel: empty ?? GENERAL })}>
            {text('templates.action.addContents')}
          </Button>
        </div>
      )}
      <SiteContentFields />
    </Section>
  );
}

function ChannelContents({ path }: { path: Path }) {
  const text = useMessages();
  const { value: channel } = useValue([...path, 'channel']);
  const { value: files } = useValue([...path, 'files']);
  const folders = useAdding([...path, 'folders']);
  const plans = useAdding([...path, 'plans']);
  const announcements = useAdding([...path, 'announcements']);
  const name = typeof channel === 'string' && channel !== '' ? channel : 'General';
  const each = (count: number) => Array.from({ length: count }, (_, index) => index);
  return (
    <FieldGroup title={text('templates.contentsOf', { name })}>
      <TextValue label={text('templates.field.contentsChannel')} path={[...path, 'channel']} />
      {each(folders.count).map((index) => (
        <FolderFields key={String(index)} path={[...path, 'folders', index]} />
      ))}
      {each(lengthOf(files)).map((index) => (
        <FileFields key={String(index)} path={[...path, 'files', index]} />
      ))}
      {each(plans.count).map((index) => (
        <PlanFields key={String(index)} path={[...path, 'plans', index]} isAdded={plans.isAdded(index)} />
      ))}
      {each(announcements.count).map((index) => (
        <Announcement key={String(index)} path={[...path, 'announcements', index]} number={index + 1} />
      ))}
      <Actions
        path={path}
        name={name}
        onFolder={() => folders.add({ path: text('templates.newFolder') })}
        onPlan={() => plans.add({ name: text('templates.newPlan'), buckets: [] })}
        onAnnouncement={() => announcements.add(text('templates.newAnnouncement'))}
      />
    </FieldGroup>
  );
}

function Announcement({ path, number }: { path: Path; number: number }) {
  const text = useMessages();
  const { set, isReadOnly } = useValue(path);
  const title = text('templates.field.announcement', { number });
  return (
    <>
      <TextValue
        label={title}
        hint={text('templates.field.announcementHint')}
        path={path}
        rows={2}
        required
      />
      {!isReadOnly && (
        <div>
          <RemoveButton name={title} onRemove={() => set(undefined)} />
        </div>
      )}
    </>
  );
}

interface ActionsProps {
  path: Path;
  name: string;
  onFolder: () => void;
  onPlan: () => void;
  onAnnouncement: () => void;
}

/** Buttons that add to the contents of a channel, or remove them. */
function Actions({ path, name, onFolder, onPlan, onAnnouncement }: ActionsProps) {
  const text = useMessages();
  const { set, isReadOnly } = useValue(path);
  const { add } = useValue([...path, 'files']);
  const { isUploading, error, doneCount, count, send, retry } = useUpload(add);
  const fileInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const sendChosen = ({ target }: ChangeEvent<HTMLInputElement>) => {
    // A folder also has the hidden files of the system.
    send(placedFiles(target.files).filter(([, file]) => !file.name.startsWith('.')));
    target.value = '';
  };
  if (isReadOnly) return null;
  return (
    <>
      {error !== null && <Problem error={error} onRetry={isTransient(error) ? retry : undefined} />}
      <FieldActions>
        <input
          ref={fileInput}
          type="file"
          multiple
          hidden
          aria-label={text('templates.action.uploadTo', { name })}
          onChange={sendChosen}
        />
        <input
          ref={folderInput}
          type="file"
          hidden
          {...FOLDER}
          aria-label={text('templates.action.uploadFolderTo', { name })}
          onChange={sendChosen}
        />
        <Button
          aria-label={text('templates.action.uploadTo', { name })}
          disabledFocusable={isUploading}
          onClick={() => fileInput.current?.click()}
        >
          {text('templates.action.upload')}
        </Button>
        <Button
          aria-label={text('templates.action.uploadFolderTo', { name })}
          disabledFocusable={isUploading}
          onClick={() => folderInput.current?.click()}
        >
          {text('templates.action.uploadFolder')}
        </Button>
        <Button onClick={onFolder}>{text('templates.action.addFolder')}</Button>
        <Button onClick={onPlan}>{text('templates.action.addPlan')}</Button>
        <Button onClick={onAnnouncement}>{text('templates.action.addAnnouncement')}</Button>
        <RemoveButton name={text('templates.contentsOf', { name })} onRemove={() => set(undefined)} />
        <Caption1 role="status">
          {doneCount < count && text('templates.uploading', { doneCount, count })}
        </Caption1>
      </FieldActions>
    </>
  );
}
