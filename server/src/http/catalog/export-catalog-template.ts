import Type from 'typebox';
import { exportTemplate } from '../../domain/catalog/export-template.ts';
import { route } from '../route.ts';
import { Closed, Model, OneOf } from '../schema.ts';
import { MANIFEST_TEXT, TemplateParams } from './schemas.ts';

const ExportedManifest = Model('ExportedManifest', MANIFEST_TEXT);

export const exportCatalogTemplateRoute = route(
  {
    summary: 'Export a template as a manifest',
    params: TemplateParams,
    querystring: Closed({ format: Type.Optional(OneOf(['json', 'yaml'])) }),
    response: ExportedManifest,
    description: 'The manifest as it was applied, in its own format or the requested one.',
  },
  (deps, { principal, params, query }) => exportTemplate(deps, principal, { ...params, ...query }),
);
