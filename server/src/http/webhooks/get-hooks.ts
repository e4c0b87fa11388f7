import { listHooks } from '../../domain/webhooks/list-hooks.ts';
import { readPage } from '../paging.ts';
import { route } from '../route.ts';
import { Hooks, HooksQuery } from './schemas.ts';

export const getHooksRoute = route(
  {
    summary: 'List webhooks',
    querystring: HooksQuery,
    collection: Hooks,
    context: 'hooks',
    description:
      'Oldest first. Lists the caller’s own webhooks; for integration managers and administrators all of the tenant.',
  },
  (deps, { principal, query }) => listHooks(deps, principal, readPage(query)),
);
