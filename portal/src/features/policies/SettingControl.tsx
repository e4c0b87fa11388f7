import { Field, Input, Select, Textarea } from '@fluentui/react-components';
import { type MessageId, useMessages } from '../../base/messages.ts';
import { type ChosenPerson, GroupPicker, PeoplePicker } from '../users/PeoplePicker.tsx';
import { Checkboxes } from './Checkboxes.tsx';
import type { SettingValue } from './draft.ts';
import type { Setting } from './kinds.ts';
import { OrderControl } from './OrderControl.tsx';
import { useLabels } from './queries.ts';

/** The API's limit of people in one setting. */
const MAX_PEOPLE = 200;

interface SettingControlProps {
  setting: Setting;
  value: SettingValue;
  problem: { validationMessage?: string };
  onChange: (value: SettingValue) => void;
}

export function SettingControl({ setting, value, problem, onChange }: SettingControlProps) {
  const text = useMessages();
  const label = text(`policies.setting.${setting.name}` as MessageId);
  if (setting.control === 'people') {
    return (
      <PeoplePicker
        label={label}
        most={MAX_PEOPLE}
        chosen={value as readonly ChosenPerson[]}
        onChange={onChange}
        problem={problem.validationMessage}
      />
    );
  }
  if (setting.control === 'group') {
    return (
      <GroupPicker
        label={label}
        most={1}
        chosen={value as readonly ChosenPerson[]}
        onChange={onChange}
        problem={problem.validationMessage}
      />
    );
  }
  if (setting.control === 'order') {
    return (
      <OrderControl
        label={label}
        choices={setting.choices}
        value={value as string}
        problem={problem.validationMessage}
        onChange={onChange}
      />
    );
  }
  if (setting.control === 'labels') {
    return <LabelChoices label={label} value={value as string} problem={problem} onChange={onChange} />;
  }
  const hint = setting.control === 'words' ? text('policies.oneEach') : '';
  return (
    <Field label={label} hint={hint} required={setting.required === true} {...problem}>
      <TextControl setting={setting} value={value as string} onChange={onChange} />
    </Field>
  );
}

type TextControlProps = { setting: Setting; value: string; onChange: (value: string) => void };

function TextControl({ setting, value, onChange, ...field }: TextControlProps) {
  const text = useMessages();
  switch (setting.control) {
    case 'words':
      return <Textarea {...field} rows={5} value={value} onChange={(_event, data) => onChange(data.value)} />;
    case 'number':
      return (
        <Input
          {...field}
          type="number"
          min={setting.least}
          max={setting.most}
          value={value}
          onChange={(_event, data) => onChange(data.value)}
        />
      );
    case 'label':
      return <LabelSelect {...field} value={value} onChange={onChange} />;
    case 'choice':
    case 'days':
      return (
        <Select {...field} value={value} onChange={(_event, data) => onChange(data.value)}>
          {setting.choices.map((choice) => (
            <option key={choice} value={choice}>
              {typeof choice === 'number'
                ? text('policies.days', { count: choice })
                : text(`policies.choice.${choice}` as MessageId)}
            </option>
          ))}
        </Select>
      );
    default:
      return <Input {...field} value={value} onChange={(_event, data) => onChange(data.value)} />;
  }
}

/** Offers the labels published to the person. A chosen label that is not among them stays chosen, by its id. */
function LabelSelect({ value, onChange, ...field }: Omit<TextControlProps, 'setting'>) {
  const text = useMessages();
  const labels = useLabels(true).data?.value ?? [];
  const isKnown = value === '' || labels.some(({ id }) => id === value);
  return (
    <Select {...field} value={value} onChange={(_event, data) => onChange(data.value)}>
      <option value="">{text('policies.noLabel')}</option>
      {!isKnown && <option value={value}>{value}</option>}
      {labels.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}

interface LabelChoicesProps {
  label: string;
  /** Ids of the chosen labels, one per line. */
  value: string;
  problem: { validationMessage?: string };
  onChange: (value: string) => void;
}

/** Offers the labels as checkboxes. Chosen labels that are not published to the person stay, shown by their ids. */
function LabelChoices({ label, value, problem, onChange }: LabelChoicesProps) {
  const text = useMessages();
  const labels = (useLabels(true).data?.value ?? []).filter(({ isActive }) => isActive);
  const chosen = value.split('\n').filter((id) => id !== '');
  const unknown = chosen.filter((id) => !labels.some((known) => known.id === id));
  const choices = [...labels, ...unknown.map((id) => ({ id, name: id }))];
  return (
    <Checkboxes
      label={label}
      hint={
        problem.validationMessage ?? text(choices.length === 0 ? 'policies.noLabels' : 'policies.labelsHint')
      }
      choices={choices.map(({ id, name }) => ({ value: id, label: name }))}
      chosen={chosen}
      onChange={(ids) => onChange(ids.join('\n'))}
    />
  );
}
