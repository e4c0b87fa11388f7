import type { App } from '@charter/sdk';
import { Button, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useMessages } from '../../base/messages.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { DataTable } from '../../components/DataTable.tsx';
import { openDialog } from '../../components/dialogs.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Facts } from '../../components/Facts.tsx';
import { Moment } from '../../components/Moment.tsx';
import { notify } from '../../components/notice-list.ts';
import { Page } from '../../components/Page.tsx';
import { Problem } from '../../components/Problem.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Section } from '../../components/Section.tsx';
import { AppDialog } from './AppDialog.tsx';
import { columnsOfUse } from './columns-of-use.tsx';
import { useApp, useAppActions } from './queries.ts';
import { AddSecretDialog, RemoveSecretDialog } from './SecretDialogs.tsx';
import { useScopeLabel } from './scope-label.ts';

/** An app with its scopes and its secrets. Notifications about expiring secrets link here. */
export function AppPage() {
  const text = useMessages();
  const { appId } = useParams({ from: '/apps/$appId' });
  const app = useApp(appId);
  const describe = useScopeLabel();
  return (
    <Page
      wide
      title={app.data?.displayName ?? text('apps.one')}
      parent={{ to: '/apps', label: text('apps.title') }}
      actions={app.data && <AppActions app={app.data} />}
    >
      <QueryView query={app}>
        {(found) => (
          <>
            {found.scopes === undefined && (
              <MessageBar intent="warning" layout="multiline">
                <MessageBarBody>{text('apps.unlimitedWarning')}</MessageBarBody>
              </MessageBar>
            )}
            <Section title={text('apps.settings')}>
              <Facts
                facts={[
                  [text('apps.id'), found.id],
                  [text('apps.state'), text(found.enabled ? 'apps.enabled' : 'apps.disabled')],
                  [text('apps.rights'), found.scopes?.map(describe).join('\n') ?? text('apps.unlimited')],
                  [text('apps.created'), <Moment key="created" value={found.createdDateTime} />],
                ]}
              />
            </Section>
            <Secrets app={found} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

function AppActions({ app }: { app: App }) {
  const text = useMessages();
  const { update } = useAppActions(app.id);
  return (
    <>
      <Button disabledFocusable={update.isPending} onClick={() => update.mutate({ enabled: !app.enabled })}>
        {text(app.enabled ? 'apps.disable' : 'apps.enable')}
      </Button>
      <Button onClick={() => openDialog((close) => <AppDialog app={app} onClose={close} />)}>
        {text('action.edit')}
      </Button>
      <Button onClick={() => openDialog((close) => <DeleteDialog app={app} onClose={close} />)}>
        {text('action.delete')}
      </Button>
      {update.error !== null && <Problem error={update.error} />}
    </>
  );
}

function Secrets({ app }: { app: App }) {
  const text = useMessages();
  const nameOf = ({ displayName, hint }: App['secrets'][number]) =>
    displayName ?? (hint === undefined ? text('apps.secret') : `${hint}…`);
  return (
    <Section title={text('apps.secrets')}>
      {app.secrets.length === 0 ? (
        <EmptyState>{text('apps.noSecrets')}</EmptyState>
      ) : (
        <DataTable
          label={text('apps.secrets')}
          rows={app.secrets}
          keyOf={({ id }) => id}
          columns={[
            { id: 'name', header: text('apps.secretName'), cell: nameOf },
            {
              id: 'hint',
              header: text('apps.hint'),
              cell: ({ hint }) => (hint === undefined ? '' : `${hint}…`),
            },
            ...columnsOfUse(text),
            {
              id: 'remove',
              header: text('roles.action'),
              width: '7.5rem',
              cell: (secret) => (
                <Button
                  aria-label={text('apps.removeSecret', { name: nameOf(secret) })}
                  onClick={() =>
                    openDialog((close) => (
                      <RemoveSecretDialog app={app} secret={secret} name={nameOf(secret)} onClose={close} />
                    ))
                  }
                >
                  {text('action.remove')}
                </Button>
              ),
            },
          ]}
        />
      )}
      <div>
        <Button onClick={() => openDialog((close) => <AddSecretDialog app={app} onClose={close} />)}>
          {text('apps.addSecret')}
        </Button>
      </div>
    </Section>
  );
}

function DeleteDialog({ app, onClose }: { app: App; onClose: () => void }) {
  const text = useMessages();
  const navigate = useNavigate();
  const { remove } = useAppActions(app.id);
  const onSuccess = () => {
    notify(text('apps.deleted', { name: app.displayName }));
    void navigate({ to: '/apps' });
  };
  return (
    <ConfirmDialog
      danger
      title={text('apps.deleteTitle', { name: app.displayName })}
      action={text('action.delete')}
      isSending={remove.isPending}
      error={remove.error}
      onSend={() => remove.mutate(undefined, { onSuccess })}
      onClose={onClose}
    >
      {text('apps.deleteDetail')}
    </ConfirmDialog>
  );
}
