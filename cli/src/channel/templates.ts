import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter channel templates 0199c2d4-…')
    .argument('[team]', 'id of the team in which you want a channel; without it, all of the catalog')
    .action(async (teamId: string | undefined, options: SharedOptions) => {
      const { client, output } = openSession(options);
      const { value } =
        teamId === undefined
          ? await client.catalog.getChannelTemplates()
          : await client.channels.getTeamChannelTemplates(teamId);
      output.table(value, [
        { heading: 'ID', value: ({ templateConfiguration }) => templateConfiguration.id },
        { heading: 'NAME', value: ({ templateConfiguration }) => templateConfiguration.name },
        { heading: 'TYPE', value: ({ newChannel }) => newChannel.membershipType },
        {
          heading: 'ENABLED',
          value: ({ templateConfiguration }) => (templateConfiguration.enabled ? 'yes' : 'no'),
        },
        { heading: 'DESCRIPTION', value: ({ templateConfiguration }) => templateConfiguration.description },
      ]);
    });
}
