/** The name and description of a team, as a person edits them. */
import type { Team } from '@charter/sdk';
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
export function useReadTeam(teamId: string): () => Promise<TeamAsRead> {
  const { teams } = useClient();
  return async () => {
    let etag = '';
    const onResponse = ({ headers }: Response) => {
      etag = headers.get('etag') ?? '';
    };
    const { displayName, description } = await teams.getTeam(teamId, { onResponse });
    return { displayName, ...(description !== undefined && { description }), etag };
  };
}

/** The name and description that a person edits. No invalidation refreshes them meanwhile. */
export function useTeamToRename(teamId: string) {
  const read = useReadTeam(teamId);
  return useQuery({ queryKey: ['rename', teamId], queryFn: read, gcTime: 0, staleTime: Infinity });
}
