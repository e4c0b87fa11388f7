import { getDelivery } from '../../domain/webhooks/get-delivery.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { HookDelivery, HookDeliveryId } from './schemas.ts';

export const getHookDeliveryRoute = route(
  {
    summary: 'Get a message to a webhook, with every attempt',
    params: HookDeliveryId,
    response: refTo(HookDelivery),
    description: 'Deliveries are kept for a while after they ended.',
  },
  async (deps, { principal, params, baseUrl }) => ({
    body: {
      '@odata.context': `${baseUrl}/$metadata#deliveries/$entity`,
      ...(await getDelivery(deps, principal, params)),
    },
  }),
);
