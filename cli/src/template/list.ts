import type { CatalogTemplate } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

interface Options extends SharedOptions {
  mine?: boolean;
  language?: string;
}

export function define(command: Command): void {
  apiCommand(command, 'charter template list --mine')
    .option('--mine', 'only templates that you can use now')
    .option(
      '--language <tag>',
      'language of the templates; `en` includes `en-US`, `*` lists all (default: en)',
    )
    .action(async (options: Options) => {
      const { client, output } = openSession(options);
      const list = async (language: string): Promise<CatalogTemplate[]> => {
        const { catalog } = client;
        const call = options.mine === true ? catalog.getMyCatalogTemplates : catalog.getCatalogTemplates;
        return (await call({ language })).value;
      };
      const value = await list(options.language ?? 'en');
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
      if (options.language !== undefined) return;
      const others = (await list('*')).length - value.length;
      if (others > 0) {
        const hidden = others === 1 ? '1 template is' : `${others} templates are`;
        output.note(`${hidden} in languages other than English. Use --language '*' to list all.`);
      }
    });
}
