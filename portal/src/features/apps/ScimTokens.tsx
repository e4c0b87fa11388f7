import { CharterApiError, type CreatedScimToken, type ScimToken } from '@charter/sdk';
import { Button, Caption1, Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import { addressOf } from '../../base/address.ts';
import { expiryOn } from '../../base/expiry.ts';
import { useMessages } from '../../base/messages.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { CopyField } from '../../components/CopyField.tsx';
import type { Column } from '../../components/DataTable.tsx';
import { openDialog } from '../../components/dialogs.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { notify } from '../../components/notice-list.ts';
import { QueryTable } from '../../components/QueryTable.tsx';
import { SecretDialog } from '../../components/SecretDialog.tsx';
import { Section } from '../../components/Section.tsx';
import { useIsPermitted } from '../me/queries.ts';
import { columnsOfUse } from './columns-of-use.tsx';
import { useCreateScimToken, useRevokeScimToken, useScimTokens } from './queries.ts';

/** Lists the tokens of SCIM connectors. Renders nothing when Microsoft Entra stores the directory. */
export function ScimTokens() {
  const text = useMessages();
  const may = useIsPermitted();
  const tokens = useScimTokens();
  const columns = useColumns();
  if (tokens.error instanceof CharterApiError && tokens.error.status === 403) return null;
  return (
    <Section title={text('scim.title')}>
      <Caption1>{text('scim.intro', { address: addressOf('scim/v2') })}</Caption1>
      <QueryTable
        label={text('scim.title')}
        query={tokens}
        keyOf={({ id }) => id}
        columns={columns}
        empty={<EmptyState>{text('scim.empty')}</EmptyState>}
      />
      {may('createScimToken') && (
        <div>
          <Button onClick={() => openDialog((close) => <NewTokenDialog onClose={close} />)}>
            {text('scim.new')}
          </Button>
        </div>
      )}
    </Section>
  );
}

function useColumns(): Column<ScimToken>[] {
  const text = useMessages();
  return [
    { id: 'name', header: text('scim.name'), cell: ({ displayName }) => displayName },
    { id: 'hint', header: text('apps.hint'), cell: ({ hint }) => `${hint}…` },
    ...columnsOfUse(text),
    {
      id: 'revoke',
      header: text('roles.action'),
      width: '7.5rem',
      cell: (token) => (
        <Button
          aria-label={text('scim.revokeTitle', { name: token.displayName })}
          onClick={() => openDialog((close) => <RevokeDialog token={token} onClose={close} />)}
        >
          {text('scim.revoke')}
        </Button>
      ),
    },
  ];
}

/** Creates a token with a name and an expiry, and shows it. */
function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const text = useMessages();
  const create = useCreateScimToken();
  const [name, setName] = useState('');
  const [end, setEnd] = useState('');
  const send = () =>
    create.mutate(
      {
        displayName: name.trim(),
        ...expiryOn(end),
      },
      { onSuccess: showToken },
    );
  return (
    <FormDialog
      title={text('scim.new')}
      action={text('scim.create')}
      isSending={create.isPending}
      error={create.error}
      canSend={name.trim() !== ''}
      onSend={send}
      onClose={onClose}
    >
      <Field required label={text('scim.name')} hint={text('scim.nameHint')}>
        <Input value={name} onChange={(_event, { value }) => setName(value)} />
      </Field>
      <Field label={text('apps.expires')} hint={text('apps.expiresHint')}>
        <Input type="date" value={end} onChange={(_event, { value }) => setEnd(value)} />
      </Field>
    </FormDialog>
  );
}

/** Shows a new token in a dialog. */
const showToken = (created: CreatedScimToken): void =>
  openDialog((close) => <TokenDialog created={created} onClose={close} />);

function TokenDialog({ created, onClose }: { created: CreatedScimToken; onClose: () => void }) {
  const text = useMessages();
  return (
    <SecretDialog
      title={text('scim.created', { name: created.displayName })}
      note={text('scim.once')}
      onClose={onClose}
    >
      <CopyField label={text('scim.address')} value={addressOf('scim/v2')} />
      <CopyField label={text('scim.token')} value={created.token} />
    </SecretDialog>
  );
}

function RevokeDialog({ token, onClose }: { token: ScimToken; onClose: () => void }) {
  const text = useMessages();
  const revoke = useRevokeScimToken();
  const onSuccess = () => {
    notify(text('scim.revoked', { name: token.displayName }));
    onClose();
  };
  return (
    <ConfirmDialog
      danger
      title={text('scim.revokeTitle', { name: token.displayName })}
      action={text('scim.revoke')}
      isSending={revoke.isPending}
      error={revoke.error}
      onSend={() => revoke.mutate(token.id, { onSuccess })}
      onClose={onClose}
    >
      {text('scim.revokeDetail')}
    </ConfirmDialog>
  );
}
