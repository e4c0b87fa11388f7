import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter owner status 0199c2d4-7a10-7c52-b8a5-5f1d6e0c9b11')
    .argument('<team>', 'id of the team')
    .action(async (teamId: string, options: SharedOptions) => {
      const { client, output } = openSession(options);
      const ownership = await client.owners.getTeamOwnership(teamId);
      const { team, ownerCount, ableOwnerCount, rules, search } = ownership;
      output.fields(ownership, {
        Team: team.displayName,
        Owners: ownerCount,
        'Owners who can act': ableOwnerCount,
        Policy: rules?.policy.displayName,
        Mode: rules?.mode,
        'At least': rules?.minimumOwners,
        'At most': rules?.maximumOwners,
        Search: search?.state,
        People:
          search?.requests.map(({ person, status }) => `${person.displayName} (${status})`).join(', ') ||
          undefined,
        'Next step': search?.nextDateTime,
      });
    });
}
