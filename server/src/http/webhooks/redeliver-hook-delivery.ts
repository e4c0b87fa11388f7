import { redeliver } from '../../domain/webhooks/redeliver.ts';
import { route } from '../route.ts';
import { HookDelivery, HookDeliveryId } from './schemas.ts';

export const redeliverHookDeliveryRoute = route(
  {
    summary: 'Redeliver a message',
    params: HookDeliveryId,
    response: HookDelivery,
    context: 'deliveries/$entity',
    description:
      'Under the same delivery id, with ten new attempts. A pending delivery is sent at once. For a disabled webhook it waits.',
  },
  (deps, { principal, context, params }) => redeliver(deps, principal, context, params),
);
