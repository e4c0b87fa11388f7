import { listHooks } from '../../domain/webhooks/list-hooks.ts';
import { Paged, readPage } from '../paging.ts';
import { route } from '../route.ts';
import { Hooks } from './schemas.ts';

export const getHooksRoute = route(
  {
    summary: 'List webhooks',
    querystring: Paged,
    collection: Hooks,
    description:
      'Oldest first. Lists the caller’s own webhooks; for integration managers and administrators all of the tenant.',
  },
  (deps, { principal, query }) => listHooks(deps, principal, readPage(query)),
);
