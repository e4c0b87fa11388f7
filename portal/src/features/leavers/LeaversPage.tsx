import { HOLDING_KINDS, type Leaver } from '@charter/sdk';
import { Caption1, makeStyles } from '@fluentui/react-components';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMessages } from '../../base/messages.ts';
import type { Column } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Page } from '../../components/Page.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { PeoplePicker } from '../users/PeoplePicker.tsx';
import { useLeavers } from './queries.ts';

const useStyles = makeStyles({ lines: { display: 'grid', minWidth: 0 } });

/** Lists the people who have left and still have teams, roles or tasks. A search opens the holdings of any person. */
export function LeaversPage() {
  const text = useMessages();
  const navigate = useNavigate();
  const leavers = useLeavers();
  return (
    <Page wide title={text('leavers.title')}>
      <Caption1>{text('leavers.intro')}</Caption1>
      <PeoplePicker
        label={text('leavers.look')}
        most={1}
        chosen={[]}
        onChange={([person]) => {
          if (person !== undefined) navigate({ to: '/leavers/$userId', params: { userId: person.id } });
        }}
      />
      <QueryTable
        label={text('leavers.title')}
        query={leavers}
        keyOf={({ id }) => id}
        columns={useColumns()}
        empty={<EmptyState>{text('leavers.empty')}</EmptyState>}
      />
    </Page>
  );
}

function useColumns(): Column<Leaver>[] {
  const styles = useStyles();
  const text = useMessages();
  return [
    {
      id: 'name',
      header: text('leavers.who'),
      width: 'minmax(0, 2fr)',
      cell: ({ id, displayName }) => (
        <span className={styles.lines}>
          <Link to="/leavers/$userId" params={{ userId: id }}>
            {displayName ?? id}
          </Link>
          {displayName !== undefined && <Caption1>{id}</Caption1>}
        </span>
      ),
    },
    {
      id: 'state',
      header: text('leavers.state'),
      width: '10rem',
      cell: ({ state }) => text(`leavers.state.${state}`),
    },
    {
      id: 'teams',
      header: text('leavers.withoutOwner'),
      width: '10rem',
      cell: ({ counts }) => counts.onlyOwner,
    },
    {
      id: 'holds',
      header: text('leavers.holds'),
      width: 'minmax(0, 3fr)',
      cell: ({ counts }) =>
        HOLDING_KINDS.filter((kind) => counts[kind] > 0)
          .map((kind) => text(`leavers.count.${kind}`, { count: counts[kind] }))
          .join(', '),
    },
  ];
}
