import { getHook } from '../../domain/webhooks/get-hook.ts';
import { route } from '../route.ts';
import { Hook, HookId } from './schemas.ts';

export const getHookRoute = route(
  {
    summary: 'Get a webhook',
    params: HookId,
    response: Hook,
    description: 'Without the secret. Only the creator sees the query of the URL.',
  },
  (deps, { principal, params }) => getHook(deps, principal, params),
);
