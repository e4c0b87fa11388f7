import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { seconds } from '../values.ts';
import { type ChangeOptions, requestTeamJob } from './request-team-job.ts';

type Options = SharedOptions & ChangeOptions & { readOnlySite?: boolean };

export function define(command: Command): void {
  apiCommand(command, 'charter team archive 0199c2d4-7a10-7c52-b8a5-5f1d6e0c9b11 --read-only-site --watch')
    .argument('<team>', 'id of the team')
    .option('--read-only-site', "make the team's SharePoint site read-only for members")
    .option('--watch', 'watch the job until it ends')
    .option('--timeout <seconds>', 'stop watching after this many seconds', seconds)
    .action(async (teamId: string, options: Options) => {
      const session = openSession(options);
      const body = options.readOnlySite === true ? { shouldSetSpoSiteReadOnlyForMembers: true } : undefined;
      await requestTeamJob(session, teamId, options, () =>
        session.client.teams.archiveTeam(teamId, body, { idempotencyKey: true }),
      );
    });
}
