/** Server state of the directory of teams. */
import type { SimilarTeamsDraft } from '@charter/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient } from '../../base/client.ts';
import { answerFilterOf, filterOf } from '../../base/filter-query.ts';
import { usePages } from '../../base/paging.ts';
import { DIRECTORY_KEY } from '../join-requests/queries.ts';
import { quoted } from '../users/queries.ts';

/** Shorter names resemble too many others. */
const MIN_LENGTH = 3;

/** @param answer `<question>=<answer>`: lists only teams with this answer */
export function useDirectory(search: string | undefined, answer?: string) {
  const { directory } = useClient();
  return usePages({
    queryKey: [DIRECTORY_KEY, 'list', search, answer],
    query: {
      ...(search !== undefined && { $search: quoted(search) }),
      ...filterOf([answer !== undefined && answerFilterOf(answer)]),
    },
    load: directory.getDirectoryTeams,
  });
}

export function useDirectoryTeam(teamId: string) {
  const { directory } = useClient();
  return useQuery({
    queryKey: [DIRECTORY_KEY, 'one', teamId],
    queryFn: ({ signal }) => directory.getDirectoryTeam(teamId, { signal }),
  });
}

/** Teams that look like the one in the form. The form also works without them. */
export function useSimilarTeams({ team, ...others }: SimilarTeamsDraft) {
  const { directory } = useClient();
  const name = team.name.trim();
  const body: SimilarTeamsDraft = { ...others, team: { name } };
  return useQuery({
    queryKey: [DIRECTORY_KEY, 'similar', body],
    queryFn: ({ signal }) => directory.findSimilarTeams(body, { signal }),
    enabled: name.length >= MIN_LENGTH,
    placeholderData: keepPreviousData,
    retry: false,
  });
}
