/** The name and description of a team, as a person edits them. */
import type { Team, TeamSummary } from '@charter/sdk';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../base/client.ts';

export interface Rename {
  displayName?: string;
  description?: string | null;
}

export interface TeamAsRead extends Pick<Team, 'displayName' | 'description'> {
  /** Version for `If-Match`. */
  etag: string;
}

/** Returns a function that reads the name and description of the team, with its version. */
export function useReadTeam({ id, role }: TeamSummary): () => Promise<TeamAsRead> {
  const { teams } = useClient();
  return async () => {
    let etag = '';
    const onResponse = ({ headers }: Response) => {
      etag = headers.get('etag') ?? '';
    };
    const { displayName, description } = await (role === 'owner'
      ? teams.getMyTeam(id, { onResponse })
      : teams.getTeam(id, { onResponse }));
    return { displayName, ...(description !== undefined && { description }), etag };
  };
}

/** The name and description that a person edits. No invalidation refreshes them meanwhile. */
export function useTeamToRename(team: TeamSummary) {
  const read = useReadTeam(team);
  return useQuery({ queryKey: ['rename', team.id], queryFn: read, gcTime: 0, staleTime: Infinity });
}
