import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { CHANNEL_ARGUMENT, channelIdOf } from '../channel/describe.ts';

interface Options extends SharedOptions {
  name: string;
  app: string;
  contentUrl?: string;
  websiteUrl?: string;
  removeUrl?: string;
  entityId?: string;
}

/** Id of the Website app in Microsoft Teams. */
const WEB_PAGE_APP = 'com.microsoft.teamspace.tab.web';

function configurationOf(options: Options): Record<string, string> {
  const { contentUrl, websiteUrl, removeUrl, entityId } = options;
  const given = Object.entries({ contentUrl, websiteUrl, removeUrl, entityId });
  return Object.fromEntries(given.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

export function define(command: Command): void {
  apiCommand(
    command,
    'charter tab create 0199c2d4-… primary --name Wiki --content-url https://wiki.example.com/tunnel',
  )
    .argument('<team>', 'id of the team')
    .argument('<channel>', CHANNEL_ARGUMENT)
    .requiredOption('--name <name>', 'display name')
    .option('--app <id>', 'id of the Teams app', WEB_PAGE_APP)
    .option('--content-url <url>', 'page in the tab; https')
    .option('--website-url <url>', 'page that opens in a browser; https')
    .option('--remove-url <url>', 'page that Teams shows when somebody removes the tab; https')
    .option('--entity-id <id>', 'id of the content, defined by the app')
    .action(async (teamId: string, channel: string, options: Options) => {
      const { client, output } = openSession(options);
      const configuration = configurationOf(options);
      const tab = await client.channels.createTeamChannelTab(
        teamId,
        await channelIdOf(client, teamId, channel),
        {
          displayName: options.name,
          teamsApp: { id: options.app },
          ...(Object.keys(configuration).length === 0 ? {} : { configuration }),
        },
        { idempotencyKey: true },
      );
      output.fields(tab, {
        id: tab.id,
        name: tab.displayName,
        app: tab.teamsApp.displayName,
        address: tab.configuration.contentUrl,
      });
    });
}
