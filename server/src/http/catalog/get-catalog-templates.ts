import { listTemplates } from '../../domain/catalog/list-templates.ts';
import { route } from '../route.ts';
import { CatalogTemplates, LanguageQuery } from './schemas.ts';

export const getCatalogTemplatesRoute = route(
  {
    summary: 'List the templates of the catalog',
    querystring: LanguageQuery,
    response: CatalogTemplates,
    description: 'All templates of the tenant in one language, `en` by default.',
  },
  async (deps, call) => {
    const value = await listTemplates(deps, call.principal, { language: call.query.language });
    return {
      body: {
        '@odata.context': `${call.baseUrl}/$metadata#catalog/templates`,
        '@odata.count': value.length,
        value,
      },
    };
  },
);
