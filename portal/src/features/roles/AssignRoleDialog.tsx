import { Field, Input, Radio, RadioGroup, Select } from '@fluentui/react-components';
import { useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { useRoleName } from '../../components/code-names.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { notify } from '../../components/notice-list.ts';
import { type ChosenPerson, PeoplePicker } from '../users/PeoplePicker.tsx';
import { ROLES, type Role, useAssignRole } from './queries.ts';

/** Assigns a role to a person of the directory, or to a registered app. */
export function AssignRoleDialog({ onClose }: { onClose: () => void }) {
  const text = useMessages();
  const roleName = useRoleName();
  const assign = useAssignRole();
  const [kind, setKind] = useState<'user' | 'app'>('user');
  const [people, setPeople] = useState<readonly ChosenPerson[]>([]);
  const [appId, setAppId] = useState('');
  const [role, setRole] = useState<Role>('INTEGRATION_MANAGER');
  const [end, setEnd] = useState('');
  const principalId = kind === 'user' ? people[0]?.id : appId.trim();
  const send = () => {
    if (!principalId) return;
    assign.mutate(
      { principalId, role, end },
      {
        onSuccess: (assigned) => {
          const name = 'status' in assigned ? undefined : (assigned.displayName ?? principalId);
          notify(
            name === undefined
              ? text('change.requested')
              : text('roles.assigned', { role: roleName(role), name }),
          );
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={text('roles.assign')}
      action={text('roles.assign')}
      isSending={assign.isPending}
      error={assign.error}
      canSend={Boolean(principalId)}
      onSend={send}
      onClose={onClose}
    >
      <Field label={text('roles.kind')}>
        <RadioGroup
          layout="horizontal"
          value={kind}
          onChange={(_event, { value }) => setKind(value as typeof kind)}
        >
          <Radio value="user" label={text('roles.kind.user')} />
          <Radio value="app" label={text('roles.kind.app')} />
        </RadioGroup>
      </Field>
      {kind === 'user' ? (
        <PeoplePicker label={text('roles.person')} required most={1} chosen={people} onChange={setPeople} />
      ) : (
        <Field label={text('roles.appId')} required>
          <Input value={appId} onChange={(_event, { value }) => setAppId(value)} />
        </Field>
      )}
      <Field label={text('roles.role')} hint={text(`roles.means.${role}`)}>
        <Select value={role} onChange={(_event, { value }) => setRole(value as Role)}>
          {ROLES.map((name) => (
            <option key={name} value={name}>
              {roleName(name)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={text('roles.end')} hint={text('roles.endHint')}>
        <Input type="date" value={end} onChange={(_event, { value }) => setEnd(value)} />
      </Field>
    </FormDialog>
  );
}
