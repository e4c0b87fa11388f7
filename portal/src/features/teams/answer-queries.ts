/** Server state of the answers of a team. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshAfter, useClient } from '../../base/client.ts';
import { TEAMS_KEY } from './queries.ts';

/** The answers of a team, with their questions. */
export function useTeamMetadata(teamId: string) {
  const { teams } = useClient();
  return useQuery({
    queryKey: ['team', teamId, 'metadata'],
    queryFn: ({ signal }) => teams.getTeamMetadata(teamId, { signal }),
  });
}

export function useChangeAnswers(teamId: string) {
  const { teams } = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ changes, ifMatch }: { changes: Readonly<Record<string, unknown>>; ifMatch: string }) =>
      teams.updateTeamMetadata(teamId, { ...changes }, { ifMatch }),
    // An answer can set the end of the team.
    onSettled: refreshAfter(queries, [TEAMS_KEY, 'one', teamId], ['team', teamId, 'metadata']),
  });
}
