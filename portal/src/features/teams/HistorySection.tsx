import type { TeamHistoryRecord, TeamSummary } from '@charter/sdk';
import { Badge } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import type { Column } from '../../components/DataTable.tsx';
import { Moment } from '../../components/Moment.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { useHistory } from './queries.ts';

/** The audit records about a team, newest first. */
export function HistorySection({ team }: { team: TeamSummary }) {
  const text = useMessages();
  return (
    <QueryTable<TeamHistoryRecord>
      label={text('teamPage.section.history')}
      query={useHistory(team.id)}
      keyOf={({ id }) => id}
      columns={useColumns()}
      empty={text('history.none')}
    />
  );
}

/** Types of records that have a name in the catalogue; others are shown by their code. */
const NAMED = [
  'permanent_membership_restored',
  'policy_attached',
  'policy_detached',
  'team_archive_requested',
  'team_archived',
  'team_channel_created',
  'team_channel_deleted',
  'team_channel_tab_created',
  'team_channel_tab_deleted',
  'team_channel_updated',
  'team_created',
  'team_expired',
  'team_inactive',
  'team_lifecycle_renewed',
  'team_lifecycle_reset',
  'team_member_added',
  'team_member_removed',
  'team_member_updated',
  'team_provisioning_completed',
  'team_unarchive_requested',
  'team_unarchived',
  'team_updated',
] as const;

function useColumns(): Column<TeamHistoryRecord>[] {
  const text = useMessages();
  const nameOf = (type: string): string => {
    const named = NAMED.find((each) => each === type);
    return named === undefined ? type : text(`history.type.${named}`);
  };
  return [
    { id: 'time', header: text('history.time'), width: '180px', cell: ({ time }) => <Moment value={time} /> },
    { id: 'type', header: text('history.type'), width: 'minmax(0, 2fr)', cell: ({ type }) => nameOf(type) },
    { id: 'actor', header: text('history.actor'), cell: ({ actor }) => actor.displayName },
    {
      id: 'target',
      header: text('history.target'),
      width: 'minmax(0, 2fr)',
      cell: ({ target }) => `${target.type} ${target.displayName}`,
    },
    {
      id: 'outcome',
      header: text('history.outcome'),
      width: '110px',
      cell: ({ outcome }) => (
        <Badge appearance="tint" color={outcome === 'success' ? 'success' : 'danger'}>
          {text(`history.outcome.${outcome}`)}
        </Badge>
      ),
    },
  ];
}
