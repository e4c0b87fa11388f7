import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter policy report 0197c7a4-6f4e-7cc0-9d0e-0d3c5b1f2a10')
    .argument('<policy>', 'id of the policy')
    .action(async (policyId: string, options: SharedOptions) => {
      const { client, output } = openSession(options);
      const report = await client.policies.getPolicyReport(policyId);
      if (output.json) return output.result(report, '');
      output.table(report.teams, [
        { heading: 'ID', value: ({ id }) => id },
        { heading: 'TEAM', value: ({ displayName }) => displayName },
        { heading: 'MESSAGE', value: ({ message }) => message },
      ]);
      for (const { message } of report.omissions ?? []) output.note(message);
      const { affectedCount, appliesToCount, isComplete, teams } = report;
      const shown = affectedCount > teams.length ? ` The first ${teams.length} are shown.` : '';
      const rest = isComplete ? '' : ' There are more teams than one report reads.';
      output.note(
        `The policy affects ${affectedCount} of the ${appliesToCount} teams that it applies to.${shown}${rest}`,
      );
    });
}
