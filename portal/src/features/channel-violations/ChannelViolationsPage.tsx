import type { ChannelViolation } from '@charter/sdk';
import { Caption1, makeStyles } from '@fluentui/react-components';
import { Link, useSearch } from '@tanstack/react-router';
import { useChangeFilters } from '../../base/filters.ts';
import { useMessages } from '../../base/messages.ts';
import type { Column } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FilterBar } from '../../components/FilterBar.tsx';
import { Moment } from '../../components/Moment.tsx';
import { Page } from '../../components/Page.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { AllowButton } from './AllowButton.tsx';
import { useViolations, VIOLATION_STATUSES } from './queries.ts';

const useStyles = makeStyles({ lines: { display: 'grid', minWidth: 0, overflowWrap: 'anywhere' } });

/**
 * Lists the channels that were created outside Charter and violate a policy: in all teams for administrators, else in
 * the teams that the person owns.
 */
export function ChannelViolationsPage() {
  const text = useMessages();
  const filters = useSearch({ from: '/channel-violations' });
  const change = useChangeFilters<typeof filters>();
  const violations = useViolations(VIOLATION_STATUSES.find((status) => status === filters.status));
  return (
    <Page wide title={text('violations.title')}>
      <Caption1>{text('violations.intro')}</Caption1>
      <FilterBar
        filters={[
          {
            name: 'status',
            kind: 'choice',
            label: text('violations.status'),
            all: text('violations.allStatuses'),
            choices: VIOLATION_STATUSES.map((value) => ({
              value,
              label: text(`violations.status.${value}`),
            })),
          },
        ]}
        values={filters}
        onChange={change}
      />
      <QueryTable
        label={text('violations.title')}
        query={violations}
        keyOf={({ id }) => id}
        columns={useColumns()}
        empty={<EmptyState>{text('violations.empty')}</EmptyState>}
      />
    </Page>
  );
}

function useColumns(): Column<ChannelViolation>[] {
  const styles = useStyles();
  const text = useMessages();
  return [
    {
      id: 'channel',
      header: text('violations.channel'),
      width: 'minmax(0, 2fr)',
      cell: ({ team, channel }) => (
        <span className={styles.lines}>
          <Link to="/teams/$teamId" params={{ teamId: team.id }} search={{ section: 'channels' }}>
            {channel.displayName}
          </Link>
          <Caption1>
            {text('violations.ofTeam', {
              type: text(`channels.type.${channel.membershipType}`),
              name: team.displayName,
            })}
          </Caption1>
        </span>
      ),
    },
    {
      id: 'reason',
      header: text('violations.reason'),
      width: 'minmax(0, 3fr)',
      cell: ({ reason }) => <span className={styles.lines}>{reason}</span>,
    },
    {
      id: 'status',
      header: text('violations.status'),
      width: 'minmax(0, 1fr)',
      cell: ({ status }) => <span className={styles.lines}>{text(`violations.status.${status}`)}</span>,
    },
    {
      id: 'deletion',
      header: text('violations.deletion'),
      width: '11rem',
      cell: ({ deleteDateTime }) => deleteDateTime !== undefined && <Moment value={deleteDateTime} />,
    },
    {
      id: 'act',
      header: text('violations.act'),
      width: '7rem',
      cell: (violation) => <AllowButton violation={violation} />,
    },
  ];
}
