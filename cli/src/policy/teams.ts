import type { PolicyTeam } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter policy teams 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10')
    .argument('<policy>', 'id of the policy')
    .action(async (policyId: string, options: SharedOptions) => {
      const { client, output } = openSession(options);
      const teams: PolicyTeam[] = [];
      for await (const team of client.policies.teams(policyId)) teams.push(team);
      output.table(teams, [
        { heading: 'TEAM', value: ({ teamId }) => teamId },
        { heading: 'NAME', value: ({ displayName }) => displayName },
        { heading: 'ATTACHED', value: ({ attachedDateTime }) => attachedDateTime },
      ]);
    });
}
