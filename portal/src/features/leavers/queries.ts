/** Server state of leavers, and of the teams, roles and tasks of a person: keys and loading. */
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../base/client.ts';
import { usePages } from '../../base/paging.ts';

const KEY = 'leavers';

export function useLeavers() {
  const { users } = useClient();
  return usePages({ queryKey: [KEY, 'list'], query: {}, load: users.getLeavers });
}

export function useImpact(userId: string) {
  const { users } = useClient();
  return useQuery({
    queryKey: [KEY, 'one', userId],
    queryFn: ({ signal }) => users.getUserImpact(userId, { signal }),
  });
}
