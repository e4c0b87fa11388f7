import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { type ChangeOptions, requestTeamJob } from '../team/request-team-job.ts';
import { seconds } from '../values.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter channel unarchive 0199c2d4-… 19:4f…@thread.tacv2 --watch')
    .argument('<team>', 'id of the team')
    .argument('<channel>', 'id of the channel')
    .option('--watch', 'watch the job until it ends')
    .option('--timeout <seconds>', 'stop watching after this many seconds', seconds)
    .action(async (teamId: string, channelId: string, options: SharedOptions & ChangeOptions) => {
      const session = openSession(options);
      await requestTeamJob(session, channelId, options, () =>
        session.client.channels.unarchiveTeamChannel(teamId, channelId, { idempotencyKey: true }),
      );
    });
}
