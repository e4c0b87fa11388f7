import Type from 'typebox';
import { exportTemplate } from '../../domain/catalog/export-template.ts';
import { route } from '../route.ts';
import { Closed, Model, OneOf } from '../schema.ts';

const ExportedManifest = Model('ExportedManifest', {
  format: OneOf(['json', 'yaml']),
  text: Type.String({ description: 'The manifest as the text of its file' }),
});

export const exportCatalogTemplateRoute = route(
  {
    summary: 'Export a template as a manifest',
    params: Closed({ templateId: Type.String({ minLength: 1, maxLength: 256 }) }),
    querystring: Closed({ format: Type.Optional(OneOf(['json', 'yaml'])) }),
    response: ExportedManifest,
    description: 'The manifest as it was applied, in its own format or the requested one.',
  },
  (deps, { principal, params, query }) =>
    exportTemplate(deps, principal, { templateId: params.templateId, format: query.format }),
);
