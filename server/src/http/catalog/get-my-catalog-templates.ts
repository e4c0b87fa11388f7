import { listMyTemplates } from '../../domain/catalog/list-templates.ts';
import { route } from '../route.ts';
import { CatalogTemplates, LanguageQuery } from './schemas.ts';

export const getMyCatalogTemplatesRoute = route(
  {
    summary: 'List the templates that the calling user may use',
    errors: [502],
    querystring: LanguageQuery,
    response: CatalogTemplates,
    description: 'The enabled templates whose audience includes the calling user.',
  },
  async (deps, call) => {
    const value = await listMyTemplates(deps, call.principal, { language: call.query.language });
    return {
      body: {
        '@odata.context': `${call.baseUrl}/$metadata#me/catalog/templates`,
        '@odata.count': value.length,
        value,
      },
    };
  },
);
