import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter channel allow 0197a1c2-7a4e-7c1b-9c40-3f6f9f7c2a11')
    .argument('<violation>', 'id of the violation, from "charter channel violations"')
    .action(async (violation: string, options: SharedOptions) => {
      const { client, output } = openSession(options);
      const allowed = await client.channels.allowChannel(violation);
      output.fields(allowed, {
        id: allowed.id,
        team: allowed.team.displayName,
        channel: allowed.channel.displayName,
        policy: allowed.policy.name,
        status: allowed.status,
      });
    });
}
