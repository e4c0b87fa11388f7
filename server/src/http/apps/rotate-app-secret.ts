import { rotateAppSecret } from '../../domain/identity/create-app.ts';
import { route } from '../route.ts';
import { presentCredentials } from './present.ts';
import { AppCredentials, AppParams } from './schemas.ts';

export const rotateAppSecretRoute = route(
  {
    summary: 'Replace the secret of an app',
    params: AppParams,
    response: AppCredentials,
    description: 'The old secret stops working within 10 seconds.',
  },
  async (deps, { principal, context, params, baseUrl }) => ({
    body: presentCredentials(baseUrl, await rotateAppSecret(deps, principal, context, params)),
  }),
);
