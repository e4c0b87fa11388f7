import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect, limitOption, pagesFor } from '../collections.ts';

interface Options extends SharedOptions {
  filter?: string;
  limit: number;
}

export function define(command: Command): void {
  apiCommand(
    command,
    `charter audit list security --limit 20
charter audit list teams --filter "actor/id eq 'b3f1…' and time ge 2026-11-01T00:00:00Z"`,
  )
    .argument('<trail>', 'code of the trail: see charter audit trails')
    .option(
      '--filter <expression>',
      'OData comparisons over time, type, actor/id, target/id and sequence, joined by and',
    )
    .addOption(limitOption('records, newest first,', 100))
    .action(async (trail: string, options: Options) => {
      const { client, output } = openSession(options);
      const { filter, limit } = options;
      const query = { ...pagesFor(limit), ...(filter !== undefined && { $filter: filter }) };
      const records = await collect(client.audit.records(trail, query), limit);
      output.table(records, [
        { heading: 'SEQUENCE', value: ({ sequence }) => sequence },
        { heading: 'TIME', value: ({ time }) => time },
        { heading: 'TYPE', value: ({ type }) => type },
        { heading: 'OUTCOME', value: ({ outcome }) => outcome },
        { heading: 'ACTOR', value: ({ actor }) => actor.displayName },
        { heading: 'TARGET', value: ({ target }) => `${target.type} ${target.displayName}` },
      ]);
    });
}
