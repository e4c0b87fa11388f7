import { Button } from '@fluentui/react-components';
import { useRef } from 'react';
import { useMessages } from '../../base/messages.ts';
import { Problem } from '../../components/Problem.tsx';
import { Section } from '../../components/Section.tsx';
import { PlannedContents } from '../contents/PlannedContents.tsx';
import { CONTENT_CHANNELS, useChannelContents } from './channel-contents.ts';
import { useUpload } from './content-files.ts';
import { FileFields, FolderFields } from './FileFields.tsx';
import { FieldActions, FieldGroup } from './fields/FieldGroup.tsx';
import { RemoveButton } from './fields/RemoveButton.tsx';
import { TextValue } from './fields/TextValue.tsx';
import { useAdding, useValue } from './manifest-form.ts';
import { lengthOf, type Path } from './manifest-text.ts';
import { PlanFields } from './PlanFields.tsx';
import { SiteContentFields } from './SiteContentFields.tsx';

/** Edits the contents of new teams, by channel and of their site, and shows them as a tree. */
export function ChannelContentFields() {
  const text = useMessages();
  const { value: channels, isReadOnly, add } = useValue(CONTENT_CHANNELS);
  const contents = useChannelContents();
  return (
    <Section title={text('templates.section.files')}>
      {contents.length > 0 && <PlannedContents contents={contents} />}
      {Array.from({ length: lengthOf(channels) }, (_, index) => (
        <ChannelContents key={String(index)} path={[...CONTENT_CHANNELS, index]} />
      ))}
      {!isReadOnly && (
        <div>
          <Button onClick={() => add({ channel: 'General' })}>{text('templates.action.addContents')}</Button>
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
  const upload = useUpload();
  const chooser = useRef<HTMLInputElement>(null);
  const send = (chosen: readonly File[]) =>
    upload.mutate(chosen, {
      onSuccess: (entries) => {
        for (const entry of entries) add(entry);
      },
    });
  if (isReadOnly) return null;
  return (
    <>
      {upload.error !== null && <Problem error={upload.error} />}
      <FieldActions>
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
        <Button onClick={onFolder}>{text('templates.action.addFolder')}</Button>
        <Button onClick={onPlan}>{text('templates.action.addPlan')}</Button>
        <Button onClick={onAnnouncement}>{text('templates.action.addAnnouncement')}</Button>
        <RemoveButton name={text('templates.contentsOf', { name })} onRemove={() => set(undefined)} />
      </FieldActions>
    </>
  );
}
