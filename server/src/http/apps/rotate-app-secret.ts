import { rotateAppSecret } from '../../domain/identity/create-app.ts';
import { route } from '../route.ts';
import { AppCredentials, AppParams, presentCredentials } from './schemas.ts';

export const rotateAppSecretRoute = route(
  {
    summary: 'Replace the secret of an app',
    params: AppParams,
    response: AppCredentials,
    context: 'apps/$entity',
    description:
      'The old secret stops working at once on the node that answers, and within 10 seconds on others.',
  },
  async (deps, { principal, context, params }) =>
    presentCredentials(await rotateAppSecret(deps, principal, context, params)),
);
