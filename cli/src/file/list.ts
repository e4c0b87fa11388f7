import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { CHANNEL_ARGUMENT, channelIdOf } from '../channel/describe.ts';
import { collect, limitOption, pagesFor } from '../collections.ts';

interface Options extends SharedOptions {
  path?: string;
  limit?: number;
}

export function define(command: Command): void {
  apiCommand(
    command,
    `charter file list 0199c2d4-7a10-7c52-b8a5-5f1d6e0c9b11 primary
charter file list 0199c2d4-7a10-7c52-b8a5-5f1d6e0c9b11 primary --path Contracts/Signed`,
  )
    .argument('<team>', 'id of the team')
    .argument('<channel>', CHANNEL_ARGUMENT)
    .option('--path <path>', "folder to list (default: the channel's own)")
    .addOption(limitOption('items'))
    .action(async (teamId: string, channel: string, { path, limit, ...options }: Options) => {
      const { client, output } = openSession(options);
      const channelId = await channelIdOf(client, teamId, channel);
      const query = { ...pagesFor(limit), ...(path !== undefined && { path }) };
      output.table(await collect(client.channels.files(teamId, channelId, query), limit), [
        { heading: 'PATH', value: (file) => file.path },
        { heading: 'TYPE', value: (file) => (file.folder ? 'folder' : 'file') },
        { heading: 'BYTES', value: (file) => file.size },
        { heading: 'CHANGED', value: (file) => file.lastModifiedDateTime },
      ]);
    });
}
