import { listTemplates } from '../../domain/catalog/list-templates.ts';
import { route } from '../route.ts';
import { CatalogTemplates, LanguageQuery } from './schemas.ts';

export const getCatalogTemplatesRoute = route(
  {
    summary: 'List the templates of the catalog',
    querystring: LanguageQuery,
    collection: CatalogTemplates,
    description: 'All templates of the tenant in one language, `en` by default.',
  },
  async (deps, { principal, query }) => ({ items: await listTemplates(deps, principal, query) }),
);
