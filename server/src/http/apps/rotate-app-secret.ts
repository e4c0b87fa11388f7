import { rotateAppSecret } from '../../domain/identity/create-app.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { presentCredentials } from './present.ts';
import { AppCredentials, AppParams } from './schemas.ts';

export const rotateAppSecretRoute = route(
  {
    summary: 'Give an app another secret',
    params: AppParams,
    response: refTo(AppCredentials),
    description: 'The old secret ends within 10 seconds.',
  },
  async (deps, { principal, context, params, baseUrl }) => ({
    body: presentCredentials(baseUrl, await rotateAppSecret(deps, principal, context, params)),
  }),
);
