import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

/** Prints only the JWK Set, for `charter audit keys > audit-keys.json`. */
export function define(command: Command): void {
  apiCommand(command, 'charter audit keys > audit-keys.json').action(async (options: SharedOptions) => {
    const { client, output } = openSession({ ...options, json: true });
    output.result(await client.audit.getAuditKeys(), '');
  });
}
