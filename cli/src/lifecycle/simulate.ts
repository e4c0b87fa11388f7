import type { LifecycleSimulation } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { dateTime } from '../values.ts';
import { showTeams, summaryOf } from './describe.ts';

interface Options extends SharedOptions {
  at?: string;
  all?: boolean;
}

export function define(command: Command): void {
  apiCommand(command, 'charter lifecycle simulate --at 2027-01-15T02:00:00Z')
    .option('--at <time>', 'time of the simulated run (RFC 3339; default: now)', dateTime)
    .option('--all', 'include the teams without a change, with their next step')
    .action(async ({ at, all, ...options }: Options) => {
      const { client, output } = openSession(options);
      const query = { $top: 999, ...(at && { at }), ...(all && { scope: 'all' as const }) };
      let page = await client.lifecycle.getLifecycleSimulation(query);
      const value: LifecycleSimulation['value'] = [...page.value];
      while (page['@odata.nextLink'] !== undefined) {
        const next = Object.fromEntries(new URL(page['@odata.nextLink']).searchParams);
        page = await client.lifecycle.getLifecycleSimulation(next);
        value.push(...page.value);
      }
      const { atDateTime, governedTeams, cap, counts } = page;
      if (output.json) output.result({ atDateTime, governedTeams, cap, counts, value }, '');
      else showTeams(output, value);
      output.note(
        `At ${atDateTime}, of ${governedTeams} teams: ${summaryOf(counts)}. A run archives or deletes at most ${cap}. Nothing was changed.`,
      );
    });
}
