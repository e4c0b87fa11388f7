import type { CatalogTemplateCheck } from '@charter/sdk';
import {
  Badge,
  Button,
  Caption1,
  MessageBar,
  MessageBarBody,
  makeStyles,
  Spinner,
  tokens,
} from '@fluentui/react-components';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { loadChunk } from '../../base/chunks.ts';
import { useMessages } from '../../base/messages.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { ConflictBar, isConflict } from '../../components/ConflictBar.tsx';
import { openDialog } from '../../components/dialogs.ts';
import { NARROW_SCREEN } from '../../components/narrow-screen.ts';
import { notify } from '../../components/notice-list.ts';
import { Problem } from '../../components/Problem.tsx';
import type { useTemplateDraft } from './draft.ts';
import { convert } from './manifest-text.ts';
import { useApplyTemplate, useRefreshTemplate } from './queries.ts';

const ManifestDifference = lazy(() =>
  loadChunk(async () => ({ default: (await import('./ManifestDifference.tsx')).ManifestDifference })),
);

const useStyles = makeStyles({
  bar: {
    position: 'sticky',
    top: 0,
    // The header of the portal is a sticky bar above this one.
    [NARROW_SCREEN]: { top: '52px' },
    zIndex: 3,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow8,
    border: `1px solid ${tokens.colorTransparentStroke}`,
  },
  state: { flexGrow: 1, flexBasis: '200px', minWidth: 0 },
  button: { minHeight: '44px' },
});

interface SaveBarProps {
  templateId: string | undefined;
  draft: ReturnType<typeof useTemplateDraft>;
  check: { data: CatalogTemplateCheck | undefined; isFetching: boolean };
}

/** Saves the draft. When somebody else has saved first, keeps the draft and shows a conflict. */
export function SaveBar({ templateId, draft, check }: SaveBarProps) {
  const styles = useStyles();
  const text = useMessages();
  const { save, isSaving, error, isConflict, hasTheirs, overwrite, takeTheirs } = useSave(templateId, draft);
  const mistakes = check.data?.errors.length ?? 0;
  const replaces =
    templateId === undefined && check.data?.outcome !== undefined && check.data.outcome !== 'created';
  const isChanged = draft.isChanged || templateId === undefined;
  return (
    <>
      {replaces && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>{text('templates.replaces')}</MessageBarBody>
        </MessageBar>
      )}
      {error !== null && <Problem error={error} />}
      {isConflict && (
        <>
          {hasTheirs && (
            <Suspense fallback={<Spinner label={text('state.loading')} />}>
              <Caption1>{text('conflict.lines')}</Caption1>
              <ManifestDifference
                label={text('conflict.difference')}
                before={convert(draft.original, draft.draft.format).text}
                after={draft.draft.text}
                format={draft.draft.format}
              />
            </Suspense>
          )}
          <ConflictBar onSaveMine={() => void overwrite()} onTakeTheirs={() => void takeTheirs()} />
        </>
      )}
      <div className={styles.bar}>
        <div className={styles.state} role="status">
          {mistakes > 0 ? (
            <Badge appearance="tint" color="danger">
              {text('templates.mistakes', { count: mistakes })}
            </Badge>
          ) : (
            <Badge appearance="tint" color={draft.isChanged ? 'warning' : 'success'}>
              {text(draft.isChanged ? 'templates.unsaved' : 'templates.saved')}
            </Badge>
          )}
        </div>
        <Button
          className={styles.button}
          disabledFocusable={!draft.isChanged || isSaving}
          onClick={() =>
            openDialog((close) => (
              <ConfirmDialog
                danger
                title={text('templates.discardTitle')}
                action={text('templates.action.discard')}
                isSending={false}
                error={null}
                onSend={() => {
                  draft.discard();
                  close();
                }}
                onClose={close}
              >
                {text('templates.discardDetail')}
              </ConfirmDialog>
            ))
          }
        >
          {text('templates.action.discard')}
        </Button>
        <Button
          className={styles.button}
          appearance="primary"
          disabledFocusable={!isChanged || mistakes > 0 || isSaving}
          onClick={() => void save()}
        >
          {isSaving ? (
            <Spinner size="tiny" label={text('templates.action.save')} />
          ) : (
            text('templates.action.save')
          )}
        </Button>
      </div>
    </>
  );
}

function useSave(templateId: string | undefined, draft: SaveBarProps['draft']) {
  const text = useMessages();
  const navigate = useNavigate();
  const apply = useApplyTemplate();
  const refresh = useRefreshTemplate();
  const send = async (revision: number | undefined) => {
    const sent = draft.draft;
    const applied = await apply.mutateAsync({ ...sent, revision }).catch(() => undefined);
    if (applied === undefined) return;
    const { id, version } = applied.template.templateConfiguration;
    notify(text('templates.savedAs', { version }));
    draft.settle(sent, id, await refresh(id));
    if (templateId !== undefined) return;
    await navigate({ to: '/templates/$templateId', params: { templateId: id }, replace: true });
  };
  const hasTheirs = draft.original.revision !== draft.draft.revision;
  return {
    save: () => send(draft.draft.revision),
    isSaving: apply.isPending,
    error: apply.error,
    isConflict: templateId !== undefined && isConflict(apply.error),
    /** Whether the state that the other person has saved is known. */
    hasTheirs,
    /** Saves the draft over the state that the person has seen. A still later one is another conflict. */
    overwrite: async () =>
      send(hasTheirs ? draft.original.revision : (await refresh(templateId ?? '')).revision),
    takeTheirs: async () => {
      draft.reset(await refresh(templateId ?? ''));
      apply.reset();
    },
  };
}
