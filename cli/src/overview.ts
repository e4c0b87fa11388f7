import { type Command, Option } from 'commander';
import { apiCommand, openSession, type SharedOptions } from './api-command.ts';
import { joined } from './output.ts';

type Weeks = 12 | 26;
type InactiveDays = 30 | 90 | 180;

interface Options extends SharedOptions {
  weeks: `${Weeks}`;
  inactiveDays: `${InactiveDays}`;
  timeZone?: string;
}

const spell = (duration: { p50: number; p95: number } | undefined): string | undefined =>
  duration && `half within ${hours(duration.p50)}, 95 % within ${hours(duration.p95)}`;

/** Formats a duration in seconds, minutes or hours, depending on its length. */
function hours(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

export function define(command: Command): void {
  apiCommand(command, 'charter overview --weeks 26 --as nadia.okafor@meridian.example')
    .addOption(new Option('--weeks <number>', 'weeks to show').choices(['12', '26']).default('12'))
    .addOption(
      new Option('--inactive-days <number>', 'days without activity after which a team counts as inactive')
        .choices(['30', '90', '180'])
        .default('90'),
    )
    .option('--time-zone <name>', 'time zone in which weeks begin, such as Europe/Berlin (default: UTC)')
    .action(async (options: Options) => {
      const { client, output } = openSession(options);
      const { timeZone } = options;
      const overview = await client.overview.getOverview({
        weeks: Number(options.weeks) as Weeks,
        inactiveDays: Number(options.inactiveDays) as InactiveDays,
        ...(timeZone !== undefined && { timeZone }),
      });
      if (output.json) return output.result(overview, '');
      const { weeks, teams, waiting, failures } = overview;
      output.table(weeks, [
        { heading: 'WEEK', value: ({ start }) => start },
        { heading: 'COMPLETED', value: ({ completed }) => completed },
        { heading: 'FAILED', value: ({ failed }) => failed },
        { heading: 'REJECTED', value: ({ rejected }) => rejected },
        { heading: 'WITHDRAWN', value: ({ withdrawn }) => withdrawn },
        { heading: 'OPEN', value: ({ open }) => open },
      ]);
      output.fields(overview, {
        'Time to approval': spell(overview.approval),
        'Time to completion': spell(overview.completion),
        'Failed steps': joined(failures.map(({ step, count }) => `${step} ${count}`)),
        Teams: `${teams.active} active, ${teams.inactive} inactive for ${teams.inactiveDays} days, ${teams.archived} archived, ${teams.ownerless} without an owner`,
        'Waiting approvals': waiting.approvals,
        'Waiting for': joined(waiting.approvers.map(({ displayName, count }) => `${displayName} ${count}`)),
        'Waiting renewals': waiting.renewals,
      });
    });
}
