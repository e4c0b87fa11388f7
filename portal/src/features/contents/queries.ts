/** Files and plans of a channel. */
import type { ChannelFile } from '@charter/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useClient } from '../../base/client.ts';
import { saveFile } from '../../base/save-file.ts';

const KEY = 'contents';
const MAX_ITEMS = 999;

export interface ChannelIds {
  teamId: string;
  channelId: string;
}

export function useFiles({ teamId, channelId }: ChannelIds, path: string) {
  const { channels } = useClient();
  return useQuery({
    queryKey: [KEY, teamId, channelId, 'files', path],
    queryFn: async ({ signal }) => {
      const query = { $top: MAX_ITEMS, ...(path !== '' && { path }) };
      const page = await channels.getTeamChannelFiles(teamId, channelId, query, { signal });
      return { items: page.value, isCut: page['@odata.nextLink'] !== undefined };
    },
  });
}

export function usePlans({ teamId, channelId }: ChannelIds) {
  const { channels } = useClient();
  return useQuery({
    queryKey: [KEY, teamId, channelId, 'plans'],
    queryFn: async ({ signal }) => (await channels.getTeamChannelPlans(teamId, channelId, { signal })).value,
  });
}

export function useDownload({ teamId, channelId }: ChannelIds) {
  const { channels } = useClient();
  return useMutation({
    mutationFn: async ({ path, name }: ChannelFile) => {
      const bytes = await channels.getTeamChannelFileContent(teamId, channelId, path);
      saveFile(name, await new Response(bytes).blob());
    },
  });
}
