import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { usage } from '../exit-codes.ts';
import { showBranding } from './show.ts';

interface Options extends SharedOptions {
  name?: string;
  color?: string;
  helpUrl?: string;
  namingRulesUrl?: string;
  contact?: string;
  /** A file, or false for --no-logo. */
  logo?: string | false;
}

async function readLogo(file: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await readFile(file);
  } catch (error) {
    throw usage(`The logo can't be read: ${(error as Error).message}`);
  }
}

export function define(command: Command): void {
  apiCommand(
    command,
    `charter organization update --name Fabrikam --color '#742774' --logo fabrikam.png
charter organization update --help-url mailto:help@fabrikam.example --no-logo`,
  )
    .option('--name <name>', 'name in the portal, and of the sender of mail')
    .option('--color <color>', 'accent colour, # and six hexadecimal digits')
    .option('--help-url <address>', 'page with help (https:), or mail address (mailto:)')
    .option('--naming-rules-url <address>', 'page with the rules for names of teams (https:)')
    .option('--contact <text>', 'whom people ask')
    .option('--logo <file>', 'PNG, JPEG or WebP image of at most 100 KiB and 2,048 by 2,048 pixels')
    .option('--no-logo', 'remove the logo')
    .addHelpText('after', '\nAn empty value removes a field.')
    .action(async ({ name, color, helpUrl, namingRulesUrl, contact, logo, ...shared }: Options) => {
      const changes = {
        ...(name !== undefined && { displayName: name }),
        ...(color !== undefined && { accentColor: color }),
        ...(helpUrl !== undefined && { helpUrl }),
        ...(namingRulesUrl !== undefined && { namingRulesUrl }),
        ...(contact !== undefined && { supportContact: contact }),
      };
      // Commander sets the option to true when neither the option nor its `--no-` form is given.
      const file = typeof logo === 'string' ? logo : undefined;
      const isChanged = Object.keys(changes).length > 0;
      if (!isChanged && file === undefined && logo !== false)
        throw usage('Give at least one option that changes the branding.');
      const image = file === undefined ? undefined : await readLogo(file);
      const { client, output } = openSession(shared);
      const { organization } = client;
      if (isChanged) await organization.updateOrganizationBranding(changes);
      if (image !== undefined) await organization.putOrganizationLogo(image);
      if (logo === false) await organization.deleteOrganizationLogo();
      showBranding(output, await organization.getOrganizationBranding());
    });
}
