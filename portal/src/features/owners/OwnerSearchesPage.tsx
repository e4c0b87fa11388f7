import type { OwnerSearchOfTeam } from '@charter/sdk';
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
import { SEARCH_STATES, useOwnerSearches } from './queries.ts';

const useStyles = makeStyles({ lines: { display: 'grid', minWidth: 0, overflowWrap: 'anywhere' } });

/** Lists teams that have too few or too many owners for their policy, with the people who were asked. */
export function OwnerSearchesPage() {
  const text = useMessages();
  const filters = useSearch({ from: '/owners' });
  const change = useChangeFilters<typeof filters>();
  const searches = useOwnerSearches(SEARCH_STATES.find((state) => state === filters.state));
  return (
    <Page wide title={text('owners.title')}>
      <Caption1>{text('owners.intro')}</Caption1>
      <FilterBar
        filters={[
          {
            name: 'state',
            kind: 'choice',
            label: text('owners.state'),
            all: text('owners.allStates'),
            choices: SEARCH_STATES.map((value) => ({ value, label: text(`owners.state.${value}`) })),
          },
        ]}
        values={filters}
        onChange={change}
      />
      <QueryTable
        label={text('owners.title')}
        query={searches}
        keyOf={({ team }) => team.id}
        columns={useColumns()}
        empty={<EmptyState>{text('owners.empty')}</EmptyState>}
      />
    </Page>
  );
}

function useColumns(): Column<OwnerSearchOfTeam>[] {
  const styles = useStyles();
  const text = useMessages();
  return [
    {
      id: 'team',
      header: text('policies.team'),
      width: 'minmax(0, 2fr)',
      cell: ({ team }) => (
        <Link to="/teams/$teamId" params={{ teamId: team.id }} search={{ section: 'governance' }}>
          {team.displayName}
        </Link>
      ),
    },
    {
      id: 'state',
      header: text('owners.state'),
      width: 'minmax(0, 2fr)',
      cell: ({ state, ownerCount, limit }) => (
        <span className={styles.lines}>
          {text(`owners.state.${state}`)}
          <Caption1>
            {text(ownerCount < limit ? 'owners.tooFew' : 'owners.tooMany', { count: ownerCount, limit })}
          </Caption1>
        </span>
      ),
    },
    {
      id: 'asked',
      header: text('owners.asked'),
      width: 'minmax(0, 3fr)',
      cell: ({ requests }) => (
        <span className={styles.lines}>
          {requests.map(({ id, person, status }) => (
            <span key={id}>
              {text('owners.personStatus', {
                name: person.displayName,
                status: text(`ownerRequest.status.${status}`),
              })}
            </span>
          ))}
        </span>
      ),
    },
    {
      id: 'next',
      header: text('owners.next'),
      width: '11rem',
      cell: ({ nextDateTime }) => nextDateTime !== undefined && <Moment value={nextDateTime} />,
    },
  ];
}
