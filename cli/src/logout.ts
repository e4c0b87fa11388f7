import type { Command } from 'commander';
import { addOutputOptions } from './api-command.ts';
import { environment } from './environment.ts';
import { CommandFailure, EXIT } from './exit-codes.ts';
import { createOutput, type OutputOptions } from './output.ts';
import { changeProfile, DEFAULT_PROFILE, findProfile } from './sign-in/profiles.ts';

interface Options extends OutputOptions {
  profile?: string;
}

export function define(command: Command): void {
  addOutputOptions(command)
    .option('--profile <name>', `name of the sign-in (default: CHARTER_PROFILE, or ${DEFAULT_PROFILE})`)
    .addHelpText(
      'after',
      `
Deletes the stored tokens, and revokes them where the provider offers that. The session of the browser stays.

Example:
  charter logout`,
    )
    .action(async ({ profile, ...options }: Options) => {
      const name = profile ?? environment.profile() ?? DEFAULT_PROFILE;
      const found = findProfile(name);
      if (found === undefined) throw new CommandFailure(EXIT.notFound, `There is no sign-in named ${name}.`);
      await changeProfile(name, () => undefined);
      const output = createOutput(options);
      const { revoke } = await import('./sign-in/provider.ts');
      // The tokens are already deleted from this machine, so an unreachable provider is not a failure.
      await revoke(found).catch((error: Error) =>
        output.note(`The provider has not revoked them: ${error.message}`),
      );
      output.result({ profile: name }, `You are signed out of ${found.url}.`);
    });
}
