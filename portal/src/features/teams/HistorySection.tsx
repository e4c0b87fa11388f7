import type { TeamHistoryRecord, TeamSummary } from '@charter/sdk';
import { Badge } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { useRecordName } from '../../components/code-names.ts';
import type { Column } from '../../components/DataTable.tsx';
import { useErasedTexts } from '../../components/erased-texts.ts';
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

function useColumns(): Column<TeamHistoryRecord>[] {
  const text = useMessages();
  const nameOf = useRecordName();
  const shown = useErasedTexts();
  return [
    {
      id: 'time',
      header: text('history.time'),
      width: '11.25rem',
      cell: ({ time }) => <Moment value={time} />,
    },
    { id: 'type', header: text('history.type'), width: 'minmax(0, 2fr)', cell: ({ type }) => nameOf(type) },
    { id: 'actor', header: text('history.actor'), cell: (record) => shown(record).actor.displayName },
    {
      id: 'target',
      header: text('history.target'),
      width: 'minmax(0, 2fr)',
      cell: (record) => shown(record).target.displayName,
    },
    {
      id: 'outcome',
      header: text('history.outcome'),
      width: '8.5rem',
      cell: ({ outcome }) => (
        <Badge appearance="tint" color={outcome === 'success' ? 'success' : 'danger'}>
          {text(`history.outcome.${outcome}`)}
        </Badge>
      ),
    },
  ];
}
