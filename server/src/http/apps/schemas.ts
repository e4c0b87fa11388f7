/** Apps that call with Basic credentials. */
import Type from 'typebox';
import { LONGEST_NAME } from '../../domain/identity/directory.ts';
import { Closed, named } from '../schema.ts';

export const AppParams = Closed({
  appId: Type.String({ minLength: 1, maxLength: 255, description: 'The app’s id' }),
});

export const AppPayload = named(
  'AppPayload',
  Closed({
    displayName: Type.String({
      minLength: 1,
      maxLength: LONGEST_NAME,
      pattern: '\\S',
      description: 'Name shown to people and in the audit trails',
    }),
  }),
);

export const AppCredentials = named(
  'AppCredentials',
  Closed({
    '@odata.context': Type.Optional(Type.String()),
    appId: Type.String({ description: 'User name of the Basic credentials' }),
    displayName: Type.String(),
    secret: Type.String({ description: 'Password of the Basic credentials; shown only once' }),
  }),
);
