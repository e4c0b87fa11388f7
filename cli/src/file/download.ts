import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { CHANNEL_ARGUMENT, channelIdOf } from '../channel/describe.ts';
import { usage } from '../exit-codes.ts';
import { writeWhole } from '../whole-file.ts';

interface Options extends SharedOptions {
  out?: string;
  force?: boolean;
}

export function define(command: Command): void {
  apiCommand(
    command,
    `charter file download 0199c2d4-7a10-7c52-b8a5-5f1d6e0c9b11 primary 'Contracts/Checklist.docx'
charter file download 0199c2d4-7a10-7c52-b8a5-5f1d6e0c9b11 primary 'Read me.md' --out welcome.md`,
  )
    .argument('<team>', 'id of the team')
    .argument('<channel>', CHANNEL_ARGUMENT)
    .argument('<path>', 'path of the file in the channel')
    .option('--out <file>', 'file to write (default: the name of the file, in this folder)')
    .option('--force', 'overwrite the file')
    .action(async (teamId: string, channel: string, path: string, options: Options) => {
      const { client, output } = openSession(options);
      const file = options.out ?? basename(path);
      if (options.force !== true && existsSync(file))
        throw usage(`${file} exists. Add --force to overwrite it.`);
      const channelId = await channelIdOf(client, teamId, channel);
      const content = await client.channels.getTeamChannelFileContent(teamId, channelId, path);
      await writeWhole(file, (stream) =>
        pipeline(Readable.fromWeb(content as never), stream, { end: false }),
      );
      const { size: bytes } = await stat(file);
      output.result({ path, file, bytes }, '');
      output.note(`${path} is written to ${file} (${bytes} bytes).`);
    });
}
