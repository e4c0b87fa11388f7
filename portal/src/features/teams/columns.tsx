import type { TeamSummary } from '@charter/sdk';
import { Caption1, makeStyles, tokens } from '@fluentui/react-components';
import { Link } from '@tanstack/react-router';
import { FormattedDate } from 'react-intl';
import { useMessages } from '../../base/messages.ts';
import type { Column } from '../../components/DataTable.tsx';
import type { TeamScope } from './queries.ts';
import { TeamBadges } from './TeamBadges.tsx';

const useStyles = makeStyles({
  link: { color: tokens.colorBrandForegroundLink },
  name: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', minWidth: 0, '& > *': { minWidth: 0 } },
});

export function useTeamColumns(scope: TeamScope): Column<TeamSummary>[] {
  const styles = useStyles();
  const text = useMessages();
  const people: Column<TeamSummary> =
    scope === 'mine'
      ? {
          id: 'role',
          header: text('teams.role'),
          width: 'minmax(5.5rem, 7rem)',
          cell: ({ role }) => text(`role.${role ?? 'member'}`),
        }
      : {
          id: 'owners',
          header: text('teams.owners'),
          width: 'minmax(5.5rem, 7rem)',
          cell: ({ ownerCount }) => text('teams.ownerCount', { count: ownerCount }),
        };
  return [
    {
      id: 'name',
      header: text('teams.name'),
      width: 'minmax(0, 3fr)',
      cell: ({ id, displayName, template, description }) => (
        <span className={styles.name}>
          <Link to="/teams/$teamId" params={{ teamId: id }} className={styles.link}>
            {displayName}
          </Link>
          <Caption1 truncate wrap={false} block>
            {template?.name ?? description}
          </Caption1>
        </span>
      ),
    },
    people,
    {
      id: 'members',
      header: text('teams.members'),
      width: '5.5rem',
      cell: ({ memberCount }) => text('teams.memberCount', { count: memberCount }),
    },
    {
      id: 'visibility',
      header: text('teams.visibility'),
      width: 'minmax(5.5rem, 6.5rem)',
      cell: ({ visibility }) => text(`visibility.${visibility}`),
    },
    {
      id: 'activity',
      header: text('teams.activity'),
      width: '6.875rem',
      cell: ({ lastActivityDateTime }) => <FormattedDate value={lastActivityDateTime} dateStyle="medium" />,
    },
    {
      id: 'state',
      header: text('teams.state'),
      width: 'minmax(6.5rem, 1fr)',
      cell: (team) => <TeamBadges team={team} />,
    },
  ];
}
