import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter channel delete 0199c2d4-… 19:4f…@thread.tacv2')
    .argument('<team>', 'id of the team')
    .argument('<channel>', 'id of the channel')
    .action(async (teamId: string, channelId: string, options: SharedOptions) => {
      const { client, output } = openSession(options);
      await client.channels.deleteTeamChannel(teamId, channelId);
      output.result({ id: channelId, deleted: true }, '');
      output.note(`The channel ${channelId} is deleted.`);
    });
}
