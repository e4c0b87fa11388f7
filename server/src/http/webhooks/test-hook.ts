import { testHook } from '../../domain/webhooks/test-hook.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { HookDelivery, HookId } from './schemas.ts';

export const testHookRoute = route(
  {
    summary: 'Send a test message to a webhook',
    params: HookId,
    response: refTo(HookDelivery),
    description:
      'The message is of the event `hook_test`, signed, retried and kept like every other; what becomes of it is at `Location`.',
  },
  async (deps, { principal, context, params, base, baseUrl }) => {
    const delivery = await testHook(deps, principal, context, params);
    return {
      body: { '@odata.context': `${baseUrl}/$metadata#deliveries/$entity`, ...delivery },
      headers: { location: `${base}/hooks/${delivery.hookId}/deliveries/${delivery.id}` },
    };
  },
);
