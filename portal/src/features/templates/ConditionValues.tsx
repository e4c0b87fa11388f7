import { type MessageId, useMessages } from '../../base/messages.ts';
import { type Choice, type Matches, SearchPicker } from '../../components/SearchPicker.tsx';
import { type PeopleField, useGroups, usePeopleValues } from '../users/queries.ts';
import type { Condition, RuleValue } from './audience-rule.ts';

interface ConditionValuesProps {
  condition: Condition;
  onChange: (values: readonly RuleValue[]) => void;
}

/** A field for the values of a condition: groups and directory values that a search finds, or the typed text. */
export function ConditionValues({ condition: { field, values }, onChange }: ConditionValuesProps) {
  const text = useMessages();
  const isGroup = field === 'group';
  const shown = (value: string): string => {
    const name = field === 'userType' ? USER_TYPES[value] : undefined;
    return name === undefined ? value : text(name);
  };
  const toValue = ({ id, displayName }: Choice): RuleValue =>
    isGroup && displayName !== id ? { value: id, name: displayName } : { value: id };
  return (
    <SearchPicker
      label={text('templates.rule.values')}
      chosen={values.map(({ value, name }) => ({ id: value, displayName: name ?? shown(value) }))}
      onChange={(chosen) => onChange(chosen.map(toValue))}
      useMatches={MATCHES[field]}
      hasSuggestions={field === 'userType'}
      invitation={text(isGroup ? 'templates.rule.typeGroup' : 'templates.rule.typeValue')}
      none={text(isGroup ? 'templates.rule.noGroup' : 'templates.rule.typeValue')}
    />
  );
}

function useGroupMatches(typed: string): Matches<Choice> {
  const { data, isFetching, error } = useGroups(typed);
  const matches = (data?.value ?? []).map(({ id, displayName }) => ({ id, displayName }));
  return { matches, isFetching, error };
}

const USER_TYPES: Readonly<Record<string, MessageId>> = { Member: 'role.member', Guest: 'role.guest' };

function useUserTypes(): Matches<Choice> {
  const text = useMessages();
  const matches = Object.entries(USER_TYPES).map(([id, name]) => ({ id, displayName: text(name) }));
  return { matches, isFetching: false, error: null };
}

/** Returns a hook that finds the values of a field, and offers the typed text itself. */
const valuesOf =
  (field: PeopleField) =>
  (typed: string): Matches<Choice> => {
    const { values, isFetching, error } = usePeopleValues(field, typed);
    const own = typed.trim();
    const all = own === '' || values.includes(own) ? values : [...values, own];
    return { matches: all.map((value) => ({ id: value, displayName: value })), isFetching, error };
  };

const MATCHES: Record<Condition['field'], (typed: string) => Matches<Choice>> = {
  group: useGroupMatches,
  userType: useUserTypes,
  department: valuesOf('department'),
  country: valuesOf('country'),
  jobTitle: valuesOf('jobTitle'),
  city: valuesOf('city'),
  companyName: valuesOf('companyName'),
  usageLocation: valuesOf('usageLocation'),
};
