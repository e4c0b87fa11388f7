import { useMessages } from '../../base/messages.ts';
import { type Choice, type Matches, type PickerProps, SearchPicker } from '../../components/SearchPicker.tsx';
import { useGroups, usePeople } from './queries.ts';

export type ChosenPerson = Choice;

const bare = (chosen: readonly ChosenPerson[]): ChosenPerson[] =>
  chosen.map(({ id, displayName }) => ({ id, displayName }));

function usePeopleMatches(typed: string): Matches<ChosenPerson> {
  const { data, isFetching, error } = usePeople(typed);
  const matches = (data?.value ?? []).map(({ id, displayName, jobTitle, mail }) => ({
    id,
    displayName,
    detail: jobTitle ?? mail ?? '',
  }));
  return { matches, isFetching, error };
}

/** Finds people in the directory, and shows the selected ones as tags. */
export function PeoplePicker(props: PickerProps<ChosenPerson>) {
  const text = useMessages();
  return (
    <SearchPicker
      {...props}
      onChange={(chosen) => props.onChange(bare(chosen))}
      useMatches={usePeopleMatches}
      invitation={text('people.type')}
      none={text('people.none')}
    />
  );
}

/** A person or a group. */
export interface ChosenPrincipal extends ChosenPerson {
  isGroup?: true;
}

/** Lists groups before people: at most five groups are found, and the words typed for a person rarely match a group. */
function usePrincipalMatches(typed: string): Matches<ChosenPrincipal> {
  const text = useMessages();
  const people = usePeopleMatches(typed);
  const groups = useGroups(typed);
  const found = (groups.data?.value ?? []).map(({ id, displayName }) => ({
    id,
    displayName,
    isGroup: true as const,
    detail: text('people.group'),
  }));
  return {
    matches: [...found, ...people.matches],
    isFetching: people.isFetching || groups.isFetching,
    error: people.error ?? groups.error,
  };
}

/** Finds people and groups in the directory. Finds only people for those who can't list groups. */
export function PrincipalPicker(props: PickerProps<ChosenPrincipal>) {
  const text = useMessages();
  return (
    <SearchPicker
      {...props}
      onChange={(chosen) =>
        props.onChange(
          chosen.map(({ id, displayName, isGroup }) => ({ id, displayName, ...(isGroup && { isGroup }) })),
        )
      }
      useMatches={usePrincipalMatches}
      invitation={text('people.typeGroup')}
      none={text('people.none')}
    />
  );
}
