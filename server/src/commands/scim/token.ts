import { addOutputOptions } from '@charter/cli/api-command';
import { usage } from '@charter/cli/exit-codes';
import { createOutput, type OutputOptions } from '@charter/cli/output';
import type { Command } from 'commander';
import type { ScimToken } from '../../domain/scim/model.ts';
import { DAY_MILLISECONDS } from '../../kernel/clock.ts';

interface Options extends OutputOptions {
  tenant?: string;
}

const addOptions = (command: Command): Command =>
  addOutputOptions(command).option('--tenant <id>', 'id of the organisation, where there are several');

/** @throws CommandFailure unless the text is a whole number of days */
function endOf(days: string | undefined): Date | null {
  if (days === undefined) return null;
  if (!/^[1-9]\d{0,3}$/.test(days)) throw usage('--expires-in is a number of days from 1 to 9999.');
  return new Date(Date.now() + Number(days) * DAY_MILLISECONDS);
}

const textOf = (time: Date | null): string => time?.toISOString() ?? '';

/** The token as JSON shows it, without its tenant. */
const shown = ({ tokenId: id, displayName: name, hint, createdAt, expiresAt, lastUsedAt }: ScimToken) => ({
  ...{ id, name, hint },
  created: textOf(createdAt),
  expires: expiresAt?.toISOString() ?? null,
  lastUsed: lastUsedAt?.toISOString() ?? null,
});

export function define(command: Command): void {
  command.addHelpText(
    'after',
    `
A token opens /scim/v2 of one organisation for a connector of your identity provider, and nothing else. It
is shown once; the database has its hash. A revoked token ends at once. Works on the machine of the service,
with its settings.

Example:
  charter scim token create Entra
  charter scim token list
  charter scim token revoke 01997f0e-0000-7000-8000-000000000000`,
  );
  addOptions(command.command('create'))
    .description('Create a token, and print it.')
    .argument('<name>', 'name of the connector')
    .option('--expires-in <days>', 'days until the token expires (default: never)')
    .action(async (name: string, { tenant, expiresIn, ...options }: Options & { expiresIn?: string }) => {
      const expiresAt = endOf(expiresIn);
      const { createToken } = await import('../../composition/scim-tokens.ts');
      const { token, ...stored } = await createToken({ tenant, name, expiresAt });
      const output = createOutput(options);
      output.result({ ...shown(stored), token }, token);
      output.note('Enter it in the connector now: it is not shown again.');
    });
  addOptions(command.command('list'))
    .description('List the tokens, without their texts.')
    .action(async ({ tenant, ...options }: Options) => {
      const { listTokens } = await import('../../composition/scim-tokens.ts');
      createOutput(options).table((await listTokens({ tenant })).map(shown), [
        { heading: 'ID', value: ({ id }) => id },
        { heading: 'NAME', value: ({ name }) => name },
        { heading: 'BEGINS WITH', value: ({ hint }) => hint },
        { heading: 'CREATED', value: ({ created }) => created },
        { heading: 'EXPIRES', value: ({ expires }) => expires ?? 'never' },
        { heading: 'LAST USED', value: ({ lastUsed }) => lastUsed ?? 'never' },
      ]);
    });
  addOptions(command.command('revoke'))
    .description('Revoke a token at once.')
    .argument('<id>', 'id of the token')
    .action(async (tokenId: string, { tenant, ...options }: Options) => {
      const { revokeToken } = await import('../../composition/scim-tokens.ts');
      await revokeToken({ tenant, tokenId });
      createOutput(options).result({ id: tokenId }, `The token ${tokenId} is revoked.`);
    });
}
