import type { CatalogTemplateVersion } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect, limitOption, pagesFor } from '../collections.ts';

/** Maximum number of paths in a line. `--json` lists all of them. */
const MAX_PATHS = 3;

function changesOf({ changedPaths }: CatalogTemplateVersion): string {
  const rest = changedPaths.length - MAX_PATHS;
  return changedPaths.slice(0, MAX_PATHS).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

interface Options extends SharedOptions {
  limit?: number;
}

export function define(command: Command): void {
  apiCommand(command, 'charter template versions deal-room')
    .argument('<template>', 'id of the template')
    .addOption(limitOption('versions, newest first,'))
    .action(async (templateId: string, { limit, ...options }: Options) => {
      const { client, output } = openSession(options);
      const versions = await collect(client.catalog.versions(templateId, pagesFor(limit)), limit);
      output.table(versions, [
        { heading: 'VERSION', value: ({ version }) => version },
        { heading: 'CHANGED', value: ({ changedDateTime }) => changedDateTime },
        { heading: 'BY', value: ({ changedBy }) => changedBy.displayName },
        { heading: 'ENABLED', value: ({ enabled }) => (enabled ? 'yes' : 'no') },
        { heading: 'CHANGES', value: changesOf },
      ]);
    });
}
