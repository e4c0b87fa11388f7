import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { CHANNEL_ARGUMENT, channelIdOf } from '../channel/describe.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter tab list 0199c2d4-7a10-7c52-b8a5-5f1d6e0c9b11 primary')
    .argument('<team>', 'id of the team')
    .argument('<channel>', CHANNEL_ARGUMENT)
    .action(async (teamId: string, channel: string, options: SharedOptions) => {
      const { client, output } = openSession(options);
      const channelId = await channelIdOf(client, teamId, channel);
      output.table(await client.channels.getTeamChannelTabs(teamId, channelId), [
        { heading: 'ID', value: (tab) => tab.id },
        { heading: 'NAME', value: (tab) => tab.displayName },
        { heading: 'APP', value: (tab) => tab.teamsApp.displayName },
        { heading: 'ADDRESS', value: (tab) => tab.configuration.contentUrl },
      ]);
    });
}
