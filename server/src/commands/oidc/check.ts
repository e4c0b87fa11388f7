import { addOutputOptions } from '@charter/cli/api-command';
import { environment } from '@charter/cli/environment';
import { CommandFailure, EXIT, usage } from '@charter/cli/exit-codes';
import { createOutput, type OutputOptions, writeNote } from '@charter/cli/output';
import { authorizeDevice, discover } from '@charter/cli/sign-in/provider';
import type { Command } from 'commander';

interface Options extends OutputOptions {
  token?: string;
  clientId?: string;
  clientSecret?: string;
  strict?: boolean;
}

export function define(command: Command): void {
  addOutputOptions(command)
    .option('--token <token>', 'the token to check (default: CHARTER_TOKEN)')
    .option('--client-id <id>', 'sign in with a device code as this client, instead of a token')
    .option(
      '--client-secret <secret>',
      'its secret, if it is no public client (default: CHARTER_CLI_CLIENT_SECRET for CHARTER_CLI_CLIENT_ID)',
    )
    .option('--strict', 'fail when something is missing, too')
    .addHelpText(
      'after',
      `
Says what Charter makes of a token of your provider: person or app, name, roles, groups, tenant, and
what is missing. Set the CHARTER_OIDC_ settings of the service. It needs no running service.

Exit code 1: the service would reject the token. 3: the provider rejects the sign-in. 5: the provider
can't be reached for the sign-in. 7: it can't be reached for its keys.

Example:
  charter oidc check --token "$TOKEN"`,
    )
    .action(async ({ token: given, clientId, clientSecret, strict, ...options }: Options) => {
      const { checkToken, signInSettings } = await import('../../composition/oidc-check.ts');
      const output = createOutput(options);
      let token = given ?? environment.token();
      if (clientId !== undefined) {
        const settings = signInSettings({ clientId, clientSecret });
        const device = await authorizeDevice(await discover(settings.issuer), settings);
        const page = device.verificationUriComplete ?? device.verificationUri;
        writeNote(`Open ${page} in a browser, and confirm the code ${device.userCode}.`);
        token = (await device.tokens).bearer;
      }
      if (token === undefined) throw usage('Give --token <token> or --client-id <id>, or set CHARTER_TOKEN.');
      const check = await checkToken(token);
      const { problems } = check;
      if (output.json) output.result(check, '');
      else if (check.accepted) {
        output.fields(check, {
          Kind: check.kind === 'app' ? 'app' : 'person',
          Id: check.id,
          Name: check.name,
          'User name': check.userName,
          Mail: check.mail,
          Domain: check.domain,
          Type: check.userType,
          Tenant: check.tenant,
          Roles: check.roles?.join(', '),
          Groups: `${check.groups?.join(', ') ?? ''}${check.groupsComplete === false ? ' (and unknown ones)' : ''}`,
        });
        for (const problem of problems) output.note(problem);
      }
      if (!check.accepted) throw new CommandFailure(EXIT.rejected, problems.join('\n'));
      if (strict && problems.length > 0)
        throw new CommandFailure(EXIT.rejected, 'Something is missing. See above.');
    });
}
