import { getTemplate } from '../../domain/catalog/get-template.ts';
import { route } from '../route.ts';
import { CatalogTemplateDetails, TemplateParams, templateAnswer } from './schemas.ts';

export const getCatalogTemplateRoute = route(
  {
    summary: 'Get a template',
    responseHeaders: ['etag'],
    params: TemplateParams,
    response: CatalogTemplateDetails,
    description: 'With its latest change. The manifest is a separate operation.',
  },
  async (deps, { principal, params }) => templateAnswer(await getTemplate(deps, principal, params)),
);
