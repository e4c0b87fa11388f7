import { type Command, Option } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect, limitOption, pagesFor } from '../collections.ts';

const STATES = ['searching', 'exhausted', 'exceeded', 'reported'] as const;

interface Options extends SharedOptions {
  state?: (typeof STATES)[number];
  limit: number;
}

export function define(command: Command): void {
  apiCommand(command, 'charter owner list --state exhausted')
    .addOption(new Option('--state <state>', 'only searches in this state').choices(STATES))
    .addOption(limitOption('searches', 100))
    .action(async ({ state, limit, ...options }: Options) => {
      const { client, output } = openSession(options);
      const query = { ...pagesFor(limit), ...(state && { state }) };
      const value = await collect(client.owners.searches(query), limit);
      output.table(value, [
        { heading: 'TEAM', value: ({ team }) => team.id },
        { heading: 'NAME', value: ({ team }) => team.displayName },
        { heading: 'STATE', value: (search) => search.state },
        { heading: 'OWNERS', value: ({ ownerCount }) => ownerCount },
        { heading: 'LIMIT', value: (search) => search.limit },
        {
          heading: 'PEOPLE',
          value: ({ requests }) =>
            requests.map(({ person, status }) => `${person.displayName} (${status})`).join(', '),
        },
        { heading: 'NEXT', value: ({ nextDateTime }) => nextDateTime },
      ]);
    });
}
