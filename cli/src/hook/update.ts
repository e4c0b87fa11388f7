import type { HookUpdate } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { usage } from '../exit-codes.ts';
import { showHook } from './describe.ts';
import { readEvents } from './event-codes.ts';

interface Options extends SharedOptions {
  address?: string;
  event?: string[];
  template?: string[];
  allTemplates?: true;
  name?: string;
  description?: string;
  on?: true;
  off?: true;
}

function changesOf(options: Options): Omit<HookUpdate, 'events'> {
  const { address, template, allTemplates, name, description, on, off } = options;
  if (on && off) throw usage('Give --on or --off, not both.');
  if (template && allTemplates) throw usage('Give --template or --all-templates, not both.');
  return {
    ...(address !== undefined && { config: { url: address } }),
    ...(template && { filter: { templates: template } }),
    ...(allTemplates && { filter: { templates: [] } }),
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description: description === '' ? null : description }),
    ...((on || off) && { active: on === true }),
  };
}

export function define(command: Command): void {
  apiCommand(
    command,
    `charter hook update 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10 --address https://hooks.example.com/new
charter hook update 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10 --on`,
  )
    .argument('<hook>', 'id of the webhook')
    .option('--address <url>', 'new address that receives the messages')
    .option('--event <codes...>', 'events to send; replaces the current events')
    .option('--template <ids...>', 'only events of teams from these templates')
    .option('--all-templates', 'events of all teams')
    .option('--name <name>', 'new name')
    .option('--description <text>', 'new description; an empty text removes it')
    .option('--on', 'enable the webhook, also after the service has disabled it')
    .option('--off', 'disable the webhook')
    .action(async (hookId: string, options: Options) => {
      const { client, output } = openSession(options);
      const changes: HookUpdate = {
        ...changesOf(options),
        ...(options.event && { events: await readEvents(client, options.event) }),
      };
      if (Object.keys(changes).length === 0)
        throw usage('Give at least one option that changes the webhook.');
      showHook(output, await client.webhooks.updateHook(hookId, changes));
    });
}
