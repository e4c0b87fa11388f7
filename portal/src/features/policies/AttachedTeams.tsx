import type { Policy, PolicyTeam } from '@charter/sdk';
import { Button, Caption1, makeStyles, Subtitle2, tokens } from '@fluentui/react-components';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import type { Column } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Moment } from '../../components/Moment.tsx';
import { notify } from '../../components/notice-list.ts';
import { Problem } from '../../components/Problem.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import type { Choice } from '../../components/SearchPicker.tsx';
import { TeamPicker } from '../teams/TeamPicker.tsx';
import { useAttachment, usePolicyTeams } from './queries.ts';

const useStyles = makeStyles({
  title: { margin: 0 },
  form: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalM,
    maxWidth: '640px',
  },
  attach: { justifySelf: 'start', minHeight: '44px' },
  lines: { display: 'grid', minWidth: 0 },
});

/** The teams that the policy is attached to, in addition to its scope. */
export function AttachedTeams({ policy }: { policy: Policy }) {
  const styles = useStyles();
  const text = useMessages();
  const teams = usePolicyTeams(policy.id);
  const { attach, detach } = useAttachment(policy.id);
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<readonly Choice[]>([]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length === 0 || attach.isPending) return;
    attach.mutate(
      chosen.map(({ id }) => id),
      {
        onSuccess: (jobId) => {
          if (jobId !== undefined) return void navigate({ to: '/jobs/$jobId', params: { jobId } });
          notify(text('policies.attachedTeams', { count: chosen.length }));
          setChosen([]);
        },
      },
    );
  };
  const error = attach.error ?? detach.error;
  return (
    <>
      <Subtitle2 as="h2" className={styles.title}>
        {text('policies.attached')}
      </Subtitle2>
      <form className={styles.form} onSubmit={send}>
        <TeamPicker
          label={text('policies.attachTeams')}
          hint={text('policies.attachHint')}
          chosen={chosen}
          onChange={setChosen}
        />
        <Button
          className={styles.attach}
          type="submit"
          disabled={chosen.length === 0}
          disabledFocusable={attach.isPending}
        >
          {text('policies.attach')}
        </Button>
      </form>
      {error !== null && <Problem error={error} />}
      <QueryTable
        label={text('policies.attached')}
        query={teams}
        keyOf={({ teamId }) => teamId}
        columns={useColumns((team) =>
          detach.mutate(team.teamId, {
            onSuccess: () => notify(text('policies.detached', { name: team.displayName ?? team.teamId })),
          }),
        )}
        empty={<EmptyState>{text('policies.noTeams')}</EmptyState>}
      />
    </>
  );
}

function useColumns(onDetach: (team: PolicyTeam) => void): Column<PolicyTeam>[] {
  const styles = useStyles();
  const text = useMessages();
  return [
    {
      id: 'team',
      header: text('policies.team'),
      width: 'minmax(0, 2fr)',
      cell: ({ teamId, displayName }) =>
        displayName === undefined ? (
          <span className={styles.lines}>
            {teamId}
            <Caption1>{text('policies.goneTeam')}</Caption1>
          </span>
        ) : (
          <Link to="/teams/$teamId" params={{ teamId }}>
            {displayName}
          </Link>
        ),
    },
    {
      id: 'since',
      header: text('policies.attachedSince'),
      cell: ({ attachedDateTime }) => <Moment value={attachedDateTime} />,
    },
    {
      id: 'detach',
      header: text('policies.action'),
      width: '8.75rem',
      cell: (team) => (
        <Button
          aria-label={text('policies.detachTeam', { name: team.displayName ?? team.teamId })}
          onClick={() => onDetach(team)}
        >
          {text('policies.detach')}
        </Button>
      ),
    },
  ];
}
