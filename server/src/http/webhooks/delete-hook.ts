import { deleteHook } from '../../domain/webhooks/delete-hook.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { Hook, HookId } from './schemas.ts';

export const deleteHookRoute = route(
  {
    summary: 'Delete a webhook',
    params: HookId,
    response: refTo(Hook),
    description: 'What was still to be delivered to it is not. Answers the webhook as it was.',
  },
  async (deps, { principal, context, params, baseUrl }) => ({
    body: {
      '@odata.context': `${baseUrl}/$metadata#hooks/$entity`,
      ...(await deleteHook(deps, principal, context, params)),
    },
  }),
);
