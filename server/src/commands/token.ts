import { usage } from '@charter/cli/exit-codes';
import type { Command } from 'commander';

interface Options {
  user?: string;
  app?: string;
}

/** Prints only the token, so that `CHARTER_TOKEN=$(charter token …)` works. */
export function define(command: Command): void {
  command
    .option('--user <upn>', 'a person: id, user principal name or mail')
    .option('--app <appId>', 'a registered app')
    .addHelpText(
      'after',
      `
Works only with the embedded issuer, on the machine of the service. Set the same DATABASE_URL,
CHARTER_DATA_DIR and CHARTER_PUBLIC_URL as for the service.

Example:
  export CHARTER_TOKEN=$(charter token --user sofia.rossi@meridian.example)`,
    )
    .action(async ({ user, app }: Options) => {
      if ((user === undefined) === (app === undefined))
        throw usage('Give either --user <upn> or --app <appId>.');
      const { issueAccessToken } = await import('../composition/issuer.ts');
      const token = await issueAccessToken(user === undefined ? { app: app as string } : { user });
      process.stdout.write(`${token}\n`);
    });
}
