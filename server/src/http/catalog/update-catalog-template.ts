import Type from 'typebox';
import { updateTemplate } from '../../domain/catalog/update-template.ts';
import { IfMatch } from '../etag.ts';
import { route } from '../route.ts';
import { Model } from '../schema.ts';
import { CatalogTemplateDetails, TemplateParams, templateAnswer } from './schemas.ts';

const CatalogTemplateUpdate = Model('CatalogTemplateUpdate', {
  enabled: Type.Boolean({ description: 'false hides the template from requesters' }),
});

export const updateCatalogTemplateRoute = route(
  {
    summary: 'Enable or disable a template',
    errors: [409],
    responseHeaders: ['etag'],
    params: TemplateParams,
    headers: IfMatch('template'),
    body: CatalogTemplateUpdate,
    response: CatalogTemplateDetails,
    description:
      'Makes a new version, as applying the changed manifest does. With the ETag of getCatalogTemplate in `If-Match`, a template that changed meanwhile is rejected with 412.',
  },
  async (deps, { principal, context, params, body, ifVersion }) =>
    templateAnswer(
      await updateTemplate(deps, principal, context, { ...params, ...body, ifRevision: ifVersion }),
    ),
);
