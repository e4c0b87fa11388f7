/** Schemas of apps that call with Basic credentials. */
import Type from 'typebox';
import { LONGEST_NAME } from '../../domain/directory/ports.ts';
import type { AppWithSecret } from '../../domain/identity/create-app.ts';
import { Closed, Model, Resource } from '../schema.ts';

export const AppParams = Closed({
  appId: Type.String({ minLength: 1, maxLength: 255, description: 'The app’s id' }),
});

export const AppPayload = Model('AppPayload', {
  displayName: Type.String({
    minLength: 1,
    maxLength: LONGEST_NAME,
    pattern: '\\S',
    description: 'Name shown to people and in the audit trails',
  }),
});

export const AppCredentials = Resource('AppCredentials', {
  appId: Type.String({ description: 'User name of the Basic credentials' }),
  displayName: Type.String(),
  secret: Type.String({ description: 'Password of the Basic credentials; shown only once' }),
});

export const presentCredentials = ({ app, secret }: AppWithSecret) => ({
  appId: app.appId,
  displayName: app.displayName,
  secret,
});
