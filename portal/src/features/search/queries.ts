/** Results of the portal-wide search: pages, teams, requests, templates and people. */
import type { User } from '@charter/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient } from '../../base/client.ts';
import { useIsPermitted } from '../me/queries.ts';
import { useMyTemplates } from '../templates/queries.ts';
import { quoted } from '../users/queries.ts';

export const SECTIONS = ['pages', 'teams', 'directory', 'requests', 'templates', 'people'] as const;
export type SearchSection = (typeof SECTIONS)[number];

export interface SearchHit {
  section: SearchSection;
  id: string;
  name: string;
  /** Distinguishes results with the same name. */
  detail?: string | undefined;
  /** Address of the page within the portal; absent for a person without a page. */
  to?: string;
  person?: User;
}

export interface SearchResult {
  found: readonly SearchHit[];
  isFetching: boolean;
  error: Error | null;
}

/** Number of results of each section. */
const MOST = 5;

/** Whether the text contains each of the words, ignoring case. */
export function hasWords(text: string, words: string): boolean {
  const lower = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

function useTemplatesFound(words: string): readonly SearchHit[] {
  const { data } = useMyTemplates();
  if (words === '') return [];
  return (data?.value ?? [])
    .map(({ templateConfiguration }) => templateConfiguration)
    .filter(({ name, description = '' }) => hasWords(`${name} ${description}`, words))
    .slice(0, MOST)
    .map(({ id, name, description }) => ({
      section: 'templates',
      id,
      name,
      detail: description,
      to: `/request/${encodeURIComponent(id)}`,
    }));
}

/** Searches teams, requests and people in one step. Only administrators can open the page of a person. */
function useServiceFound(words: string) {
  const { teams, directory, jobs, users } = useClient();
  const may = useIsPermitted();
  const [all, requests, people] = [may('getTeams'), may('getJobs'), may('getUsers')];
  const hasPages = may('getUserImpact');
  return useQuery({
    queryKey: ['search', words, all, requests, people, hasPages],
    queryFn: async ({ signal }): Promise<readonly SearchHit[]> => {
      const load = all ? teams.getTeams : teams.getMyTeams;
      const $search = quoted(words);
      const [foundTeams, listed, foundRequests, foundPeople] = await Promise.all([
        load({ $search: words, $top: MOST }, { signal }),
        // getTeams returns every team to administrators, so the directory adds none.
        all ? { value: [] } : directory.getDirectoryTeams({ $search: words, $top: MOST }, { signal }),
        requests ? jobs.getJobs({ $search: words, $top: MOST }, { signal }) : { value: [] },
        people ? users.getUsers({ $search, $top: MOST }, { signal }) : { value: [] },
      ]);
      return [
        ...foundTeams.value.map(
          ({ id, displayName, description }): SearchHit => ({
            section: 'teams',
            id,
            name: displayName,
            detail: description ?? undefined,
            to: `/teams/${id}`,
          }),
        ),
        ...listed.value
          .filter(({ role }) => role === undefined)
          .map(
            ({ id, displayName, description }): SearchHit => ({
              section: 'directory',
              id,
              name: displayName,
              detail: description,
              to: `/directory/${id}`,
            }),
          ),
        ...foundRequests.value
          .filter(({ team }) => team.displayName !== undefined)
          .map(
            ({ id, team, requester }): SearchHit => ({
              section: 'requests',
              id,
              name: team.displayName ?? id,
              detail: requester.displayName,
              to: `/jobs/${id}`,
            }),
          ),
        ...foundPeople.value.map((person): SearchHit => {
          const { id, displayName, userPrincipalName, jobTitle, mail } = person;
          const hit = { section: 'people', id, name: displayName, person } as const;
          return hasPages
            ? { ...hit, detail: userPrincipalName, to: `/leavers/${id}` }
            : { ...hit, detail: jobTitle ?? mail };
        }),
      ];
    },
    enabled: words !== '',
    placeholderData: keepPreviousData,
  });
}

/** @param pages the pages whose names have the words */
export function useSearchResult(words: string, pages: readonly SearchHit[]): SearchResult {
  const templates = useTemplatesFound(words);
  const { data = [], isFetching, error } = useServiceFound(words);
  return { found: words === '' ? [] : [...pages, ...data, ...templates], isFetching, error };
}
