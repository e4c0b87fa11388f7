import { useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { type Choice, type Match, type Matches, SearchPicker } from '../../components/SearchPicker.tsx';
import { useIsPermitted } from '../me/queries.ts';
import { useTeamMatches } from '../teams/TeamPicker.tsx';
import { usePeopleMatches } from '../users/PeoplePicker.tsx';

interface ObjectPickerProps {
  label: string;
  /** Id of the chosen object; empty for none. */
  value: string;
  /** The objects that the loaded records name. */
  known: readonly Choice[];
  onChange: (id: string) => void;
}

const named = ({ id, displayName }: Choice): Choice => ({ id, displayName: displayName || id });

const unique = (choices: readonly Match<Choice>[]): Match<Choice>[] =>
  [...new Map(choices.toReversed().map((choice) => [choice.id, choice])).values()].toReversed();

/** Chooses the actor of records: an actor of the loaded records, a person of the directory, or a typed id. */
export function ActorPicker(props: ObjectPickerProps) {
  return <ObjectPicker {...props} useFound={usePeopleMatches} />;
}

export function TargetPicker(props: ObjectPickerProps) {
  return <ObjectPicker {...props} useFound={useTargetMatches} />;
}

/** Finds teams and people. Finds only people for those who can't list all teams. */
function useTargetMatches(typed: string): Matches<Choice> {
  const may = useIsPermitted();
  const teams = useTeamMatches(may('getTeams') ? typed : '');
  const people = usePeopleMatches(typed);
  return {
    matches: [...teams.matches, ...people.matches],
    isFetching: teams.isFetching || people.isFetching,
    error: teams.error ?? people.error,
  };
}

function ObjectPicker(props: ObjectPickerProps & { useFound: (typed: string) => Matches<Choice> }) {
  const { label, value, known, onChange, useFound } = props;
  const text = useMessages();
  const [last, setLast] = useState<Choice>();
  const chosen = [...known, last, { id: value, displayName: value }].find((each) => each?.id === value);
  /** Also matches objects that the records name, for example a deleted team, and offers the typed text as an id. */
  const useMatches = (typed: string): Matches<Choice> => {
    const words = typed.trim().toLowerCase();
    const found = useFound(typed);
    const listed = known
      .filter(({ displayName }) => displayName.toLowerCase().includes(words))
      .map((each) => ({ ...named(each), detail: each.id }));
    const id = /\s/.test(typed.trim())
      ? []
      : [{ id: typed.trim(), displayName: typed.trim(), detail: text('audit.asId') }];
    return { ...found, matches: unique([...found.matches, ...listed, ...id]) };
  };
  return (
    <SearchPicker
      label={label}
      most={1}
      chosen={value === '' || chosen === undefined ? [] : [named(chosen)]}
      onChange={([choice]) => {
        setLast(choice && named(choice));
        onChange(choice?.id ?? '');
      }}
      useMatches={useMatches}
      invitation={text('audit.typeName')}
      none={text('people.none')}
    />
  );
}
