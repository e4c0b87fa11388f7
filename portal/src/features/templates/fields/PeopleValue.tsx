import { Field, Input } from '@fluentui/react-components';
import { useMessages } from '../../../base/messages.ts';
import { type ChosenPerson, PeoplePicker, PrincipalPicker } from '../../users/PeoplePicker.tsx';
import { useValue } from '../manifest-form.ts';
import type { Path } from '../manifest-text.ts';
import { idOf, isRuleItem } from './people-items.ts';

const chosenOf = (people: readonly unknown[]): ChosenPerson[] =>
  people.map((person) => {
    const id = String(idOf(person));
    const name = typeof person === 'object' && person !== null && 'name' in person ? person.name : undefined;
    return { id, displayName: typeof name === 'string' && name !== '' ? name : id };
  });

interface PeopleValueProps {
  label: string;
  path: Path;
  hint?: string;
  /** Whether the list may contain groups, and rules, which it does not show (ApproverRules.tsx). */
  withGroups?: boolean;
}

/** A field for a list of people in the manifest. */
export function PeopleValue({ label, path, hint, withGroups = false }: PeopleValueProps) {
  const text = useMessages();
  const { value, problem, isReadOnly, replaceItems } = useValue(path);
  const items: unknown[] = Array.isArray(value) ? value : [];
  const rules = withGroups ? items.filter(isRuleItem) : [];
  const chosen = chosenOf(items.filter((item) => !rules.includes(item)));
  if (isReadOnly) {
    const names = chosen.map(({ displayName }) => displayName).join(', ');
    return (
      <Field label={label}>
        <Input value={names || text('templates.nobody')} readOnly />
      </Field>
    );
  }
  const Picker = withGroups ? PrincipalPicker : PeoplePicker;
  return (
    <Picker
      label={label}
      {...(hint !== undefined && { hint })}
      problem={problem.validationMessage}
      chosen={chosen}
      onChange={(people) =>
        replaceItems(
          [
            ...people.map(({ id, displayName }) => ({ id, name: displayName })),
            ...rules.map((rule) => (typeof rule === 'object' && rule !== null ? rule : { id: rule })),
          ],
          idOf,
        )
      }
    />
  );
}
