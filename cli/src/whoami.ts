import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from './api-command.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter whoami --as nadia.okafor@meridian.example').action(
    async (options: SharedOptions) => {
      const { client, output } = openSession(options);
      const me = await client.me.getMe();
      output.fields(me, {
        Name: me.displayName,
        Id: me.id,
        Kind: me.kind,
        'User principal name': me.userPrincipalName,
        Mail: me.mail,
        Language: me.locale,
        Organisation: me.tenant.displayName ?? me.tenant.id,
        Roles: me.roles.join(', '),
        Operations: me.operations.join(', '),
      });
    },
  );
}
