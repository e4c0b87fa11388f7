import { listDeliveries } from '../../domain/webhooks/list-deliveries.ts';
import { readPage } from '../paging.ts';
import { route } from '../route.ts';
import { HookDeliveries, HookDeliveriesQuery, HookId } from './schemas.ts';

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
