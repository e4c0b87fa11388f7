/** Adds the people of a list or of a group to a picker, and stores those who need a correction. */
import type { UserLookup } from '@charter/sdk';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../base/client.ts';
import type { Choice, PickerProps } from '../../components/SearchPicker.tsx';
import { isPeopleList, readPeopleList } from './people-list.ts';
import { readTextFile } from './text-files.ts';

/** The API's limits of people in one look-up, and of the length of a reference. */
const MAX_IN_LOOKUP = 500;
const LONGEST_REFERENCE = 256;
/** Maximum length of a list in a picker. */
export const MAX_LISTED = 2000;

type LookedUp = UserLookup['value'][number];
export type AmbiguousEntry = LookedUp;

export interface ListResult {
  /** Number of people that the latest list has added. */
  added: number | undefined;
  unknown: readonly string[];
  ambiguous: readonly AmbiguousEntry[];
  /** Names of people who exceed the picker's limit. */
  extra: readonly string[];
  /** Whether the latest list had no people, for example in a file that is not text, or more than MAX_LISTED. */
  isUnreadable: boolean;
}

const EMPTY: ListResult = { added: undefined, unknown: [], ambiguous: [], extra: [], isUnreadable: false };

/** A source of people: a list to look up, or the members of a group. A corrected list replaces the unknown people. */
type Source = { references: readonly string[]; isCorrection?: boolean } | { groupId: string };

function useLoadPeople(): (source: Source) => Promise<readonly LookedUp[]> {
  const { users, groups } = useClient();
  return async (source) => {
    const found: LookedUp[] = [];
    if ('groupId' in source) {
      for await (const user of groups.members(source.groupId, { $top: 999 })) {
        found.push({ reference: user.displayName, matches: [user] });
        if (found.length > MAX_LISTED) break;
      }
      return found;
    }
    const tooLong = source.references.filter(({ length }) => length > LONGEST_REFERENCE);
    const sent = source.references.filter(({ length }) => length <= LONGEST_REFERENCE);
    for (let start = 0; start < sent.length; start += MAX_IN_LOOKUP) {
      const references = sent.slice(start, start + MAX_IN_LOOKUP);
      found.push(...(await users.lookupUsers({ references })).value);
    }
    return [...found, ...tooLong.map((reference) => ({ reference, matches: [] }))];
  };
}

type Picker = Pick<PickerProps<Choice>, 'chosen' | 'onChange' | 'most'>;

export function usePeopleList({ chosen, onChange, most = Number.POSITIVE_INFINITY }: Picker) {
  const [result, setResult] = useState(EMPTY);
  const latest = useRef({ chosen, onChange });
  useEffect(() => {
    latest.current = { chosen, onChange };
  });

  /** Adds people to the picker. Returns the number of new ones, and the names of those who exceed its limit. */
  const add = (people: readonly Choice[]): { added: number; extra: string[] } => {
    const present = latest.current.chosen;
    const known = new Set(present.map(({ id }) => id));
    const others = [...new Map(people.map((person) => [person.id, person])).values()];
    const missing = others.filter(({ id }) => !known.has(id));
    const fitting = missing.slice(0, Math.max(0, most - present.length));
    const next = [...present, ...fitting.map(({ id, displayName }) => ({ id, displayName }))];
    if (fitting.length > 0) latest.current.onChange(next);
    // The next list may be added before the picker is rendered again.
    latest.current = { ...latest.current, chosen: next };
    const extra = missing.slice(fitting.length).map(({ displayName }) => displayName);
    return { added: fitting.length, extra };
  };

  const loading = useMutation({
    mutationFn: useLoadPeople(),
    onSuccess: (found, source) => {
      const certain = found.flatMap(({ matches }) => (matches.length === 1 ? matches : []));
      const counts = add(certain);
      const isCorrection = 'references' in source && source.isCorrection === true;
      const unknown = found.filter(({ matches }) => matches.length === 0).map(({ reference }) => reference);
      const several = found.filter(({ matches }) => matches.length > 1);
      const asked = new Set(several.map(({ reference }) => reference));
      // Unresolved people of earlier lists stay, so that the reader sees that they are missing.
      setResult((last) => ({
        ...counts,
        unknown: [...new Set([...(isCorrection ? [] : last.unknown), ...unknown])],
        ambiguous: [...last.ambiguous.filter(({ reference }) => !asked.has(reference)), ...several],
        isUnreadable: found.length > MAX_LISTED,
      }));
    },
  });
  const reject = () => setResult((last) => ({ ...last, added: undefined, extra: [], isUnreadable: true }));
  const read = (texts: readonly (string | undefined)[], isCorrection = false) => {
    const references = texts.flatMap((text) => readPeopleList(text ?? ''));
    if (references.length === 0 || references.length > MAX_LISTED) reject();
    else loading.mutate({ references, isCorrection });
  };

  return {
    result,
    loading,
    /** Reads a pasted text. Returns false when it is not a list. */
    readText: (text: string): boolean => {
      const isList = isPeopleList(text);
      if (isList) read([text]);
      return isList;
    },
    /** Looks up a corrected list. */
    lookUp: (text: string): void => {
      if (readPeopleList(text).length === 0) setResult({ ...result, unknown: [] });
      else read([text], true);
    },
    readFiles: (files: readonly File[]): void => void Promise.all(files.map(readTextFile)).then(read, reject),
    addGroup: (groupId: string): void => loading.mutate({ groupId }),
    /** Decides whom an ambiguous reference means; undefined leaves the person out. */
    decide: (entry: AmbiguousEntry, person: Choice | undefined): void => {
      const { added, extra } = add(person === undefined ? [] : [person]);
      setResult({
        ...result,
        added: (result.added ?? 0) + added,
        extra: [...result.extra, ...extra],
        ambiguous: result.ambiguous.filter((each) => each !== entry),
      });
    },
    leaveOut: (): void => setResult({ ...result, unknown: [] }),
  };
}
