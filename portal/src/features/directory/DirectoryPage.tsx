import type { DirectoryTeam } from '@charter/sdk';
import { Badge, Caption1, makeStyles } from '@fluentui/react-components';
import { Link, useSearch } from '@tanstack/react-router';
import { useChangeFilters } from '../../base/filters.ts';
import { useMessages } from '../../base/messages.ts';
import type { Column } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { type Choice, FilterBar } from '../../components/FilterBar.tsx';
import { Page } from '../../components/Page.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { useDirectory } from './queries.ts';

const useStyles = makeStyles({
  lines: { display: 'grid', minWidth: 0, overflowWrap: 'anywhere', unicodeBidi: 'plaintext' },
});

/** The service compares texts up to this length. */
const LONGEST_COMPARED = 200;

/** Returns the distinct answers of the teams as choices with the value `<question>=<answer>`, ordered by label. */
function answerChoices(
  teams: readonly DirectoryTeam[],
  labelOf: (name: string, value: string) => string,
): Choice[] {
  const choices = teams.flatMap(({ answers }) =>
    answers.flatMap(({ id, title, value, text }): Choice[] =>
      Array.isArray(value)
        ? value.map((one) => ({ value: `${id}=${one}`, label: labelOf(title, one) }))
        : [{ value: `${id}=${value}`, label: labelOf(title, text) }],
    ),
  );
  return [...new Map(choices.map((choice) => [choice.value, choice])).values()]
    .filter(({ value, label }) => value.length <= LONGEST_COMPARED && !label.includes('\n'))
    .sort((one, other) => one.label.localeCompare(other.label));
}

/**
 * Returns the filter by answer; none while no team has a public answer. Its choices are the answers of the teams that
 * match the search alone, so that another answer can be chosen.
 */
function useAnswerFilter({ search, answer }: { search?: string; answer?: string }) {
  const text = useMessages();
  const labelOf = (name: string, value: string) => text('named.value', { name, value });
  const found = answerChoices(useDirectory(search).data?.items ?? [], labelOf);
  const isListed = answer === undefined || found.some(({ value }) => value === answer);
  const choices = isListed ? found : [...found, { value: answer, label: answer }];
  if (choices.length === 0) return [];
  return [{ name: 'answer', kind: 'choice', label: text('directory.answer'), choices }] as const;
}

/** The directory of teams: teams that the person may find without being in them. */
export function DirectoryPage() {
  const text = useMessages();
  const filters = useSearch({ from: '/directory' });
  const change = useChangeFilters<typeof filters>();
  return (
    <Page wide title={text('directory.title')}>
      <Caption1>{text('directory.intro')}</Caption1>
      <FilterBar
        filters={[
          { name: 'search', kind: 'search', label: text('directory.words') },
          ...useAnswerFilter(filters),
        ]}
        values={filters}
        onChange={change}
      />
      <QueryTable
        label={text('directory.title')}
        query={useDirectory(filters.search, filters.answer)}
        keyOf={({ id }) => id}
        columns={useColumns()}
        empty={
          <EmptyState>
            {text(
              filters.search === undefined && filters.answer === undefined
                ? 'directory.empty'
                : 'directory.noneFound',
            )}
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
              {text('named.value', { name: answer.title, value: answer.text })}
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
