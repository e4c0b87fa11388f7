import type { Policy } from '@charter/sdk';
import {
  Body1,
  Button,
  Field,
  Input,
  makeStyles,
  Spinner,
  Switch,
  Textarea,
  tokens,
} from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { ConflictBar, isConflict } from '../../components/ConflictBar.tsx';
import { Problem, SlowNotice } from '../../components/Problem.tsx';
import { problemsOf } from '../../components/problems.ts';
import { Section } from '../../components/Section.tsx';
import { useIsSlow } from '../../components/use-is-slow.ts';
import { KINDS, type PolicyKind } from './kinds.ts';
import { PolicyDifference } from './PolicyDifference.tsx';
import { PolicyEffect } from './PolicyEffect.tsx';
import { ScopeFields } from './ScopeFields.tsx';
import { SettingControl } from './SettingControl.tsx';
import { usePolicyForm } from './use-policy-form.ts';

const useStyles = makeStyles({
  form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalL, minWidth: 0 },
  save: { justifySelf: 'start', minHeight: '44px' },
});

interface PolicyFormProps {
  kind: PolicyKind;
  /** The policy to change; absent for a new one. */
  policy?: Policy;
  onSaved: (policy: Policy) => void;
}

/** Name, scope and settings of a policy. Its kind determines the settings. */
export function PolicyForm({ kind, policy, onSaved }: PolicyFormProps) {
  const styles = useStyles();
  const text = useMessages();
  const { draft, change, isNew, save, load, send, rebase, theirs, saveMine, takeTheirs } = usePolicyForm(
    kind,
    policy,
    onSaved,
  );
  const isSlow = useIsSlow(save.isPending);
  const problemAt = problemsOf(save.error);
  const { settings } = KINDS[kind];
  return (
    <>
      {policy !== undefined && (
        <PolicyEffect policy={policy} onSwitched={({ version }) => rebase(policy.version, version)} />
      )}
      <form noValidate className={styles.form} onSubmit={send}>
        <Section title={text('policies.about')}>
          <Field label={text('policies.name')} required {...problemAt('name')}>
            <Input
              value={draft.name}
              maxLength={128}
              onChange={(_event, { value }) => change({ name: value })}
            />
          </Field>
          <Field label={text('policies.description')} {...problemAt('description')}>
            <Textarea
              value={draft.description}
              maxLength={1024}
              onChange={(_event, { value }) => change({ description: value })}
            />
          </Field>
          {isNew && <Body1>{text('policies.startsReporting')}</Body1>}
          <Switch
            label={text('policies.enabled')}
            checked={draft.enabled}
            onChange={(_event, { checked }) => change({ enabled: checked })}
          />
          <ScopeFields kind={kind} draft={draft} onChange={change} problemAt={problemAt} />
        </Section>
        {settings.length > 0 && (
          <Section title={text('policies.settings')}>
            {settings.map((setting) => (
              <SettingControl
                key={setting.name}
                setting={setting}
                value={draft.settings[setting.name] ?? ''}
                problem={problemAt(`settings.${setting.name}`)}
                onChange={(value) => change({ settings: { ...draft.settings, [setting.name]: value } })}
              />
            ))}
          </Section>
        )}
        {save.error !== null && <Problem error={save.error} />}
        {!isNew && isConflict(save.error) && (
          <>
            {theirs !== undefined && <PolicyDifference kind={kind} theirs={theirs} mine={draft} />}
            <ConflictBar onSaveMine={saveMine} onTakeTheirs={takeTheirs} />
          </>
        )}
        {isSlow && <SlowNotice />}
        {load.error !== null && <Problem error={load.error} />}
        <Button
          className={styles.save}
          appearance="primary"
          type="submit"
          disabled={draft.name.trim() === ''}
          disabledFocusable={save.isPending}
        >
          {save.isPending ? (
            <Spinner size="tiny" label={text('action.save')} />
          ) : (
            text(isNew ? 'action.create' : 'action.save')
          )}
        </Button>
      </form>
    </>
  );
}
