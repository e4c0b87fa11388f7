import { POLICY_KINDS, type Policy } from '@charter/sdk';
import { type Command, Option } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { scopeText } from './describe.ts';

interface Options extends SharedOptions {
  kind?: Policy['kind'];
}

export function define(command: Command): void {
  apiCommand(command, 'charter policy list --kind naming')
    .addOption(new Option('--kind <kind>', 'only policies of this kind').choices(POLICY_KINDS))
    .action(async ({ kind, ...options }: Options) => {
      const { client, output } = openSession(options);
      const policies: Policy[] = [];
      for await (const policy of client.policies.list(kind === undefined ? {} : { kind }))
        policies.push(policy);
      output.table(policies, [
        { heading: 'ID', value: ({ id }) => id },
        { heading: 'KIND', value: (policy) => policy.kind },
        { heading: 'ON', value: ({ enabled }) => (enabled ? 'yes' : 'no') },
        { heading: 'MODE', value: ({ mode }) => mode },
        { heading: 'FOR', value: ({ scope }) => scopeText(scope) },
        { heading: 'NAME', value: ({ name }) => name },
      ]);
    });
}
