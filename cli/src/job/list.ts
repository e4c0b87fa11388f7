import type { Job } from '@charter/sdk';
import { type Command, Option } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect, limitOption, pagesFor } from '../collections.ts';
import { dateTime } from '../values.ts';

const STATUSES = ['waiting', 'active', 'completed', 'failed', 'delayed', 'paused'] as const;
const OUTCOMES = ['completed', 'open', 'rejected', 'withdrawn', 'failed'] as const;
const TYPES: Readonly<Record<Job['type'], true>> = {
  TeamProvisioning: true,
  ChannelProvisioning: true,
  TeamArchive: true,
  TeamUnarchive: true,
  ChannelArchive: true,
  ChannelUnarchive: true,
  TeamBulk: true,
  RoleChange: true,
};

interface Options extends SharedOptions {
  search?: string;
  status?: string;
  outcome?: string;
  failedStep?: string;
  type?: string;
  template?: string;
  requester?: string;
  since?: string;
  until?: string;
  limit: number;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Returns the `$filter` of the options; empty if there are none. */
function filterOf(options: Options): string {
  const { status, outcome, failedStep, type, template, requester, since, until } = options;
  const equal = {
    status,
    outcome,
    'error/step': failedStep,
    type,
    'template/id': template,
    'requester/id': requester,
  };
  return [
    ...Object.entries(equal)
      .filter((entry): entry is [string, string] => entry[1] !== undefined)
      .map(([field, value]) => `${field} eq ${quoted(value)}`),
    ...(since === undefined ? [] : [`createdDateTime ge ${since}`]),
    ...(until === undefined ? [] : [`createdDateTime lt ${until}`]),
  ].join(' and ');
}

export function define(command: Command): void {
  apiCommand(command, 'charter job list --status failed --since 2027-01-15T00:00:00Z')
    .option('--search <words>', 'parts of words in the name of the team')
    .addOption(new Option('--status <status>', 'only jobs with this status').choices(STATUSES))
    .addOption(
      new Option('--outcome <outcome>', 'only jobs that ended so, or have not ended (open)').choices(
        OUTCOMES,
      ),
    )
    .option('--failed-step <step>', 'only jobs that failed at this step, for example createChannels')
    .addOption(new Option('--type <type>', 'only jobs of this type').choices(Object.keys(TYPES)))
    .option('--template <template>', 'only jobs made from the template with this id')
    .option('--requester <requester>', 'only jobs that the person or app with this id requested')
    .option('--since <time>', 'only jobs created at this time or later', dateTime)
    .option('--until <time>', 'only jobs created before this time', dateTime)
    .addOption(limitOption('jobs, newest first,', 100))
    .action(async (options: Options) => {
      const { client, output } = openSession(options);
      const filter = filterOf(options);
      const query = {
        ...pagesFor(options.limit),
        ...(options.search !== undefined && { $search: options.search }),
        ...(filter !== '' && { $filter: filter }),
      };
      const value = await collect(client.jobs.list(query), options.limit);
      output.table(value, [
        { heading: 'ID', value: (job) => job.id },
        { heading: 'TYPE', value: (job) => job.type },
        { heading: 'STATUS', value: (job) => job.status },
        { heading: 'PROGRESS', value: (job) => `${job.progress}%` },
        { heading: 'TEAM', value: (job) => job.team.displayName },
        { heading: 'TEMPLATE', value: (job) => job.template?.name },
        { heading: 'REQUESTER', value: (job) => job.requester.displayName },
        { heading: 'CREATED', value: (job) => job.createdDateTime },
      ]);
    });
}
