import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { KEEP_SECRET, showHook } from './describe.ts';
import { readEvents } from './event-codes.ts';

interface Options extends SharedOptions {
  event?: string[];
  template?: string[];
  name?: string;
  description?: string;
  secret?: string;
  off?: true;
}

export function define(command: Command): void {
  apiCommand(
    command,
    'charter hook create https://hooks.example.com/charter --event team_created team_deleted',
  )
    .argument('<url>', 'address that receives the messages')
    .option('--event <codes...>', 'events to send: see charter hook events (default: all)')
    .option('--template <ids...>', 'only events of teams from these templates')
    .option('--name <name>', 'name (default: the host of the URL)')
    .option('--description <text>', 'purpose of the webhook')
    .option('--secret <text>', 'signing secret (default: a random one)')
    .option('--off', 'create the webhook disabled')
    .action(async (url: string, options: Options) => {
      const { client, output } = openSession(options);
      const { event, template, name, description, secret, off } = options;
      const hook = await client.webhooks.createHook(
        {
          events: await readEvents(client, event),
          config: { url, ...(secret !== undefined && { secret }) },
          ...(template && { filter: { templates: template } }),
          ...(name !== undefined && { name }),
          ...(description !== undefined && { description }),
          ...(off && { active: false }),
        },
        { idempotencyKey: true },
      );
      showHook(output, hook);
      output.note(KEEP_SECRET);
    });
}
