import { listDeliveries } from '../../domain/webhooks/list-deliveries.ts';
import { encodeCursor } from '../../kernel/cursors.ts';
import { nextLink, readIdToken, readTop } from '../paging.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { HookDeliveries, HookDeliveriesQuery, HookId } from './schemas.ts';

export const getHookDeliveriesRoute = route(
  'getHookDeliveries',
  {
    params: HookId,
    querystring: HookDeliveriesQuery,
    response: refTo(HookDeliveries),
    description: 'Newest first. Follow `@odata.nextLink` as it is for the next page.',
  },
  async (deps, { principal, params, query, baseUrl }) => {
    const { deliveries, next } = await listDeliveries(deps, principal, {
      ...params,
      status: query.status,
      top: readTop(query.$top),
      after: query.$skiptoken === undefined ? undefined : readIdToken(query.$skiptoken),
    });
    const address = `${baseUrl}/hooks/${encodeURIComponent(params.hookId)}/deliveries`;
    return {
      body: {
        '@odata.context': `${baseUrl}/$metadata#deliveries`,
        '@odata.count': deliveries.length,
        ...(next && { '@odata.nextLink': nextLink(address, query, encodeCursor([next])) }),
        value: deliveries,
      },
    };
  },
);
