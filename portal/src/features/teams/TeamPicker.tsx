import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient } from '../../base/client.ts';
import { useMessages } from '../../base/messages.ts';
import { type Choice, type Matches, type PickerProps, SearchPicker } from '../../components/SearchPicker.tsx';
import { quoted } from '../users/queries.ts';
import { TEAMS_KEY } from './queries.ts';

const MAX_MATCHES = 10;

/** Teams of the organisation whose name contains the typed words. */
export function useTeamMatches(typed: string): Matches<Choice> {
  const { teams } = useClient();
  const text = useMessages();
  const words = typed.trim();
  const { data, isFetching, error } = useQuery({
    queryKey: [TEAMS_KEY, 'picker', words],
    queryFn: ({ signal }) => teams.getTeams({ $search: quoted(words), $top: MAX_MATCHES }, { signal }),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  });
  const matches = (data?.value ?? []).map(({ id, displayName, template, isArchived, memberCount }) => ({
    id,
    displayName,
    detail: isArchived
      ? text('teams.state.archived')
      : (template?.name ?? text('teams.memberCount', { count: memberCount })),
  }));
  return { matches, isFetching, error };
}

/** Finds teams of the organisation by name. Show it only to people who can list all teams. */
export function TeamPicker(props: PickerProps<Choice>) {
  const text = useMessages();
  return (
    <SearchPicker
      {...props}
      useMatches={useTeamMatches}
      invitation={text('teams.pick.type')}
      none={text('teams.pick.none')}
    />
  );
}
