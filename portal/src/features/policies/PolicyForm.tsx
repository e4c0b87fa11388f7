import type { Policy } from '@charter/sdk';
import {
  Button,
  Field,
  Input,
  makeStyles,
  Spinner,
  Switch,
  Textarea,
  tokens,
} from '@fluentui/react-components';
import type { FormEvent } from 'react';
import { useMessages } from '../../app/messages.ts';
import { ConflictBar, isConflicting } from '../../components/ConflictBar.tsx';
import { Problem } from '../../components/Problem.tsx';
import { problemsOf } from '../../components/problems.ts';
import { Section } from '../../components/Section.tsx';
import { useLastingState } from '../../components/use-lasting-state.ts';
import { draftOf, type PolicyDraft, toPayload } from './draft.ts';
import { KINDS, type PolicyKind } from './kinds.ts';
import { useLoadPolicy, useSavePolicy } from './queries.ts';
import { ScopeFields } from './ScopeFields.tsx';
import { SettingControl } from './SettingControl.tsx';

const useStyles = makeStyles({
  form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalL, minWidth: 0 },
  save: { justifySelf: 'start', minHeight: '44px' },
});

interface PolicyFormProps {
  kind: PolicyKind;
  /** The policy to change; a new one without it. */
  policy?: Policy;
  onSaved: (policy: Policy) => void;
}

/** Name, scope and settings of a policy. The kind decides the settings. */
export function PolicyForm({ kind, policy, onSaved }: PolicyFormProps) {
  const styles = useStyles();
  const text = useMessages();
  // The version that the person sees: a newer one that is loaded meanwhile must not hide a conflict.
  const [{ draft, version }, setForm] = useLastingState(`policy.${policy?.id ?? kind}`, () => ({
    draft: draftOf(kind, policy),
    version: policy?.version,
  }));
  const base = policy && version !== undefined ? { ...policy, version } : undefined;
  const save = useSavePolicy();
  const load = useLoadPolicy(policy?.id ?? '');
  const change = (fields: Partial<PolicyDraft>) =>
    setForm((last) => ({ ...last, draft: { ...last.draft, ...fields } }));
  const problemAt = problemsOf(save.error);
  const { settings } = KINDS[kind];
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending && draft.name.trim() !== '') sendOver(base);
  };
  const sendOver = (over: Policy | undefined) =>
    save.mutate(
      { payload: toPayload(kind, draft), over },
      {
        onSuccess: (saved) => {
          setForm((last) => ({ ...last, version: saved.version }));
          onSaved(saved);
        },
      },
    );
  const takeTheirs = (theirs: Policy) => {
    setForm({ draft: draftOf(kind, theirs), version: theirs.version });
    save.reset();
  };
  return (
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
        <Switch
          label={text('policies.enabled')}
          checked={draft.enabled}
          onChange={(_event, { checked }) => change({ enabled: checked })}
        />
        <ScopeFields kind={kind} draft={draft} onChange={change} problem={problemAt('scope')} />
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
      {base !== undefined && isConflicting(save.error) && (
        <ConflictBar
          onSaveMine={() => load.mutate(undefined, { onSuccess: sendOver })}
          onTakeTheirs={() => load.mutate(undefined, { onSuccess: takeTheirs })}
        />
      )}
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
          text(policy === undefined ? 'action.create' : 'action.save')
        )}
      </Button>
    </form>
  );
}
