import type { PolicyCheckRequest } from '@charter/sdk';
import { type Command, Option } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { CommandFailure, EXIT } from '../exit-codes.ts';
import { ANSWER_HELP, readAnswers } from '../team/answers.ts';

interface Options extends SharedOptions {
  template?: string;
  team?: string;
  answer?: string[];
  visibility?: PolicyCheckRequest['visibility'];
}

export function define(command: Command): void {
  apiCommand(command, "charter policy check 'Top secret plans' --template project")
    .argument('[name]', 'name to check')
    .addOption(
      new Option('--visibility <visibility>', 'visibility to check').choices([
        'private',
        'public',
        'hiddenMembership',
      ]),
    )
    .addOption(new Option('--template <id>', 'check for a new team from this template').conflicts('team'))
    .addOption(new Option('--team <id>', 'check for this existing team').conflicts('answer'))
    .option('--answer <id=value...>', ANSWER_HELP)
    .action(async (name: string | undefined, { template, team, visibility, answer, ...options }: Options) => {
      const { client, output } = openSession(options);
      const result = await client.policies.checkPolicies({
        ...(name !== undefined && { name }),
        ...(visibility !== undefined && { visibility }),
        ...(template !== undefined && { template: { id: template } }),
        ...(answer !== undefined && { metadata: readAnswers(answer) }),
        ...(team !== undefined && { team: { id: team } }),
      });
      if (output.json) output.result(result, '');
      else {
        const reports = (result.reports ?? []).map((report) => ({ ...report, outcome: 'reported' as const }));
        output.table(
          [...result.verdicts, ...reports],
          [
            { heading: 'OUTCOME', value: ({ outcome }) => outcome },
            { heading: 'KIND', value: ({ policy }) => policy.kind },
            { heading: 'POLICY', value: ({ policy }) => policy.name },
            { heading: 'MESSAGE', value: ({ message }) => message },
          ],
        );
      }
      if (result.outcome === 'violated')
        throw new CommandFailure(EXIT.rejected, 'The request violates a policy.');
    });
}
