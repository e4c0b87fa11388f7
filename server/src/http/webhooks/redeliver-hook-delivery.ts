import { redeliver } from '../../domain/webhooks/redeliver.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { HookDelivery, HookDeliveryId } from './schemas.ts';

export const redeliverHookDeliveryRoute = route(
  {
    summary: 'Send a message to a webhook again',
    params: HookDeliveryId,
    response: refTo(HookDelivery),
    description:
      'Under the same delivery id, with ten tries as if it were new; one that is pending is sent at once. Of a webhook that is switched off it waits.',
  },
  async (deps, { principal, context, params, baseUrl }) => ({
    body: {
      '@odata.context': `${baseUrl}/$metadata#deliveries/$entity`,
      ...(await redeliver(deps, principal, context, params)),
    },
  }),
);
