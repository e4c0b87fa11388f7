import { Body1, makeStyles, tokens } from '@fluentui/react-components';
import { useSearch } from '@tanstack/react-router';
import { useChangeFilters } from '../../base/filters.ts';
import { useMessages } from '../../base/messages.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FilterBar } from '../../components/FilterBar.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { Counts } from './Counts.tsx';
import { useSimulation } from './queries.ts';
import { useTeamColumns } from './team-columns.tsx';

const useStyles = makeStyles({
  view: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalL, minWidth: 0 },
});

/** The outcome that a run would have for each team, with its reason. The simulation changes nothing. */
export function Simulation() {
  const styles = useStyles();
  const text = useMessages();
  const filters = useSearch({ from: '/lifecycle' });
  const change = useChangeFilters<typeof filters>();
  const simulation = useSimulation(filters.at, filters.scope === 'all' ? 'all' : 'due');
  const first = simulation.data?.first;
  return (
    <div className={styles.view}>
      <FilterBar
        filters={[
          { name: 'at', kind: 'date', label: text('lifecycle.at') },
          {
            name: 'scope',
            kind: 'choice',
            label: text('lifecycle.scope'),
            all: text('lifecycle.scope.due'),
            choices: [{ value: 'all', label: text('lifecycle.scope.all') }],
          },
        ]}
        values={filters}
        onChange={change}
      />
      {first && (
        <>
          <Body1>{text('lifecycle.governed', { count: first.governedTeams, cap: first.cap })}</Body1>
          <Counts counts={first.counts} />
        </>
      )}
      <QueryTable
        label={text('lifecycle.view.simulation')}
        query={simulation}
        keyOf={({ teamId }) => teamId}
        columns={useTeamColumns()}
        empty={
          <EmptyState>
            {text(first?.governedTeams === 0 ? 'lifecycle.noGoverned' : 'lifecycle.nothing')}
          </EmptyState>
        }
      />
    </div>
  );
}
