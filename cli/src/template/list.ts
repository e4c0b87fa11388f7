import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

interface Options extends SharedOptions {
  mine?: boolean;
  language?: string;
}

export function define(command: Command): void {
  apiCommand(command, 'charter template list --mine')
    .option('--mine', 'only those you may use, now')
    .option('--language <tag>', 'language of the templates; `en` finds `en-US` too (default: en)')
    .action(async (options: Options) => {
      const { client, output } = openSession(options);
      const query = options.language === undefined ? {} : { language: options.language };
      const { value } =
        options.mine === true
          ? await client.catalog.getMyCatalogTemplates(query)
          : await client.catalog.getCatalogTemplates(query);
      output.table(value, [
        { heading: 'ID', value: ({ templateConfiguration }) => templateConfiguration.id },
        { heading: 'NAME', value: ({ templateConfiguration }) => templateConfiguration.name },
        { heading: 'LANGUAGE', value: ({ templateConfiguration }) => templateConfiguration.language },
        {
          heading: 'ENABLED',
          value: ({ templateConfiguration }) => (templateConfiguration.enabled ? 'yes' : 'no'),
        },
        { heading: 'DESCRIPTION', value: ({ templateConfiguration }) => templateConfiguration.description },
      ]);
    });
}
