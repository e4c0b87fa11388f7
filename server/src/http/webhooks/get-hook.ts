import { getHook } from '../../domain/webhooks/get-hook.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { Hook, HookId } from './schemas.ts';

export const getHookRoute = route(
  {
    summary: 'Get a webhook',
    params: HookId,
    response: refTo(Hook),
    description: 'Without the secret. The query of the URL is shown to the creator alone.',
  },
  async (deps, { principal, params, baseUrl }) => ({
    body: {
      '@odata.context': `${baseUrl}/$metadata#hooks/$entity`,
      ...(await getHook(deps, principal, params)),
    },
  }),
);
