import type { Hook } from '@charter/sdk';
import { Checkbox, Field, Input, makeStyles, Textarea, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useMessages } from '../../base/messages.ts';
import { useRecordName } from '../../components/code-names.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { problemsOf } from '../../components/problems.ts';
import { QueryView } from '../../components/QueryView.tsx';
import { type HookDraft, useSaveWebhook, useWebhookEvents } from './queries.ts';

const useStyles = makeStyles({
  events: {
    display: 'grid',
    maxHeight: '240px',
    overflowY: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
  },
});

interface HookDialogProps {
  /** The webhook to change; absent for a new one. */
  hook?: Hook;
  onDone: (hook: Hook) => void;
  onClose: () => void;
}

const draftOf = (hook: Hook | undefined): HookDraft => ({
  name: hook?.name ?? '',
  description: hook?.description ?? '',
  url: hook?.config.url ?? '',
  events: hook?.events ?? [],
});

/** A dialog for the name, address and events of a webhook. */
export function HookDialog({ hook, onDone, onClose }: HookDialogProps) {
  const text = useMessages();
  const save = useSaveWebhook(hook);
  const [draft, setDraft] = useState(() => draftOf(hook));
  const change = (fields: Partial<HookDraft>) => setDraft((last) => ({ ...last, ...fields }));
  const problemAt = problemsOf(save.error);
  return (
    <FormDialog
      title={text(hook === undefined ? 'hooks.new' : 'hooks.edit')}
      action={text(hook === undefined ? 'action.create' : 'action.save')}
      isSending={save.isPending}
      error={save.error}
      canSend={draft.url.trim() !== '' && draft.events.length > 0}
      onSend={() => save.mutate(draft, { onSuccess: onDone })}
      onClose={onClose}
    >
      <Field label={text('hooks.url')} required hint={text('hooks.urlHint')} {...problemAt('config.url')}>
        <Input type="url" value={draft.url} onChange={(_event, { value }) => change({ url: value })} />
      </Field>
      <Field label={text('hooks.name')} {...problemAt('name')}>
        <Input value={draft.name} maxLength={128} onChange={(_event, { value }) => change({ name: value })} />
      </Field>
      <Field label={text('hooks.description')} {...problemAt('description')}>
        <Textarea
          value={draft.description}
          maxLength={1024}
          onChange={(_event, { value }) => change({ description: value })}
        />
      </Field>
      <Events chosen={draft.events} onChange={(events) => change({ events })} />
    </FormDialog>
  );
}

function Events(props: { chosen: readonly string[]; onChange: (chosen: readonly string[]) => void }) {
  const { chosen, onChange } = props;
  const styles = useStyles();
  const text = useMessages();
  const events = useWebhookEvents();
  const nameOf = useRecordName();
  // The service describes events in English only.
  const isEnglish = useIntl().locale.startsWith('en');
  return (
    <fieldset className={styles.events}>
      <legend>{text('hooks.events')}</legend>
      <QueryView query={events}>
        {({ value }) =>
          value.map(({ code, description }) => (
            <Checkbox
              key={code}
              label={`${isEnglish ? description : nameOf(code)} (${code})`}
              checked={chosen.includes(code)}
              onChange={(_event, { checked }) =>
                onChange(checked === true ? [...chosen, code] : chosen.filter((each) => each !== code))
              }
            />
          ))
        }
      </QueryView>
    </fieldset>
  );
}
