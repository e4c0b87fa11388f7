import type { Policy } from '@charter/sdk';
import { Button } from '@fluentui/react-components';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useMessages } from '../../base/messages.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { openDialog } from '../../components/dialogs.ts';
import { notify } from '../../components/notice-list.ts';
import { Page } from '../../components/Page.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { AttachedTeams } from './AttachedTeams.tsx';
import { KINDS } from './kinds.ts';
import { PolicyForm } from './PolicyForm.tsx';
import { useDeletePolicy, usePolicy } from './queries.ts';

/** A policy: its form, and its attached teams. */
export function PolicyPage() {
  const text = useMessages();
  const { policyId } = useParams({ from: '/policies/$policyId' });
  const policy = usePolicy(policyId);
  return (
    <Page
      title={policy.data?.name ?? text('policies.one')}
      parent={{ to: '/policies', label: text('policies.title') }}
      actions={policy.data && <DeleteButton policy={policy.data} />}
    >
      <QueryView query={policy}>
        {(found) => (
          <>
            <PolicyForm kind={found.kind} policy={found} onSaved={() => notify(text('policies.saved'))} />
            {KINDS[found.kind].scopes.includes('teams') && <AttachedTeams policy={found} />}
          </>
        )}
      </QueryView>
    </Page>
  );
}

function DeleteButton({ policy }: { policy: Policy }) {
  const text = useMessages();
  return (
    <Button onClick={() => openDialog((close) => <DeleteDialog policy={policy} onClose={close} />)}>
      {text('action.delete')}
    </Button>
  );
}

function DeleteDialog({ policy, onClose }: { policy: Policy; onClose: () => void }) {
  const text = useMessages();
  const navigate = useNavigate();
  const remove = useDeletePolicy();
  const send = () =>
    remove.mutate(policy.id, {
      onSuccess: () => {
        notify(text('policies.deleted', { name: policy.name }));
        void navigate({ to: '/policies' });
      },
    });
  return (
    <ConfirmDialog
      danger
      title={text('policies.deleteTitle', { name: policy.name })}
      action={text('action.delete')}
      typed={policy.name}
      isSending={remove.isPending}
      error={remove.error}
      onSend={send}
      onClose={onClose}
    >
      {text('policies.deleteDetail')}
    </ConfirmDialog>
  );
}
