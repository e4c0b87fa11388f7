import { deleteTemplate } from '../../domain/catalog/delete-template.ts';
import { IfMatch } from '../etag.ts';
import { route } from '../route.ts';
import { TemplateParams } from './schemas.ts';

export const deleteCatalogTemplateRoute = route(
  {
    summary: 'Delete a template',
    errors: [409],
    params: TemplateParams,
    headers: IfMatch('template'),
    description:
      'Deletes its versions too. Teams that were made from it stay, and running jobs go on. Requests that wait for an approval can no longer be approved. With the ETag of getCatalogTemplate in `If-Match`, a template that changed meanwhile is rejected with 412.',
  },
  (deps, { principal, context, params, ifVersion }) =>
    deleteTemplate(deps, principal, context, { ...params, ifRevision: ifVersion }),
);
