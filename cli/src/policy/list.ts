import { POLICY_KINDS, type Policy } from '@charter/sdk';
import { type Command, Option } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect, limitOption, pagesFor } from '../collections.ts';
import { scopeText } from './describe.ts';

interface Options extends SharedOptions {
  kind?: Policy['kind'];
  limit?: number;
}

export function define(command: Command): void {
  apiCommand(command, 'charter policy list --kind naming')
    .addOption(new Option('--kind <kind>', 'only policies of this kind').choices(POLICY_KINDS))
    .addOption(limitOption('policies'))
    .action(async ({ kind, limit, ...options }: Options) => {
      const { client, output } = openSession(options);
      const query = { ...pagesFor(limit), ...(kind !== undefined && { kind }) };
      const policies = await collect(client.policies.list(query), limit);
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
