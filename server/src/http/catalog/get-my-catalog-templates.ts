import { listMyTemplates } from '../../domain/catalog/list-templates.ts';
import { route } from '../route.ts';
import { CatalogTemplates, LanguageQuery } from './schemas.ts';

export const getMyCatalogTemplatesRoute = route(
  {
    summary: 'List the templates that the calling user may use',
    errors: [502],
    querystring: LanguageQuery,
    collection: CatalogTemplates,
    description: 'The enabled templates whose audience includes the calling user.',
  },
  async (deps, { principal, query }) => ({ items: await listMyTemplates(deps, principal, query) }),
);
