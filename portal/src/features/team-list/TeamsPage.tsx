import type { TeamSummary } from '@charter/sdk';
import { Caption1, makeStyles, Tab, TabList, tokens } from '@fluentui/react-components';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useChangeFilters } from '../../base/filters.ts';
import { useMessages } from '../../base/messages.ts';
import { openDialog } from '../../components/dialogs.ts';
import { Page } from '../../components/Page.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { useIsPermitted } from '../me/queries.ts';
import { useTeamColumns } from '../teams/columns.tsx';
import type { TeamAddress } from '../teams/filters.ts';
import { type TeamScope, useTeams } from '../teams/queries.ts';
import { TeamFilterBar } from '../teams/TeamFilterBar.tsx';
import { BulkBar } from './BulkBar.tsx';
import { BulkDialog } from './BulkDialog.tsx';
import { type BulkAction, type BulkSelection, selectIds, selectMatches } from './bulk.ts';

const useStyles = makeStyles({
  panel: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalM },
  count: { minHeight: tokens.lineHeightBase200 },
});

/**
 * The person's teams, and all teams of the organisation for those who can list them. The filters are in the address.
 */
export function TeamsPage() {
  const text = useMessages();
  const may = useIsPermitted();
  const address = useSearch({ from: '/teams' });
  const change = useChangeFilters<TeamAddress>();
  const mayListAll = may('getTeams');
  const scope: TeamScope = mayListAll && address.scope === 'all' ? 'all' : 'mine';
  return (
    <Page wide title={text('teams.title')}>
      {mayListAll && (
        <TabList
          selectedValue={scope}
          onTabSelect={(_event, { value }) => change({ scope: value === 'all' ? 'all' : '' })}
        >
          {(['mine', 'all'] as const).map((name) => (
            <Tab key={name} value={name} id={`scope-${name}`} aria-controls="team-list">
              {text(`teams.scope.${name}`)}
            </Tab>
          ))}
        </TabList>
      )}
      <TeamFilterBar scope={scope} values={address} onChange={change} />
      <div id="team-list" {...(mayListAll && { role: 'tabpanel', 'aria-labelledby': `scope-${scope}` })}>
        <TeamList key={scope} scope={scope} address={address} />
      </div>
    </Page>
  );
}

function TeamList({ scope, address: { scope: _, ...filters } }: { scope: TeamScope; address: TeamAddress }) {
  const styles = useStyles();
  const text = useMessages();
  const teams = useTeams(scope, filters);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isAll, setAll] = useState(false);
  const deselect = () => {
    setChosen(new Set());
    setAll(false);
  };
  const select = (ids: ReadonlySet<string>) => {
    setChosen(ids);
    setAll(false);
  };
  const items = teams.data?.items ?? [];
  const selected = items.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  const total = teams.data?.first?.['@odata.count'] ?? 0;
  const matches = selectMatches(scope, filters, total);
  const selection: BulkSelection = isAll && matches !== undefined ? matches : selectIds(selected);
  const canSelectAll =
    matches !== undefined && !isAll && selected.length === items.length && total > items.length;
  const act = (action: BulkAction) =>
    openDialog((close) => <BulkDialog action={action} selection={selection} onClose={close} />);
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <div className={styles.panel}>
      <Caption1 role="status" className={styles.count}>
        {teams.data?.first !== undefined && text('teams.count', { count: teams.data.first['@odata.count'] })}
      </Caption1>
      {selected.length > 0 && (
        <BulkBar
          count={selection.count}
          matches={canSelectAll ? total : undefined}
          onSelectMatches={() => setAll(true)}
          onAction={act}
          onDeselect={deselect}
        />
      )}
      <QueryTable<TeamSummary>
        label={text('teams.title')}
        query={teams}
        keyOf={({ id }) => id}
        columns={useTeamColumns(scope)}
        selection={{ chosen, onChange: select, nameOf: ({ displayName }) => displayName }}
        empty={text(isFiltered ? 'teams.none' : 'teams.empty')}
      />
    </div>
  );
}
