import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { usage } from '../exit-codes.ts';

interface Options extends SharedOptions {
  name?: string;
  description?: string;
}

export function define(command: Command): void {
  apiCommand(command, 'charter team rename 0199c2d4-7a10-7c52-b8a5-5f1d6e0c9b11 --name "Harbour tunnel"')
    .argument('<team>', 'id of a team that you own')
    .option('--name <name>', 'new display name')
    .option('--description <text>', 'new description')
    .action(async (teamId: string, { name, description, ...options }: Options) => {
      if (name === undefined && description === undefined) {
        throw usage('Give at least one of --name and --description.');
      }
      const { client, output } = openSession(options);
      await client.teams.updateMyTeam(teamId, {
        ...(name !== undefined && { displayName: name }),
        ...(description !== undefined && { description }),
      });
      output.result({ id: teamId, updated: true }, '');
      output.note(`The team ${teamId} is updated.`);
    });
}
