import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { jsonObject } from '../values.ts';

interface Options extends SharedOptions {
  secret: string;
}

export function define(command: Command): void {
  apiCommand(
    command,
    `charter hook sign '{"team":{"id":"1"}}' --secret 'between us'\ncharter hook sign @message.json --secret 'between us'`,
  )
    .argument('<payload>', 'JSON object, or @file')
    .requiredOption('--secret <text>', 'the webhook’s secret')
    .action(async (text: string, options: Options) => {
      const { client, output } = openSession(options);
      const payload = await jsonObject('The payload', text);
      const answer = await client.webhooks.generateHookSignature({ secret: options.secret, payload });
      output.result(answer, answer.signature);
    });
}
