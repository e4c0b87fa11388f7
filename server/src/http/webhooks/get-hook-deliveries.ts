import { listDeliveries } from '../../domain/webhooks/list-deliveries.ts';
import { pageBody, readPage } from '../paging.ts';
import { route } from '../route.ts';
import { HookDeliveries, HookDeliveriesQuery, HookId } from './schemas.ts';

export const getHookDeliveriesRoute = route(
  {
    summary: 'List the deliveries of a webhook',
    params: HookId,
    querystring: HookDeliveriesQuery,
    response: HookDeliveries,
    description: 'Newest first. Follow `@odata.nextLink` as it is for the next page.',
  },
  async (deps, { principal, params, query, baseUrl }) => {
    const page = await listDeliveries(deps, principal, {
      ...params,
      status: query.status,
      ...readPage(query),
    });
    const path = `hooks/${encodeURIComponent(params.hookId)}/deliveries`;
    return { body: pageBody({ baseUrl, query }, 'deliveries', path, page) };
  },
);
