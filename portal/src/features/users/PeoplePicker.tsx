import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { useMessages } from '../../base/messages.ts';
import { type Choice, type Matches, type PickerProps, SearchPicker } from '../../components/SearchPicker.tsx';
import { ListSource } from './ListSource.tsx';
import { PeopleListResult } from './PeopleListResult.tsx';
import { useGroups, useMyGroups, usePeople } from './queries.ts';
import { usePeopleList } from './use-people-list.ts';

export type ChosenPerson = Choice;

/** A person or a group. */
export interface ChosenPrincipal extends ChosenPerson {
  isGroup?: true;
}

const bare = (chosen: readonly ChosenPrincipal[]): ChosenPrincipal[] =>
  chosen.map(({ id, displayName, isGroup }) => ({ id, displayName, ...(isGroup && { isGroup }) }));

const useStyles = makeStyles({
  picker: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalXS },
});

/** People of the directory who match the typed words. */
export function usePeopleMatches(typed: string): Matches<ChosenPerson> {
  const { data, isFetching, error } = usePeople(typed);
  const matches = (data?.value ?? []).map(({ id, displayName, jobTitle, mail }) => ({
    id,
    displayName,
    detail: jobTitle ?? mail ?? '',
    isPerson: true as const,
  }));
  return { matches, isFetching, error };
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

/**
 * Lists people, and groups whose members can be added: the directory's groups for people who can list them, else the
 * person's own.
 */
function useSourceMatches(typed: string): Matches<ChosenPrincipal> {
  const text = useMessages();
  const found = usePrincipalMatches(typed);
  const own = useMyGroups(typed);
  const known = new Set(found.matches.map(({ id }) => id));
  const groups = own
    .filter(({ id }) => !known.has(id))
    .map((group) => ({ ...group, isGroup: true as const }));
  const matches = [...groups, ...found.matches].map((match) =>
    match.isGroup ? { ...match, detail: text('people.groupsPeople') } : match,
  );
  return { ...found, matches };
}

interface ListProps {
  /** Called with true when people of a list need a correction, and with false when none does any more. */
  onOpen?: (isOpen: boolean) => void;
}

/**
 * Finds people in the directory, and shows the selected ones as tags. Unless it is limited to one person, it accepts
 * lists of people, and adds the members of a group.
 */
export function PeoplePicker(props: PickerProps<ChosenPerson> & ListProps) {
  const text = useMessages();
  const onChange = (chosen: readonly ChosenPrincipal[]) => props.onChange(bare(chosen));
  if (props.most === 1) {
    return (
      <SearchPicker
        {...props}
        onChange={onChange}
        useMatches={usePeopleMatches}
        invitation={text('people.type')}
        none={text('people.none')}
      />
    );
  }
  return <ListPicker {...props} onChange={onChange} groups="expanded" />;
}

/** Finds people and groups in the directory. Finds only people for those who can't list groups. */
export function PrincipalPicker(props: PickerProps<ChosenPrincipal>) {
  return <ListPicker {...props} onChange={(chosen) => props.onChange(bare(chosen))} groups="chosen" />;
}

/** Groups whose name matches the typed words: those of the directory for people who can list them, else their own. */
function useGroupMatches(typed: string): Matches<ChosenPerson> {
  const { data, isFetching, error } = useGroups(typed);
  const own = useMyGroups(typed);
  const found = [...(data?.value ?? []), ...own].map(({ id, displayName }) => ({ id, displayName }));
  return { matches: [...new Map(found.map((group) => [group.id, group])).values()], isFetching, error };
}

/** Finds groups in the directory. */
export function GroupPicker(props: PickerProps<ChosenPerson>) {
  const text = useMessages();
  return (
    <SearchPicker
      {...props}
      onChange={(chosen) => props.onChange(bare(chosen))}
      useMatches={useGroupMatches}
      invitation={text('people.typeOneGroup')}
      none={text('people.noGroup')}
    />
  );
}

interface ListPickerProps extends PickerProps<ChosenPrincipal>, ListProps {
  /** Whether a selected group stands for itself, or for the people who are in it now. */
  groups: 'chosen' | 'expanded';
}

function ListPicker({ groups, onOpen, ...props }: ListPickerProps) {
  const styles = useStyles();
  const text = useMessages();
  const { chosen, onChange } = props;
  const list = usePeopleList(props);
  const { result, loading } = list;
  const isOpen = loading.isPending || result.unknown.length + result.ambiguous.length > 0;
  const report = useRef(onOpen);
  useEffect(() => {
    report.current = onOpen;
  });
  useEffect(() => report.current?.(isOpen), [isOpen]);
  const change = (next: readonly ChosenPrincipal[]) => {
    const group = groups === 'expanded' && next.find(({ isGroup }) => isGroup);
    if (group) list.addGroup(group.id);
    else onChange(next);
  };
  return (
    <div className={styles.picker}>
      <SearchPicker
        {...props}
        chosen={chosen}
        onChange={change}
        useMatches={groups === 'expanded' ? useSourceMatches : usePrincipalMatches}
        invitation={text('people.typeGroup')}
        none={text('people.none')}
        onText={list.readText}
        onFiles={list.readFiles}
      />
      <ListSource label={props.label} onFiles={list.readFiles} />
      <PeopleListResult list={list} most={props.most} />
    </div>
  );
}
