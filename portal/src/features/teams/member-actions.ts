/** Changes the members of a team. Each change refreshes all queries about teams. */
import type { AddedTeamMembers } from '@charter/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../../base/client.ts';
import { refreshTeams } from './queries.ts';

/** The API's limit of people in one call. */
const MAX_ADDED_AT_ONCE = 200;

/** The stay of a guest; null removes the end or the sponsor. */
interface Stay {
  endDateTime?: string | null;
  sponsor?: { id: string } | null;
}

interface NewMember {
  id: string;
  role: 'owner' | 'member';
  sponsor?: { id: string };
}

export function useMemberActions(teamId: string) {
  const { teams } = useClient();
  const queries = useQueryClient();
  const onSettled = refreshTeams(queries);
  return {
    add: useMutation({
      mutationFn: async (people: readonly NewMember[]) => {
        const results: AddedTeamMembers['value'] = [];
        for (let start = 0; start < people.length; start += MAX_ADDED_AT_ONCE) {
          const next = people.slice(start, start + MAX_ADDED_AT_ONCE);
          const values = next.map(({ id, ...member }) => ({ user: { id }, ...member }));
          results.push(...(await teams.addTeamMembers(teamId, { values })).value);
        }
        return results;
      },
      onSettled,
    }),
    setRole: useMutation({
      mutationFn: ({ id, role }: { id: string; role: 'owner' | 'member' }) =>
        teams.updateTeamMember(teamId, id, { role }),
      onSettled,
    }),
    setStay: useMutation({
      mutationFn: ({ id, ...stay }: { id: string } & Stay) => teams.updateTeamMember(teamId, id, stay),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (membershipId: string) => teams.removeTeamMember(teamId, membershipId),
      onSettled,
    }),
  };
}
