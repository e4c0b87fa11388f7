import type { AuditTrailRecord } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { wholeNumber } from '../values.ts';

interface Options extends SharedOptions {
  filter?: string;
  limit: number;
}

const MOST_ON_A_PAGE = 999;

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
    .option('--limit <number>', 'most records to list, newest first', wholeNumber, 50)
    .action(async (trail: string, options: Options) => {
      const { client, output } = openSession(options);
      const { filter, limit } = options;
      const records: AuditTrailRecord[] = [];
      const query = {
        $top: Math.min(Math.max(1, limit), MOST_ON_A_PAGE),
        ...(filter === undefined ? {} : { $filter: filter }),
      };
      for await (const record of client.audit.records(trail, query)) {
        if (records.length >= limit) break;
        records.push(record);
      }
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
