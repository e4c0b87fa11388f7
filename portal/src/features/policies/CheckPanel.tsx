import { Button, Field, Input, makeStyles, Select, tokens } from '@fluentui/react-components';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { Problem } from '../../components/Problem.tsx';
import { Section } from '../../components/Section.tsx';
import { VerdictList } from '../../components/VerdictList.tsx';
import { usePolicyCheck, useTemplates } from './queries.ts';

const useStyles = makeStyles({
  form: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM, alignItems: 'end' },
  field: { flexGrow: 1, flexBasis: '220px', maxWidth: '420px' },
});

/** Checks the name of a new team against the policies. */
export function CheckPanel() {
  const styles = useStyles();
  const text = useMessages();
  const check = usePolicyCheck();
  const templates = useTemplates();
  const [name, setName] = useState('');
  const [template, setTemplate] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') check.mutate({ name, ...(template && { template: { id: template } }) });
  };
  return (
    <Section title={text('policies.check')}>
      <form className={styles.form} onSubmit={send}>
        <Field label={text('policies.checkName')} className={styles.field}>
          <Input value={name} maxLength={264} onChange={(_event, { value }) => setName(value)} />
        </Field>
        <Field label={text('policies.checkTemplate')} className={styles.field}>
          <Select value={template} onChange={(_event, { value }) => setTemplate(value)}>
            <option value="">{text('policies.noTemplate')}</option>
            {templates.data?.value.map(({ templateConfiguration }) => (
              <option key={templateConfiguration.id} value={templateConfiguration.id}>
                {templateConfiguration.name}
              </option>
            ))}
          </Select>
        </Field>
        <Button type="submit" disabled={name.trim() === ''} disabledFocusable={check.isPending}>
          {text('policies.checkSend')}
        </Button>
      </form>
      {check.error !== null && <Problem error={check.error} />}
      {check.data && (
        <VerdictList
          verdicts={[
            ...check.data.verdicts,
            ...(check.data.reports ?? []).map(({ message }) => ({ outcome: 'reported' as const, message })),
          ]}
          empty={text('policies.noVerdict')}
        />
      )}
    </Section>
  );
}
