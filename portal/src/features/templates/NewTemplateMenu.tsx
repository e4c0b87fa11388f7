import {
  Body1Strong,
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ChangeEvent, useRef } from 'react';
import { useClient } from '../../base/client.ts';
import { useMessages } from '../../base/messages.ts';
import { openDialog } from '../../components/dialogs.ts';
import { notify } from '../../components/notice-list.ts';
import { Problem } from '../../components/Problem.tsx';
import { useFileDrop } from '../../components/use-file-drop.ts';
import { useIsPermitted } from '../me/queries.ts';
import { storeFiles } from './content-files.ts';
import { newTemplatePage, storeNewDraft, type TemplateKind } from './draft.ts';
import { FOLDER, type PlacedFile, placedFiles, readDrop } from './dropped-files.ts';
import { FromTeamDialog } from './FromTeamDialog.tsx';
import { MANIFEST_FILES, type OpenedManifest, openManifest } from './manifest-files.ts';
import { PICTURE_TYPES } from './picture-file.ts';
import { StarterDialog } from './StarterDialog.tsx';

/** Creates a template: blank, from a sample, from a team, or from files, a folder or a zip, chosen or dropped. */
export function NewTemplateMenu() {
  const text = useMessages();
  const { catalog } = useClient();
  const mayApply = useIsPermitted()('applyCatalogTemplate');
  const navigate = useNavigate();
  const fileInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const openNew = (kind: TemplateKind) => void navigate(newTemplatePage(kind));
  const open = () => openNew('team');
  const copyTeam = () => openDialog((close) => <FromTeamDialog onClose={close} onDone={open} />);
  const useSample = () => openDialog((close) => <StarterDialog onClose={close} onDone={open} />);
  const storing = useMutation({
    mutationFn: ({ manifest, files }: OpenedManifest) => storeFiles(catalog, manifest, files),
    onSuccess: (manifest) => void navigate(storeNewDraft(manifest)),
  });
  const importFrom = async (chosen: Promise<readonly PlacedFile[]>) => {
    // An unreadable file or zip holds no manifest either.
    const opened = await chosen.then(openManifest).catch(() => undefined);
    if (opened === undefined) return notify(text('templates.noManifest'), 'error');
    if (opened.isPictureTooLarge) notify(text('templates.field.pictureTooLarge'));
    if (opened.missing.length > 0)
      notify(text('templates.filesMissing', { files: opened.missing.join(', ') }), 'error');
    storing.mutate(opened);
  };
  const importChosen = ({ target }: ChangeEvent<HTMLInputElement>) => {
    void importFrom(Promise.resolve(placedFiles(target.files)));
    target.value = '';
  };
  const isDragged = useFileDrop(mayApply, (data) => void importFrom(readDrop(data)));
  if (!mayApply) return null;
  return (
    <>
      {storing.isPending && <Body1Strong role="status">{text('templates.storingFiles')}</Body1Strong>}
      {storing.error !== null && <Problem error={storing.error} />}
      {isDragged && <Body1Strong role="status">{text('templates.dropHere')}</Body1Strong>}
      <input
        ref={fileInput}
        type="file"
        hidden
        multiple
        accept={`${MANIFEST_FILES},${PICTURE_TYPES}`}
        aria-label={text('templates.action.import')}
        onChange={importChosen}
      />
      <input
        ref={folderInput}
        type="file"
        hidden
        {...FOLDER}
        aria-label={text('templates.action.importFolder')}
        onChange={importChosen}
      />
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <Button appearance="primary" icon={<AddRegular />}>
            {text('templates.new')}
          </Button>
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <MenuItem onClick={open}>{text('templates.action.blank')}</MenuItem>
            <MenuItem onClick={() => openNew('channel')}>{text('channelTemplates.new')}</MenuItem>
            <MenuItem onClick={useSample}>{text('templates.action.fromSample')}</MenuItem>
            <MenuItem onClick={() => fileInput.current?.click()}>{text('templates.action.import')}</MenuItem>
            <MenuItem onClick={() => folderInput.current?.click()}>
              {text('templates.action.importFolder')}
            </MenuItem>
            <MenuItem onClick={copyTeam}>{text('templates.action.fromTeam')}</MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
    </>
  );
}
