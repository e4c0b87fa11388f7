import { testHook } from '../../domain/webhooks/test-hook.ts';
import { Answer, route } from '../route.ts';
import { HookDelivery, HookId } from './schemas.ts';

export const testHookRoute = route(
  {
    summary: 'Send a test message to a webhook',
    params: HookId,
    response: HookDelivery,
    context: 'deliveries/$entity',
    description:
      'The message has the event `hook_test` and is signed, retried and kept like any other. `Location` is its delivery.',
  },
  async (deps, { principal, context, params, base }) => {
    const delivery = await testHook(deps, principal, context, params);
    return new Answer(delivery, { location: `${base}/hooks/${delivery.hookId}/deliveries/${delivery.id}` });
  },
);
