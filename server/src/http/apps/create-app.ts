import { createApp } from '../../domain/identity/create-app.ts';
import { route } from '../route.ts';
import { presentCredentials } from './present.ts';
import { AppCredentials, AppPayload } from './schemas.ts';

export const createAppRoute = route(
  {
    summary: 'Register an app',
    body: AppPayload,
    response: AppCredentials,
    context: 'apps/$entity',
    description:
      'The app calls with its id and secret as Basic credentials. It has AUTHORIZED_APP, so it is an administrator. assignRole gives it further roles.',
  },
  async (deps, { principal, context, body }) =>
    presentCredentials(await createApp(deps, principal, context, body)),
);
