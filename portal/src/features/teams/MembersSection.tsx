import type { TeamMember, TeamSummary } from '@charter/sdk';
import { Badge, Button, Caption1, Field, makeStyles, tokens } from '@fluentui/react-components';
import { PersonAddRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import type { Column } from '../../components/DataTable.tsx';
import { openDialog } from '../../components/dialogs.ts';
import { Moment } from '../../components/Moment.tsx';
import { PersonCell } from '../../components/PersonCell.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { SearchInput } from '../../components/SearchInput.tsx';
import { useDebounced } from '../../components/use-debounced.ts';
import { AddMembersDialog } from './AddMembersDialog.tsx';
import { MemberActions } from './MemberActions.tsx';
import { useTeamPermissions } from './permissions.ts';
import { useMembers } from './queries.ts';

const TYPING_MILLISECONDS = 300;

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'end',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
  },
  search: { width: 'min(320px, 100%)' },
  stay: { display: 'grid', minWidth: 0 },
});

/** The members of a team with their roles, and why some are permanent. */
export function MembersSection({ team }: { team: TeamSummary }) {
  const styles = useStyles();
  const text = useMessages();
  const { canWrite } = useTeamPermissions(team);
  const [typed, setTyped] = useState('');
  const members = useMembers(team.id, useDebounced(typed, TYPING_MILLISECONDS));
  const hasGuests = members.data?.items.some((member) => roleOf(member) === 'guest') === true;
  return (
    <>
      <div className={styles.bar}>
        <Field label={text('members.search')} className={styles.search}>
          <SearchInput value={typed} onChange={setTyped} />
        </Field>
        {canWrite && (
          <Button
            appearance="primary"
            icon={<PersonAddRegular />}
            onClick={() => openDialog((close) => <AddMembersDialog team={team} onClose={close} />)}
          >
            {text('members.add')}
          </Button>
        )}
      </div>
      <QueryTable<TeamMember>
        label={text('teamPage.section.members')}
        query={members}
        keyOf={({ id }) => id}
        columns={useColumns(team, hasGuests)}
        empty={text('members.none')}
      />
    </>
  );
}

const roleOf = ({ roles }: TeamMember): 'owner' | 'member' | 'guest' =>
  roles.includes('owner') ? 'owner' : roles.includes('guest') ? 'guest' : 'member';

function useColumns(team: TeamSummary, hasGuests: boolean): Column<TeamMember>[] {
  const styles = useStyles();
  const text = useMessages();
  const stay: Column<TeamMember> = {
    id: 'stay',
    header: text('members.stay'),
    width: 'minmax(0, 1.5fr)',
    cell: ({ endDateTime, sponsor }) =>
      endDateTime === undefined && sponsor === undefined ? (
        '–'
      ) : (
        <span className={styles.stay}>
          {endDateTime !== undefined && (
            <span>
              {text('members.until')} <Moment value={endDateTime} />
            </span>
          )}
          {sponsor !== undefined && (
            <Caption1>{text('members.sponsoredBy', { name: sponsor.displayName })}</Caption1>
          )}
        </span>
      ),
  };
  return [
    {
      id: 'name',
      header: text('members.name'),
      width: 'minmax(0, 2fr)',
      cell: ({ displayName, email }) => <PersonCell name={displayName} mail={email} />,
    },
    {
      id: 'role',
      header: text('teams.role'),
      width: '7.5rem',
      cell: (member) => (
        <Badge appearance="tint" color={roleOf(member) === 'owner' ? 'brand' : 'informative'}>
          {text(`role.${roleOf(member)}`)}
        </Badge>
      ),
    },
    ...(hasGuests ? [stay] : []),
    {
      id: 'permanent',
      header: text('members.permanent'),
      width: 'minmax(0, 2fr)',
      cell: ({ permanent = [] }) =>
        permanent.length === 0
          ? '–'
          : permanent
              .map(({ role, source }) =>
                text(`members.permanent.${source.type}`, { name: source.name, role: text(`role.${role}`) }),
              )
              .join(' '),
    },
    {
      id: 'actions',
      header: text('members.actions'),
      width: 'minmax(0, 2fr)',
      cell: (member) => <MemberActions team={team} member={member} role={roleOf(member)} />,
    },
  ];
}
