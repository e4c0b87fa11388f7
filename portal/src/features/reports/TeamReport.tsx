import type { ReportedTeam } from '@charter/sdk';
import { Caption1, makeStyles } from '@fluentui/react-components';
import { Link, useSearch } from '@tanstack/react-router';
import { FormattedDate } from 'react-intl';
import { useChangeFilters } from '../../base/filters.ts';
import { useMessages } from '../../base/messages.ts';
import type { Column } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { useFileSize } from '../contents/use-file-size.ts';
import { useLabels } from '../labels/queries.ts';
import { useIsPermitted } from '../me/queries.ts';
import { useOverview } from '../overview/queries.ts';
import { TeamBars } from '../overview/TeamBars.tsx';
import type { TeamAddress } from '../teams/filters.ts';
import { TeamFilterBar } from '../teams/TeamFilterBar.tsx';
import { useTeamReport } from './queries.ts';
import { ReportFrame } from './ReportFrame.tsx';

const DAY_MILLISECONDS = 24 * 60 * 60_000;
const OWNERLESS = { state: 'active', owners: 'none' };

/** The inventory of teams, or of those without owners. */
export function TeamReport({ isOwnerless }: { isOwnerless: boolean }) {
  const text = useMessages();
  const may = useIsPermitted();
  const { view: _, question: _question, scope: _scope, ...address } = useSearch({ from: '/reports' });
  const change = useChangeFilters<TeamAddress>();
  const filters = isOwnerless ? { ...address, ...OWNERLESS } : address;
  const teams = useTeamReport(filters);
  return (
    <ReportFrame
      intro={text(isOwnerless ? 'reports.intro.ownerless' : 'reports.intro.teams')}
      filters={<TeamFilterBar scope="all" values={filters} onChange={change} />}
      file={{ report: 'teams', filters }}
      actions={
        <Link to="/teams" search={{ ...filters, scope: 'all' }}>
          {text('reports.changeTeams')}
        </Link>
      }
      {...(may('getOverview') && { plot: <Plot /> })}
    >
      <QueryTable<ReportedTeam>
        label={text(isOwnerless ? 'reports.view.ownerless' : 'reports.view.teams')}
        query={teams}
        keyOf={({ id }) => id}
        columns={useColumns()}
        empty={<EmptyState>{text('teams.none')}</EmptyState>}
      />
    </ReportFrame>
  );
}

function Plot() {
  const { data } = useOverview({ weeks: 12, inactiveDays: 90 });
  return data && <TeamBars teams={data.teams} />;
}

const useStyles = makeStyles({ lines: { display: 'grid', minWidth: 0 } });

function useColumns(): Column<ReportedTeam>[] {
  const styles = useStyles();
  const text = useMessages();
  const fileSize = useFileSize();
  const labels = useLabels(true).data?.value;
  const now = Date.now();
  const nameOfLabel = (label: string | undefined) => labels?.find(({ id }) => id === label)?.name ?? label;
  return [
    {
      id: 'name',
      header: text('teams.name'),
      width: 'minmax(0, 3fr)',
      cell: ({ id, displayName, template, sensitivityLabelId, answers }) => (
        <span className={styles.lines}>
          <Link to="/teams/$teamId" params={{ teamId: id }}>
            {displayName}
          </Link>
          <Caption1 block>
            {[
              template?.name,
              nameOfLabel(sensitivityLabelId),
              ...answers.map((answer) => text('named.value', { name: answer.title, value: answer.text })),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Caption1>
        </span>
      ),
    },
    {
      id: 'owners',
      header: text('teams.owners'),
      width: 'minmax(0, 2fr)',
      cell: ({ id, owners }) => (
        <Link to="/teams/$teamId" params={{ teamId: id }} search={{ section: 'members' }}>
          {owners.length === 0
            ? text('teams.owners.none')
            : owners.map(({ displayName }) => displayName).join(', ')}
        </Link>
      ),
    },
    {
      id: 'members',
      header: text('teams.members'),
      width: '6.5rem',
      cell: ({ memberCount, guestCount }) => (
        <span className={styles.lines}>
          {text('teams.memberCount', { count: memberCount })}
          <Caption1 block>{text('reports.guestCount', { count: guestCount })}</Caption1>
        </span>
      ),
    },
    {
      id: 'activity',
      header: text('teams.activity'),
      width: '8rem',
      cell: ({ createdDateTime, lastActivityDateTime, endDateTime }) => (
        <span className={styles.lines}>
          <FormattedDate value={lastActivityDateTime} dateStyle="medium" />
          <Caption1 block>
            {text('reports.age', {
              count: Math.floor((now - Date.parse(createdDateTime)) / DAY_MILLISECONDS),
            })}
          </Caption1>
          {endDateTime !== undefined && (
            <Caption1 block>
              {text('lifecycle.end')} <FormattedDate value={endDateTime} dateStyle="medium" timeZone="UTC" />
            </Caption1>
          )}
        </span>
      ),
    },
    {
      id: 'storage',
      header: text('reports.storage'),
      width: '6rem',
      cell: ({ storageBytes }) =>
        storageBytes === undefined ? text('reports.unknown') : fileSize(storageBytes),
    },
  ];
}
