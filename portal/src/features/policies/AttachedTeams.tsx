import type { Policy, PolicyTeam } from '@charter/sdk';
import { Button, Caption1, Field, Input, makeStyles, Subtitle2, tokens } from '@fluentui/react-components';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../../app/messages.ts';
import type { Column } from '../../components/DataTable.tsx';
import { Moment } from '../../components/Moment.tsx';
import { Problem } from '../../components/Problem.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { useAttachment, usePolicyTeams, useTeamName } from './queries.ts';

const useStyles = makeStyles({
  title: { margin: 0 },
  form: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM, alignItems: 'end' },
  field: { flexGrow: 1, maxWidth: '420px' },
  lines: { display: 'grid', minWidth: 0 },
});

/** The teams that the policy is attached to, besides those of its scope. */
export function AttachedTeams({ policy }: { policy: Policy }) {
  const styles = useStyles();
  const text = useMessages();
  const teams = usePolicyTeams(policy.id);
  const attachment = useAttachment(policy.id);
  const [teamId, setTeamId] = useState('');
  const attach = (event: FormEvent) => {
    event.preventDefault();
    attachment.mutate({ teamId: teamId.trim(), attached: true }, { onSuccess: () => setTeamId('') });
  };
  return (
    <>
      <Subtitle2 as="h2" className={styles.title}>
        {text('policies.attached')}
      </Subtitle2>
      <form className={styles.form} onSubmit={attach}>
        <Field label={text('policies.teamId')} className={styles.field}>
          <Input value={teamId} onChange={(_event, { value }) => setTeamId(value)} />
        </Field>
        <Button type="submit" disabled={teamId.trim() === ''} disabledFocusable={attachment.isPending}>
          {text('policies.attach')}
        </Button>
      </form>
      {attachment.error !== null && <Problem error={attachment.error} />}
      <QueryTable
        label={text('policies.attached')}
        query={teams}
        keyOf={({ teamId: id }) => id}
        columns={useColumns((id) => attachment.mutate({ teamId: id, attached: false }))}
        empty={text('policies.noTeams')}
      />
    </>
  );
}

function TeamName({ teamId }: { teamId: string }) {
  const styles = useStyles();
  const name = useTeamName(teamId).data;
  return (
    <span className={styles.lines}>
      {name ?? teamId}
      {name !== undefined && <Caption1>{teamId}</Caption1>}
    </span>
  );
}

function useColumns(onDetach: (teamId: string) => void): Column<PolicyTeam>[] {
  const text = useMessages();
  return [
    {
      id: 'team',
      header: text('policies.team'),
      width: 'minmax(0, 2fr)',
      cell: ({ teamId }) => <TeamName teamId={teamId} />,
    },
    {
      id: 'since',
      header: text('policies.attachedSince'),
      cell: ({ attachedDateTime }) => <Moment value={attachedDateTime} />,
    },
    {
      id: 'detach',
      header: text('policies.action'),
      width: '140px',
      cell: ({ teamId }) => (
        <Button aria-label={text('policies.detachTeam', { teamId })} onClick={() => onDetach(teamId)}>
          {text('policies.detach')}
        </Button>
      ),
    },
  ];
}
