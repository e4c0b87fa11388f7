/** Server state of a team's channels and tabs. Each change invalidates all queries about teams. */
import type { TeamChannelPayload } from '@charter/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../../base/client.ts';
import { refreshTeams, TEAMS_KEY, useWaitForJob } from './queries.ts';

export function useChannels(teamId: string) {
  const { channels } = useClient();
  return useQuery({
    queryKey: [TEAMS_KEY, 'one', teamId, 'channels'],
    queryFn: async ({ signal }) => {
      const [list, primary] = await Promise.all([
        channels.getTeamChannels(teamId, { signal }),
        channels.getTeamPrimaryChannel(teamId, { signal }),
      ]);
      return list.map((channel) => ({ ...channel, isPrimary: channel.id === primary.id }));
    },
  });
}

export function useTabs(teamId: string, channelId: string) {
  const { channels } = useClient();
  return useQuery({
    queryKey: [TEAMS_KEY, 'one', teamId, 'channels', channelId, 'tabs'],
    queryFn: ({ signal }) => channels.getTeamChannelTabs(teamId, channelId, { signal }),
  });
}

/** Id of the Website app in Microsoft Teams. */
const WEB_PAGE_APP = 'com.microsoft.teamspace.tab.web';

export type ChannelChange = 'archive' | 'unarchive';

export function useChannelActions(teamId: string) {
  const { channels } = useClient();
  const queries = useQueryClient();
  const waitForJob = useWaitForJob();
  const onSettled = refreshTeams(queries);
  return {
    create: useMutation({
      mutationFn: (channel: TeamChannelPayload) => channels.createTeamChannel(teamId, channel),
      onSettled,
    }),
    update: useMutation({
      mutationFn: ({ id, ...patch }: { id: string; displayName?: string; description: string | null }) =>
        channels.updateTeamChannel(teamId, id, patch),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (channelId: string) => channels.deleteTeamChannel(teamId, channelId),
      onSettled,
    }),
    /** Returns the id of the job that archives or unarchives the channel. */
    change: useMutation({
      mutationFn: async ({ channelId, change }: { channelId: string; change: ChannelChange }) => {
        const start = change === 'archive' ? channels.archiveTeamChannel : channels.unarchiveTeamChannel;
        return (await start(teamId, channelId)).jobId;
      },
      onSettled,
    }),
    /** Waits for the job, which outlives the dialog that has started it. */
    waitForChange: (jobId: string): Promise<void> => waitForJob(jobId).finally(onSettled),
    addTab: useMutation({
      mutationFn: (tab: { channelId: string; displayName: string; address: string }) =>
        channels.createTeamChannelTab(teamId, tab.channelId, {
          displayName: tab.displayName,
          teamsApp: { id: WEB_PAGE_APP },
          configuration: { contentUrl: tab.address, websiteUrl: tab.address },
        }),
      onSettled,
    }),
    removeTab: useMutation({
      mutationFn: ({ channelId, tabId }: { channelId: string; tabId: string }) =>
        channels.deleteTeamChannelTab(teamId, channelId, tabId),
      onSettled,
    }),
  };
}
