import { listHooks } from '../../domain/webhooks/list-hooks.ts';
import { pageBody, readPage } from '../paging.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { Hooks, HooksQuery } from './schemas.ts';

export const getHooksRoute = route(
  {
    summary: 'List webhooks',
    querystring: HooksQuery,
    response: refTo(Hooks),
    description:
      'Oldest first: the caller’s own; for integration managers and administrators all of the tenant. Follow `@odata.nextLink` as it is for the next page.',
  },
  async (deps, { principal, query, baseUrl }) => {
    const page = await listHooks(deps, principal, readPage(query));
    return { body: pageBody({ baseUrl, query }, 'hooks', 'hooks', page) };
  },
);
