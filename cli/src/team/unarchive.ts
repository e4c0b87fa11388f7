import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { seconds } from '../values.ts';
import { type ChangeOptions, requestTeamJob } from './request-team-job.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter team unarchive 0199c2d4-7a10-7c52-b8a5-5f1d6e0c9b11 --watch')
    .argument('<team>', 'id of the team')
    .option('--watch', 'watch the job until it ends')
    .option('--timeout <seconds>', 'stop watching after this many seconds', seconds)
    .action(async (teamId: string, options: SharedOptions & ChangeOptions) => {
      const session = openSession(options);
      await requestTeamJob(session, teamId, options, () =>
        session.client.teams.unarchiveTeam(teamId, { idempotencyKey: true }),
      );
    });
}
