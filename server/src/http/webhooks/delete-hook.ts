import { deleteHook } from '../../domain/webhooks/delete-hook.ts';
import { route } from '../route.ts';
import { Hook, HookId } from './schemas.ts';

export const deleteHookRoute = route(
  {
    summary: 'Delete a webhook',
    params: HookId,
    response: Hook,
    description: 'Discards pending deliveries. Returns the deleted webhook.',
  },
  (deps, { principal, context, params }) => deleteHook(deps, principal, context, params),
);
