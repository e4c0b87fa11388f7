import type { AppWithSecret } from '../../domain/identity/create-app.ts';

export const presentCredentials = (baseUrl: string, { app, secret }: AppWithSecret) => ({
  '@odata.context': `${baseUrl}/$metadata#apps/$entity`,
  appId: app.appId,
  displayName: app.displayName,
  secret,
});
