import type { PolicyCheckRequest } from '@charter/sdk';
import { type Command, Option } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { CommandFailure, EXIT } from '../exit-codes.ts';

interface Options extends SharedOptions {
  template?: string;
  team?: string;
  visibility?: PolicyCheckRequest['visibility'];
}

export function define(command: Command): void {
  apiCommand(command, "charter policy check 'Top secret plans' --template project")
    .argument('[name]', 'a name for a team')
    .addOption(
      new Option('--visibility <visibility>', 'who may see the team').choices([
        'private',
        'public',
        'hiddenMembership',
      ]),
    )
    .addOption(new Option('--template <id>', 'of a team to be made from it').conflicts('team'))
    .addOption(new Option('--team <id>', 'of a team that is there'))
    .action(async (name: string | undefined, { template, team, visibility, ...options }: Options) => {
      const { client, output } = openSession(options);
      const result = await client.policies.checkPolicies({
        ...(name !== undefined && { name }),
        ...(visibility !== undefined && { visibility }),
        ...(template !== undefined && { template: { id: template } }),
        ...(team !== undefined && { team: { id: team } }),
      });
      if (output.json) output.result(result, '');
      else {
        output.table(result.verdicts, [
          { heading: 'OUTCOME', value: ({ outcome }) => outcome },
          { heading: 'KIND', value: ({ policy }) => policy.kind },
          { heading: 'POLICY', value: ({ policy }) => policy.name },
          { heading: 'WHAT IT SAYS', value: ({ message }) => message },
        ]);
      }
      if (result.outcome === 'violated') throw new CommandFailure(EXIT.refused, 'The policies refuse this.');
    });
}
