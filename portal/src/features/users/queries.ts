/** Server state of the directory. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient } from '../../base/client.ts';
import { literal } from '../../base/filter-query.ts';
import { useIsPermitted } from '../me/queries.ts';

const MAX_MATCHES = 10;
const MAX_GROUPS = 5;

/** People whose name, mail or user principal name has words that begin with the typed words. */
export function usePeople(typed: string) {
  const client = useClient();
  const words = typed.trim();
  return useQuery({
    queryKey: ['users', 'search', words],
    queryFn: ({ signal }) => client.users.getUsers({ $search: quoted(words), $top: MAX_MATCHES }, { signal }),
    enabled: words.length > 0,
    placeholderData: keepPreviousData,
  });
}

/** Groups whose name has words that begin with the typed words; none for people who can't list groups. */
export function useGroups(typed: string) {
  const client = useClient();
  const may = useIsPermitted();
  const words = typed.trim();
  return useQuery({
    queryKey: ['groups', 'search', words],
    queryFn: ({ signal }) =>
      client.groups.getGroups({ $search: quoted(words), $top: MAX_GROUPS }, { signal }),
    enabled: words.length > 0 && may('getGroups'),
    placeholderData: keepPreviousData,
  });
}

/** Fields of people whose values an audience can name. */
export type PeopleField = 'department' | 'country' | 'jobTitle' | 'city' | 'companyName' | 'usageLocation';

const MAX_SAMPLED = 200;
const MAX_VALUES = 10;

/** Values of a field that begin with the typed text, from a sample of people. */
export function usePeopleValues(field: PeopleField, typed: string) {
  const client = useClient();
  const text = typed.trim();
  const { data, isFetching, error } = useQuery({
    queryKey: ['users', 'values', field, text],
    queryFn: ({ signal }) => {
      const $filter = `startswith(${field},${literal(text)})`;
      return client.users.getUsers({ $filter, $top: MAX_SAMPLED }, { signal });
    },
    enabled: text.length > 0,
    placeholderData: keepPreviousData,
  });
  const found = (data?.value ?? []).flatMap((user) => user[field] ?? []);
  const values = text === '' ? [] : [...new Set(found)].sort().slice(0, MAX_VALUES);
  return { values, isFetching, error };
}

/** A person of the directory by id; null when the directory has no such person. */
export function useUser(id: string | undefined) {
  const client = useClient();
  return useQuery({
    queryKey: ['users', 'one', id],
    queryFn: async ({ signal }) => {
      const $filter = `id eq ${literal(id ?? '')}`;
      return (await client.users.getUsers({ $filter }, { signal })).value[0] ?? null;
    },
    enabled: id !== undefined,
  });
}

const OWN_GROUPS_FRESH_MILLISECONDS = 5 * 60_000;

/** The person's own groups whose name has words that begin with the typed words. Loads them once. */
export function useMyGroups(typed: string): readonly { id: string; displayName: string }[] {
  const client = useClient();
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const { data } = useQuery({
    queryKey: ['groups', 'mine'],
    queryFn: ({ signal }) => client.groups.getMyGroups({ signal }),
    enabled: words.length > 0,
    staleTime: OWN_GROUPS_FRESH_MILLISECONDS,
  });
  if (words.length === 0) return [];
  return (data?.value ?? []).filter(({ displayName }) => {
    const names = displayName.toLowerCase().split(/\s+/);
    return words.every((word) => names.some((name) => name.startsWith(word)));
  });
}

/** Quotes the words for OData's `$search`. */
export const quoted = (words: string): string => `"${words.replace(/["\\]/g, ' ')}"`;
