import { rotateAppSecret } from '../../domain/identity/create-app.ts';
import { route } from '../route.ts';
import { presentCredentials } from './present.ts';
import { AppCredentials, AppParams } from './schemas.ts';

export const rotateAppSecretRoute = route(
  {
    summary: 'Replace the secret of an app',
    params: AppParams,
    response: AppCredentials,
    context: 'apps/$entity',
    description: 'The old secret stops working within 10 seconds.',
  },
  async (deps, { principal, context, params }) =>
    presentCredentials(await rotateAppSecret(deps, principal, context, params)),
);
