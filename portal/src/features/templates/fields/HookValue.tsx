import { Caption1, Combobox, Field, makeStyles, Option, tokens } from '@fluentui/react-components';
import { useMessages } from '../../../base/messages.ts';
import { useOrganizationWebhooks } from '../../webhooks/queries.ts';
import { useValue } from '../manifest-form.ts';
import type { Path } from '../manifest-text.ts';
import { TextValue } from './TextValue.tsx';

const useStyles = makeStyles({
  // The grid stacks both lines, because Fluent UI would indent the second one.
  option: { display: 'grid', minWidth: 0, overflowWrap: 'anywhere' },
  detail: { color: tokens.colorNeutralForeground2 },
  list: { maxWidth: 'calc(100vw - 32px)', maxHeight: '40vh' },
});

/** Maximum number of webhooks in the list at the same time. */
const MAX_SHOWN = 50;

interface HookValueProps {
  label: string;
  hint: string;
  path: Path;
}

/**
 * The name of a webhook: one of the organisation's that the reader may see, or any other text. Webhooks that share a
 * name are referred to by their ids.
 */
export function HookValue({ label, hint, path }: HookValueProps) {
  const styles = useStyles();
  const text = useMessages();
  const { value, problem, isReadOnly, set } = useValue(path);
  const { data: hooks = [] } = useOrganizationWebhooks(!isReadOnly);
  if (isReadOnly) return <TextValue required label={label} hint={hint} path={path} />;
  const written = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const referenceOf = ({ id, name }: (typeof hooks)[number]): string =>
    hooks.filter((other) => other.name === name).length === 1 ? name : id;
  const chosen = hooks.find((hook) => referenceOf(hook) === written || hook.id === written);
  const words = chosen === undefined ? written.trim().toLowerCase() : '';
  const shown = hooks
    .filter(({ name, config }) => `${name} ${config.url}`.toLowerCase().includes(words))
    .slice(0, MAX_SHOWN);
  return (
    <Field
      label={label}
      hint={chosen === undefined ? hint : `${chosen.name}: ${chosen.config.url}`}
      required
      {...problem}
    >
      <Combobox
        freeform
        inlinePopup
        expandIcon={{ 'aria-label': text('picker.open', { label }) }}
        value={written}
        selectedOptions={chosen === undefined ? [] : [referenceOf(chosen)]}
        listbox={{ className: styles.list }}
        onChange={({ target }) => set(target.value)}
        onOptionSelect={(event, { optionValue }) => {
          // Tab leaves the field with the text as it was typed.
          const isLeaving = 'key' in event && event.key === 'Tab';
          if (optionValue !== undefined && !isLeaving) set(optionValue);
        }}
      >
        {shown.map((hook) => (
          <Option key={hook.id} value={referenceOf(hook)} text={hook.name}>
            <span className={styles.option}>
              {hook.name}
              <Caption1 className={styles.detail}>{hook.config.url}</Caption1>
            </span>
          </Option>
        ))}
        {shown.length === 0 && (
          <Option disabled value="" text="">
            {text('templates.stepHook.none')}
          </Option>
        )}
      </Combobox>
    </Field>
  );
}
