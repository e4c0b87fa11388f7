import type { AppCredentials } from '@charter/sdk';
import type { Output } from '../output.ts';

export function showCredentials(output: Output, app: AppCredentials): void {
  output.fields(app, { Id: app.appId, Name: app.displayName, Secret: app.secret });
  output.note(
    'Store the secret now: it is not shown again. The app sends id and secret as Basic credentials.',
  );
}
