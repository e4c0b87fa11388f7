import type { App, AppCredentials } from '@charter/sdk';
import {
  Checkbox,
  Field,
  Input,
  MessageBar,
  MessageBarBody,
  makeStyles,
  Radio,
  RadioGroup,
} from '@fluentui/react-components';
import { useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { notify } from '../../components/notice-list.ts';
import { READ_SCOPES, type Scope, useAppActions, useCreateApp, WRITE_SCOPES } from './queries.ts';
import { showCredentials } from './SecretDialogs.tsx';
import { useScopeLabel } from './scope-label.ts';

const useStyles = makeStyles({ group: { border: 'none', margin: 0, padding: 0 } });

/** Registers an app, or changes the name and the scopes of the given one. */
export function AppDialog({ app, onClose }: { app?: App; onClose: () => void }) {
  const text = useMessages();
  const create = useCreateApp();
  const { update } = useAppActions(app?.id ?? '');
  const [displayName, setName] = useState(app?.displayName ?? '');
  const [isLimited, setLimited] = useState(app === undefined || app.scopes !== undefined);
  const [scopes, setScopes] = useState<readonly Scope[]>(app?.scopes ?? []);
  const save = app === undefined ? create : update;
  const name = displayName.trim();
  const send = () => {
    if (app === undefined) {
      const onSuccess = (credentials: AppCredentials) => showCredentials(credentials);
      create.mutate({ displayName: name, ...(isLimited && { scopes: [...scopes] }) }, { onSuccess });
      return;
    }
    const change = { displayName: name, scopes: isLimited ? [...scopes] : null };
    const onSuccess = () => {
      notify(text('apps.saved', { name }));
      onClose();
    };
    update.mutate(change, { onSuccess });
  };
  return (
    <FormDialog
      title={text(app === undefined ? 'apps.new' : 'apps.edit')}
      action={text(app === undefined ? 'apps.register' : 'action.save')}
      isSending={save.isPending}
      error={save.error}
      canSend={name !== '' && (!isLimited || scopes.length > 0)}
      onSend={send}
      onClose={onClose}
    >
      <Field label={text('apps.name')} required>
        <Input value={displayName} onChange={(_event, { value }) => setName(value)} />
      </Field>
      <Field label={text('apps.rights')}>
        <RadioGroup
          value={isLimited ? 'limited' : 'unlimited'}
          onChange={(_event, { value }) => setLimited(value === 'limited')}
        >
          <Radio value="limited" label={text('apps.limited')} />
          <Radio value="unlimited" label={text('apps.unlimited')} />
        </RadioGroup>
      </Field>
      {isLimited ? (
        <>
          <ScopeFields label={text('apps.reading')} of={READ_SCOPES} chosen={scopes} onChange={setScopes} />
          <ScopeFields label={text('apps.changing')} of={WRITE_SCOPES} chosen={scopes} onChange={setScopes} />
        </>
      ) : (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>{text('apps.unlimitedWarning')}</MessageBarBody>
        </MessageBar>
      )}
    </FormDialog>
  );
}

interface ScopeFieldsProps {
  label: string;
  of: readonly Scope[];
  chosen: readonly Scope[];
  onChange: (scopes: readonly Scope[]) => void;
}

function ScopeFields({ label, of, chosen, onChange }: ScopeFieldsProps) {
  const styles = useStyles();
  const describe = useScopeLabel();
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {of.map((scope) => (
        <div key={scope}>
          <Checkbox
            label={describe(scope)}
            checked={chosen.includes(scope)}
            onChange={(_event, { checked }) =>
              onChange(checked === true ? [...chosen, scope] : chosen.filter((one) => one !== scope))
            }
          />
        </div>
      ))}
    </fieldset>
  );
}
