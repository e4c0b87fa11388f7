import type { DirectoryTeam } from '@charter/sdk';
import { Badge, Caption1, makeStyles } from '@fluentui/react-components';
import { Link, useSearch } from '@tanstack/react-router';
import { useChangeFilters } from '../../base/filters.ts';
import { useMessages } from '../../base/messages.ts';
import type { Column } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FilterBar } from '../../components/FilterBar.tsx';
import { Page } from '../../components/Page.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { useDirectory } from './queries.ts';

const useStyles = makeStyles({
  lines: { display: 'grid', minWidth: 0, overflowWrap: 'anywhere', unicodeBidi: 'plaintext' },
});

/** The directory of teams: teams that the person may find without being in them. */
export function DirectoryPage() {
  const text = useMessages();
  const filters = useSearch({ from: '/directory' });
  const change = useChangeFilters<typeof filters>();
  return (
    <Page wide title={text('directory.title')}>
      <Caption1>{text('directory.intro')}</Caption1>
      <FilterBar
        filters={[{ name: 'search', kind: 'search', label: text('directory.words') }]}
        values={filters}
        onChange={change}
      />
      <QueryTable
        label={text('directory.title')}
        query={useDirectory(filters.search)}
        keyOf={({ id }) => id}
        columns={useColumns()}
        empty={
          <EmptyState>
            {text(filters.search === undefined ? 'directory.empty' : 'directory.noneFound')}
          </EmptyState>
        }
      />
    </Page>
  );
}

function useColumns(): Column<DirectoryTeam>[] {
  const text = useMessages();
  const styles = useStyles();
  return [
    {
      id: 'name',
      header: text('team.name'),
      width: 'minmax(0, 2fr)',
      cell: ({ id, displayName }) => (
        <Link to="/directory/$teamId" params={{ teamId: id }}>
          {displayName}
        </Link>
      ),
    },
    {
      id: 'purpose',
      header: text('team.description'),
      width: 'minmax(0, 3fr)',
      cell: ({ description, answers }) => (
        <span className={styles.lines}>
          {description !== undefined && <span>{description}</span>}
          {answers.map((answer) => (
            <Caption1 key={answer.id}>
              {answer.title}: {answer.text}
            </Caption1>
          ))}
        </span>
      ),
    },
    {
      id: 'owners',
      header: text('team.owners'),
      width: 'minmax(0, 2fr)',
      cell: ({ owners }) => owners.map(({ displayName }) => displayName).join(', '),
    },
    {
      id: 'standing',
      header: text('directory.standing'),
      width: '9rem',
      cell: (team) => <Standing team={team} />,
    },
  ];
}

function Standing({ team: { role, joinRequest } }: { team: DirectoryTeam }) {
  const text = useMessages();
  if (role !== undefined) return <Badge appearance="tint">{text(`role.${role}`)}</Badge>;
  return joinRequest === undefined ? null : <Badge appearance="outline">{text('directory.asked')}</Badge>;
}
