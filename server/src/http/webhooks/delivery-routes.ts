import { getDelivery, listDeliveries } from '../../domain/webhooks/read-hooks.ts';
import { redeliver, redeliverRange } from '../../domain/webhooks/redeliver.ts';
import { readPage } from '../paging.ts';
import { route } from '../route.ts';
import {
  HookDeliveries,
  HookDeliveriesQuery,
  HookDelivery,
  HookDeliveryId,
  HookId,
  HookRedelivery,
  HookRedeliveryResult,
} from './schemas.ts';

export const getHookDeliveriesRoute = route(
  {
    summary: 'List the deliveries of a webhook',
    params: HookId,
    querystring: HookDeliveriesQuery,
    collection: HookDeliveries,
    context: 'deliveries',
    description: 'Newest first.',
  },
  (deps, { principal, params, query }) =>
    listDeliveries(deps, principal, { ...params, status: query.status, ...readPage(query) }),
);

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

export const redeliverHookDeliveriesRoute = route(
  {
    summary: 'Redeliver the messages of a time range',
    params: HookId,
    body: HookRedelivery,
    response: HookRedeliveryResult,
    context: 'hooks/redeliver',
    description:
      'Redelivers messages created from `from` until before `until` that are not pending, each under its own delivery id. With `status=pending`, messages that wait for their next attempt are sent at once, for example after an outage of the receiver.',
  },
  async (deps, { principal, context, params, body }) => ({
    count: await redeliverRange(deps, principal, context, {
      ...params,
      from: new Date(body.from),
      until: new Date(body.until),
      ...(body.status ? { status: body.status } : {}),
    }),
  }),
);
