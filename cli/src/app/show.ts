import { APP_SCOPES, type App, type AppCredentials } from '@charter/sdk';
import { usage } from '../exit-codes.ts';
import type { Output } from '../output.ts';

type Scope = (typeof APP_SCOPES)[number];

export function readScopes(names: readonly string[]): Scope[] {
  return names
    .flatMap((text) => text.split(','))
    .map((name) => {
      const scope = APP_SCOPES.find((one) => one === name);
      if (scope === undefined) throw usage(`'${name}' is no scope. The scopes are ${APP_SCOPES.join(', ')}.`);
      return scope;
    });
}

export const rightsOf = ({ scopes }: App): string => scopes?.join(', ') ?? 'everything: an administrator';

export const stateOf = ({ enabled }: App): string => (enabled ? 'enabled' : 'disabled');

export function showApp(output: Output, app: App): void {
  output.fields(app, {
    Id: app.id,
    Name: app.displayName,
    State: stateOf(app),
    Scopes: rightsOf(app),
    Created: app.createdDateTime,
  });
  if (output.json || app.secrets.length === 0) return;
  output.table(app.secrets, [
    { heading: 'SECRET', value: ({ displayName, hint }) => displayName ?? (hint && `${hint}…`) },
    { heading: 'EXPIRES', value: ({ expiresDateTime }) => expiresDateTime ?? 'never' },
    { heading: 'LAST USED', value: ({ lastUsedDateTime }) => lastUsedDateTime ?? 'never' },
    { heading: 'ID', value: ({ id }) => id },
  ]);
}

export function showCredentials(output: Output, app: AppCredentials): void {
  output.fields(app, {
    Id: app.appId,
    Name: app.displayName,
    'Secret id': app.secretId,
    Secret: app.secret,
  });
  output.note(
    'Store the secret now: it is not shown again. The app sends id and secret as Basic credentials.',
  );
}
