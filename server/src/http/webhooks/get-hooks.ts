import { listHooks } from '../../domain/webhooks/list-hooks.ts';
import { encodeCursor } from '../../kernel/cursors.ts';
import { nextLink, readIdToken, readTop } from '../paging.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { Hooks, HooksQuery } from './schemas.ts';

export const getHooksRoute = route(
  'getHooks',
  {
    querystring: HooksQuery,
    response: refTo(Hooks),
    description:
      'Oldest first: the caller’s own; for integration managers and administrators all of the tenant. Follow `@odata.nextLink` as it is for the next page.',
  },
  async (deps, { principal, query, baseUrl }) => {
    const { hooks, next } = await listHooks(deps, principal, {
      top: readTop(query.$top),
      after: query.$skiptoken === undefined ? undefined : readIdToken(query.$skiptoken),
    });
    return {
      body: {
        '@odata.context': `${baseUrl}/$metadata#hooks`,
        '@odata.count': hooks.length,
        ...(next && { '@odata.nextLink': nextLink(`${baseUrl}/hooks`, query, encodeCursor([next])) }),
        value: hooks,
      },
    };
  },
);
