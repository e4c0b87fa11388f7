import { getDelivery } from '../../domain/webhooks/get-delivery.ts';
import { route } from '../route.ts';
import { HookDelivery, HookDeliveryId } from './schemas.ts';

export const getHookDeliveryRoute = route(
  {
    summary: 'Get a delivery with its message and attempts',
    params: HookDeliveryId,
    response: HookDelivery,
    context: 'deliveries/$entity',
    description: 'Completed deliveries are deleted after a retention period.',
  },
  (deps, { principal, params }) => getDelivery(deps, principal, params),
);
