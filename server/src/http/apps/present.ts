import type { AppWithSecret } from '../../domain/identity/create-app.ts';

export const presentCredentials = ({ app, secret }: AppWithSecret) => ({
  appId: app.appId,
  displayName: app.displayName,
  secret,
});
