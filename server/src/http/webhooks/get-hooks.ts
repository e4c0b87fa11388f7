import { listHooks } from '../../domain/webhooks/list-hooks.ts';
import { pageBody, readPage } from '../paging.ts';
import { route } from '../route.ts';
import { Hooks, HooksQuery } from './schemas.ts';

export const getHooksRoute = route(
  {
    summary: 'List webhooks',
    querystring: HooksQuery,
    response: Hooks,
    description:
      'Oldest first. Lists the caller’s own webhooks; for integration managers and administrators all of the tenant. Follow `@odata.nextLink` as it is for the next page.',
  },
  async (deps, { principal, query, baseUrl }) => {
    const page = await listHooks(deps, principal, readPage(query));
    return { body: pageBody({ baseUrl, query }, 'hooks', 'hooks', page) };
  },
);
