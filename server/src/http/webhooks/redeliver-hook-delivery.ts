import { redeliver } from '../../domain/webhooks/redeliver.ts';
import { route } from '../route.ts';
import { HookDelivery, HookDeliveryId } from './schemas.ts';

export const redeliverHookDeliveryRoute = route(
  {
    summary: 'Redeliver a message',
    params: HookDeliveryId,
    response: HookDelivery,
    description:
      'Under the same delivery id, with ten new attempts. A pending delivery is sent at once. For a disabled webhook it waits.',
  },
  async (deps, { principal, context, params, baseUrl }) => ({
    body: {
      '@odata.context': `${baseUrl}/$metadata#deliveries/$entity`,
      ...(await redeliver(deps, principal, context, params)),
    },
  }),
);
