import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { CHANNEL_ARGUMENT, channelIdOf } from '../channel/describe.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter tab delete 0199c2d4-… primary 0c9b11d2-7a10-4c52-b8a5-5f1d6e0c9b11')
    .argument('<team>', 'id of the team')
    .argument('<channel>', CHANNEL_ARGUMENT)
    .argument('<tab>', 'id of the tab')
    .action(async (teamId: string, channel: string, tabId: string, options: SharedOptions) => {
      const { client, output } = openSession(options);
      const channelId = await channelIdOf(client, teamId, channel);
      await client.channels.deleteTeamChannelTab(teamId, channelId, tabId);
      output.result({ id: tabId, deleted: true }, '');
      output.note(`The tab ${tabId} is deleted.`);
    });
}
