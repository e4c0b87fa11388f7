import Type from 'typebox';
import { rotateAppSecret } from '../../domain/identity/create-app.ts';
import { route } from '../route.ts';
import { Closed } from '../schema.ts';
import { AppCredentials } from './create-app.ts';

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
