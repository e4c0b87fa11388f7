import { Field, Radio, RadioGroup } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { useMessages } from '../../base/messages.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { storeNewDraft } from './draft.ts';
import { startersIn } from './starters.ts';

/** Starts a new template from one of the samples. */
export function StarterDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const text = useMessages();
  const { locale } = useIntl();
  const starters = useMemo(() => startersIn(locale), [locale]);
  const [chosen, setChosen] = useState(0);
  const begin = () => {
    const starter = starters[chosen];
    if (starter === undefined) return;
    storeNewDraft(starter.manifest);
    onClose();
    onDone();
  };
  return (
    <FormDialog
      title={text('templates.action.fromSample')}
      action={text('templates.sample.use')}
      isSending={false}
      error={null}
      onSend={begin}
      onClose={onClose}
    >
      <Field hint={text('templates.sample.hint')}>
        <RadioGroup
          aria-label={text('templates.sample.list')}
          value={String(chosen)}
          onChange={(_event, { value }) => setChosen(Number(value))}
        >
          {starters.map(({ name, description }, index) => (
            <Radio
              key={name}
              value={String(index)}
              label={text('named.value', { name, value: description })}
            />
          ))}
        </RadioGroup>
      </Field>
    </FormDialog>
  );
}
