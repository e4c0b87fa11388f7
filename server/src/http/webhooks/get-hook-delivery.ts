import { getDelivery } from '../../domain/webhooks/get-delivery.ts';
import { route } from '../route.ts';
import { HookDelivery, HookDeliveryId } from './schemas.ts';

export const getHookDeliveryRoute = route(
  {
    summary: 'Get a delivery with its attempts',
    params: HookDeliveryId,
    response: HookDelivery,
    description: 'Completed deliveries are deleted after a retention period.',
  },
  async (deps, { principal, params, baseUrl }) => ({
    body: {
      '@odata.context': `${baseUrl}/$metadata#deliveries/$entity`,
      ...(await getDelivery(deps, principal, params)),
    },
  }),
);
