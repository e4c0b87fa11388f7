import type { TeamChannelUpdate } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { usage } from '../exit-codes.ts';
import { CHANNEL_ARGUMENT, channelIdOf } from './describe.ts';

interface Options extends SharedOptions {
  name?: string;
  description?: string;
}

export function define(command: Command): void {
  apiCommand(command, 'charter channel update 0199c2d4-… 19:4f…@thread.tacv2 --name "Tunnel design"')
    .argument('<team>', 'id of the team')
    .argument('<channel>', CHANNEL_ARGUMENT)
    .option('--name <name>', 'new display name')
    .option('--description <text>', 'new description; empty to remove it')
    .action(async (teamId: string, channel: string, { name, description, ...options }: Options) => {
      if (name === undefined && description === undefined) throw usage('Give --name, --description or both.');
      const patch: TeamChannelUpdate = {
        ...(name !== undefined && { displayName: name }),
        ...(description !== undefined && { description: description === '' ? null : description }),
      };
      const { client, output } = openSession(options);
      const id = await channelIdOf(client, teamId, channel);
      await client.channels.updateTeamChannel(teamId, id, patch);
      output.result({ id, updated: true }, '');
      output.note(`The channel ${id} is updated.`);
    });
}
