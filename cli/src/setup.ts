import type { Command } from 'commander';

interface Options {
  organisation: string;
  name: string;
  mail: string;
}

export function define(command: Command): void {
  command
    .requiredOption('--organisation <name>', 'name of the organisation')
    .requiredOption('--name <name>', 'name of the person who administers Charter')
    .requiredOption('--mail <address>', 'their mail address, which is also their user name')
    .addHelpText(
      'after',
      `
For an installation with the embedded issuer and without people (CHARTER_SAMPLE_DATA=off). Works on the
machine of the service, while it runs. Set the same DATABASE_URL and CHARTER_DATA_DIR as for the service.

Example:
  charter setup --organisation Contoso --name 'Grace Hopper' --mail grace@contoso.example`,
    )
    .action(async ({ organisation, name, mail }: Options) => {
      const { setUp } = await import('@charter/server/set-up');
      await setUp({ organisation, name, mail });
      console.log(`${name} administers ${organisation.trim()} and can sign in in the portal.`);
      console.log(`For a token: charter token --user ${mail}`);
    });
}
