import type { RoleAssignment } from '@charter/sdk';
import { Button, Caption1, makeStyles } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import { useMessages } from '../../base/messages.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useRoleName } from '../../components/code-names.ts';
import type { Column } from '../../components/DataTable.tsx';
import { openDialog } from '../../components/dialogs.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Moment } from '../../components/Moment.tsx';
import { notify } from '../../components/notice-list.ts';
import { Page } from '../../components/Page.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { WaitingChanges } from '../jobs/SecondApproval.tsx';
import { AssignRoleDialog } from './AssignRoleDialog.tsx';
import { type Role, useRemoveRole, useRoles } from './queries.ts';

const useStyles = makeStyles({ lines: { display: 'grid', minWidth: 0 } });

export function RolesPage() {
  const text = useMessages();
  const roles = useRoles();
  return (
    <Page
      wide
      title={text('roles.title')}
      actions={
        <Button
          appearance="primary"
          icon={<AddRegular />}
          onClick={() => openDialog((close) => <AssignRoleDialog onClose={close} />)}
        >
          {text('roles.assign')}
        </Button>
      }
    >
      <Caption1>{text('roles.intro')}</Caption1>
      <WaitingChanges types={['RoleChange']} />
      <QueryTable
        label={text('roles.title')}
        query={roles}
        keyOf={({ principalId, role }) => `${principalId} ${role}`}
        columns={useColumns()}
        empty={<EmptyState>{text('roles.empty')}</EmptyState>}
      />
    </Page>
  );
}

const nameOf = ({ displayName, principalId }: RoleAssignment): string => displayName ?? principalId;

function useColumns(): Column<RoleAssignment>[] {
  const styles = useStyles();
  const roleName = useRoleName();
  const text = useMessages();
  return [
    {
      id: 'name',
      header: text('roles.who'),
      cell: (assignment) => (
        <span className={styles.lines}>
          {nameOf(assignment)}
          <Caption1>{assignment.principalId}</Caption1>
        </span>
      ),
    },
    {
      id: 'kind',
      header: text('roles.kind'),
      width: '8.125rem',
      cell: ({ kind }) => text(`roles.kind.${kind ?? 'gone'}`),
    },
    {
      id: 'role',
      header: text('roles.role'),
      width: 'minmax(0, 2fr)',
      cell: ({ role }) => (
        <span className={styles.lines}>
          {roleName(role)}
          <Caption1>
            {text('named.value', { name: role, value: text(`roles.means.${role as Role}`) })}
          </Caption1>
        </span>
      ),
    },
    {
      id: 'end',
      header: text('roles.end'),
      width: '10.625rem',
      cell: ({ expiresDateTime }) => expiresDateTime && <Moment value={expiresDateTime} />,
    },
    {
      id: 'remove',
      header: text('roles.action'),
      width: '7.5rem',
      cell: (assignment) => (
        <Button
          aria-label={text('roles.removeFrom', { role: roleName(assignment.role), name: nameOf(assignment) })}
          onClick={() => openDialog((close) => <RemoveDialog assignment={assignment} onClose={close} />)}
        >
          {text('action.remove')}
        </Button>
      ),
    },
  ];
}

function RemoveDialog({ assignment, onClose }: { assignment: RoleAssignment; onClose: () => void }) {
  const text = useMessages();
  const roleName = useRoleName();
  const remove = useRemoveRole();
  const values = { role: roleName(assignment.role), name: nameOf(assignment) };
  return (
    <ConfirmDialog
      danger
      title={text('roles.removeFrom', values)}
      action={text('action.remove')}
      isSending={remove.isPending}
      error={remove.error}
      onSend={() =>
        remove.mutate(assignment, {
          onSuccess: (waiting) => {
            notify(waiting === undefined ? text('roles.removed', values) : text('change.requested'));
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      {text('roles.removeDetail')}
    </ConfirmDialog>
  );
}
