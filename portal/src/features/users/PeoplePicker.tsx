import {
  Field,
  Tag,
  TagPicker,
  TagPickerControl,
  TagPickerGroup,
  TagPickerInput,
  TagPickerList,
  TagPickerOption,
} from '@fluentui/react-components';
import { useState } from 'react';
import { useMessages } from '../../app/messages.ts';
import { useDebounced } from '../../components/use-debounced.ts';
import { usePeople } from './queries.ts';

export interface ChosenPerson {
  id: string;
  displayName: string;
}

const TYPING_MILLISECONDS = 250;

interface PeoplePickerProps {
  label: string;
  hint?: string;
  required?: boolean;
  problem?: string | undefined;
  /** Default: no limit. */
  most?: number;
  chosen: readonly ChosenPerson[];
  onChange: (chosen: readonly ChosenPerson[]) => void;
}

/** Finds people in the directory as one types, and shows the chosen ones as tags. */
export function PeoplePicker(props: PeoplePickerProps) {
  const { label, hint, required = false, problem, most = Number.POSITIVE_INFINITY, chosen, onChange } = props;
  const text = useMessages();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed, TYPING_MILLISECONDS);
  const people = usePeople(search);
  const ids = chosen.map(({ id }) => id);
  const matches = (typed === '' ? [] : (people.data?.value ?? [])).filter(({ id }) => !ids.includes(id));

  const select = (selected: string[]) => {
    const known = [...chosen, ...matches];
    const next = selected.flatMap((id) => known.find((person) => person.id === id) ?? []);
    setTyped('');
    onChange(next.slice(-most).map(({ id, displayName }) => ({ id, displayName })));
  };

  return (
    <Field
      label={label}
      required={required}
      hint={hint ?? ''}
      {...(problem !== undefined && { validationMessage: problem })}
    >
      <TagPicker
        selectedOptions={ids}
        onOptionSelect={(_event, { selectedOptions }) => select(selectedOptions)}
      >
        <TagPickerControl>
          <TagPickerGroup aria-label={label}>
            {chosen.map(({ id, displayName }) => (
              <Tag key={id} value={id} shape="rounded">
                {displayName}
              </Tag>
            ))}
          </TagPickerGroup>
          <TagPickerInput
            aria-label={label}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </TagPickerControl>
        <TagPickerList>
          {matches.map(({ id, displayName, jobTitle, mail }) => (
            <TagPickerOption key={id} value={id} text={displayName} secondaryContent={jobTitle ?? mail ?? ''}>
              {displayName}
            </TagPickerOption>
          ))}
          {matches.length === 0 && (
            <TagPickerOption value="" text="">
              {typed === '' ? text('people.type') : text(people.isFetching ? 'state.loading' : 'people.none')}
            </TagPickerOption>
          )}
        </TagPickerList>
      </TagPicker>
    </Field>
  );
}
