import type { TeamBulkPreview } from '@charter/sdk';
import {
  Body1,
  Body1Strong,
  Caption1,
  Field,
  makeStyles,
  Select,
  Spinner,
  tokens,
} from '@fluentui/react-components';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useResultReason } from '../jobs/result-reason.ts';
import { KINDS } from '../policies/kinds.ts';
import { usePolicies } from '../policies/queries.ts';
import { type ChosenPerson, PeoplePicker } from '../users/PeoplePicker.tsx';
import { type BulkAction, type BulkSelection, useBulkPreview, useStartBulk } from './bulk.ts';

/** Maximum number of shown teams that would not change. */
const MAX_SHOWN = 5;

const useStyles = makeStyles({
  content: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalM },
  list: { display: 'grid', listStyleType: 'none', margin: 0, padding: 0, overflowWrap: 'anywhere' },
});

interface BulkDialogProps {
  action: BulkAction;
  selection: BulkSelection;
  onClose: () => void;
}

/** Previews an action on teams, asks for its parameters, starts the job, and opens its page. */
export function BulkDialog({ action, selection, onClose }: BulkDialogProps) {
  const styles = useStyles();
  const text = useMessages();
  const navigate = useNavigate();
  const [owners, setOwners] = useState<readonly ChosenPerson[]>([]);
  const [policyId, setPolicyId] = useState('');
  const start = useStartBulk();
  const [owner] = owners;
  const isOfPolicy = action === 'attachPolicy' || action === 'detachPolicy';
  const isComplete = action === 'addOwner' ? owner !== undefined : !isOfPolicy || policyId !== '';
  const parameters = {
    ...(action === 'addOwner' && owner && { user: { id: owner.id } }),
    ...(isOfPolicy && policyId !== '' && { policyId }),
  };
  const request = { action, ...selection.teams, ...(Object.keys(parameters).length > 0 && { parameters }) };
  const preview = useBulkPreview(request, isComplete);
  const { data } = preview;
  const count = data?.count ?? selection.count;
  const isDelete = action === 'delete';
  const send = () =>
    start.mutate(
      { ...request, cap: count },
      {
        onSuccess: ({ id }) => {
          onClose();
          void navigate({ to: '/jobs/$jobId', params: { jobId: id } });
        },
      },
    );
  return (
    <ConfirmDialog
      danger={isDelete}
      title={text(`jobs.bulk.${action}`, { count })}
      action={text(`teams.change.${action}`)}
      isSending={start.isPending}
      error={start.error ?? preview.error}
      canSend={isComplete && data !== undefined && data.affected > 0}
      {...(isDelete && data && { typed: text('teams.bulk.word', { count: data.count }) })}
      onSend={send}
      onClose={onClose}
    >
      <div className={styles.content}>
        <Body1>{text(`teams.detail.${action}`, { count })}</Body1>
        {action === 'addOwner' && (
          <PeoplePicker
            required
            most={1}
            label={text('teams.bulk.owner')}
            chosen={owners}
            onChange={setOwners}
          />
        )}
        {isOfPolicy && <PolicyField value={policyId} onChange={setPolicyId} />}
        {isComplete && data === undefined && preview.error === null && (
          <Spinner size="tiny" label={text('state.loading')} labelPosition="after" />
        )}
        {isComplete && data !== undefined && <Preview preview={data} />}
      </div>
    </ConfirmDialog>
  );
}

/** The policies that can be attached to single teams. */
function PolicyField({ value, onChange }: { value: string; onChange: (policyId: string) => void }) {
  const text = useMessages();
  const policies = usePolicies(undefined);
  const attachable = (policies.data?.items ?? []).filter(({ kind }) => KINDS[kind].scopes.includes('teams'));
  return (
    <Field required label={text('teams.bulk.policy')}>
      <Select value={value} onChange={(_event, chosen) => onChange(chosen.value)}>
        <option value="" />
        {attachable.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** The number of teams that would change, and some of the others with their reasons. */
function Preview({ preview: { affected, count, teams } }: { preview: TeamBulkPreview }) {
  const styles = useStyles();
  const text = useMessages();
  const reasonOf = useResultReason();
  const others = teams.filter(({ outcome }) => outcome !== 'done');
  return (
    <div role="status">
      <Body1Strong as="p" block>
        {text('teams.bulk.affected', { affected, count })}
      </Body1Strong>
      {others.length > 0 && (
        <ul className={styles.list}>
          {others.slice(0, MAX_SHOWN).map((team) => (
            <li key={team.id}>
              <Caption1>
                {text('named.value', { name: team.displayName ?? team.id, value: reasonOf(team) })}
              </Caption1>
            </li>
          ))}
          {others.length > MAX_SHOWN && (
            <li>
              <Caption1>{text('teams.bulk.more', { count: count - affected - MAX_SHOWN })}</Caption1>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
