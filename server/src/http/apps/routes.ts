import Type from 'typebox';
import { LONGEST_NAME } from '../../domain/directory/ports.ts';
import { createApp, rotateAppSecret } from '../../domain/identity/create-app.ts';
import { route } from '../route.ts';
import { Closed, Model, Resource } from '../schema.ts';

const AppPayload = Model('AppPayload', {
  displayName: Type.String({
    minLength: 1,
    maxLength: LONGEST_NAME,
    pattern: '\\S',
    description: 'Name shown to people and in the audit trails',
  }),
});

const AppCredentials = Resource('AppCredentials', {
  appId: Type.String({ description: 'User name of the Basic credentials' }),
  displayName: Type.String(),
  secret: Type.String({ description: 'Password of the Basic credentials; shown only once' }),
});

export const createAppRoute = route(
  {
    summary: 'Register an app',
    body: AppPayload,
    response: AppCredentials,
    description:
      'The app calls with its id and secret as Basic credentials. It has AUTHORIZED_APP, so it is an administrator. assignRole gives it further roles.',
  },
  (deps, { principal, context, body }) => createApp(deps, principal, context, body),
);

const AppParams = Closed({
  appId: Type.String({ minLength: 1, maxLength: 255, description: 'The app’s id' }),
});

export const rotateAppSecretRoute = route(
  {
    summary: 'Replace the secret of an app',
    params: AppParams,
    response: AppCredentials,
    context: 'apps/$entity',
    description:
      'The old secret stops working at once on the node that answers, and within 10 seconds on others.',
  },
  (deps, { principal, context, params }) => rotateAppSecret(deps, principal, context, params),
);
