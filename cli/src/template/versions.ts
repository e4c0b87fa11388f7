import type { CatalogTemplateVersion } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

/** Maximum number of paths in a line. `--json` lists all of them. */
const MOST_PATHS = 3;

function changesOf({ changedPaths }: CatalogTemplateVersion): string {
  const rest = changedPaths.length - MOST_PATHS;
  return changedPaths.slice(0, MOST_PATHS).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

export function define(command: Command): void {
  apiCommand(command, 'charter template versions deal-room')
    .argument('<template>', 'id of the template')
    .action(async (templateId: string, options: SharedOptions) => {
      const { client, output } = openSession(options);
      const versions: CatalogTemplateVersion[] = [];
      for await (const version of client.catalog.versions(templateId)) versions.push(version);
      output.table(versions, [
        { heading: 'VERSION', value: ({ version }) => version },
        { heading: 'CHANGED', value: ({ changedDateTime }) => changedDateTime },
        { heading: 'BY', value: ({ changedBy }) => changedBy.displayName },
        { heading: 'ENABLED', value: ({ enabled }) => (enabled ? 'yes' : 'no') },
        { heading: 'CHANGES', value: changesOf },
      ]);
    });
}
