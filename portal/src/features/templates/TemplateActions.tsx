import type { CatalogTemplate } from '@charter/sdk';
import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { MoreHorizontalRegular } from '@fluentui/react-icons';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useClient } from '../../base/client.ts';
import { useMessages } from '../../base/messages.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { openDialog } from '../../components/dialogs.ts';
import { notify } from '../../components/notice-list.ts';
import { Problem } from '../../components/Problem.tsx';
import { useIsPermitted } from '../me/queries.ts';
import { download } from './download.ts';
import { copyManifest, storeNewDraft } from './draft.ts';
import { useDeleteTemplate, useRefreshTemplate, useSetEnabled } from './queries.ts';

/** The actions on a template of the list. */
export function TemplateActions({ template }: { template: Pick<CatalogTemplate, 'templateConfiguration'> }) {
  const text = useMessages();
  const { catalog } = useClient();
  const may = useIsPermitted();
  const navigate = useNavigate();
  const refresh = useRefreshTemplate();
  const setEnabled = useSetEnabled();
  const { id, name, enabled } = template.templateConfiguration;
  const exporting = useMutation({
    mutationFn: async () => download(catalog, id, await refresh(id)),
  });
  const duplicate = async () => {
    const copy = copyManifest(await refresh(id), `${id}-copy`, text('templates.copyName', { name }));
    await navigate(storeNewDraft(copy));
  };
  const toggle = () =>
    setEnabled.mutate(
      { id, enabled: !enabled },
      { onSuccess: () => notify(text(enabled ? 'templates.nowDisabled' : 'templates.nowEnabled', { name })) },
    );
  const remove = () => openDialog((close) => <DeleteDialog id={id} name={name} onClose={close} />);
  return (
    <>
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <Button
            appearance="subtle"
            icon={<MoreHorizontalRegular />}
            aria-label={text('templates.actionsOf', { name })}
          />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            {may('updateCatalogTemplate') && (
              <MenuItem onClick={toggle}>
                {text(enabled ? 'templates.action.disable' : 'templates.action.enable')}
              </MenuItem>
            )}
            {may('applyCatalogTemplate') && (
              <MenuItem onClick={() => void duplicate()}>{text('templates.action.duplicate')}</MenuItem>
            )}
            <MenuItem onClick={() => exporting.mutate()}>{text('templates.action.export')}</MenuItem>
            {may('deleteCatalogTemplate') && <MenuItem onClick={remove}>{text('action.delete')}</MenuItem>}
          </MenuList>
        </MenuPopover>
      </Menu>
      {setEnabled.error !== null && <Problem error={setEnabled.error} />}
      {exporting.error !== null && <Problem error={exporting.error} />}
    </>
  );
}

function DeleteDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const text = useMessages();
  const remove = useDeleteTemplate();
  const send = () =>
    remove.mutate(id, {
      onSuccess: () => {
        notify(text('templates.deleted', { name }));
        onClose();
      },
    });
  return (
    <ConfirmDialog
      danger
      title={text('templates.deleteTitle', { name })}
      action={text('action.delete')}
      typed={name}
      isSending={remove.isPending}
      error={remove.error}
      onSend={send}
      onClose={onClose}
    >
      {text('templates.deleteDetail')}
    </ConfirmDialog>
  );
}
