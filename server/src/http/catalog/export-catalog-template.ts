import Type from 'typebox';
import { exportTemplate } from '../../domain/catalog/export-template.ts';
import { route } from '../route.ts';
import { Closed, named, OneOf } from '../schema.ts';

const ExportedManifest = named(
  'ExportedManifest',
  Closed({
    format: OneOf(['json', 'yaml']),
    text: Type.String({ description: 'The manifest as the text of its file' }),
  }),
);

export const exportCatalogTemplateRoute = route(
  {
    summary: 'Export a template as a manifest',
    params: Closed({ templateId: Type.String({ minLength: 1, maxLength: 256 }) }),
    querystring: Closed({ format: Type.Optional(OneOf(['json', 'yaml'])) }),
    response: ExportedManifest,
    description: 'The manifest as it was applied, in its own format or the requested one.',
  },
  async (deps, call) => {
    const { text, format } = await exportTemplate(deps, call.principal, {
      templateId: call.params.templateId,
      format: call.query.format,
    });
    return { body: { format, text } };
  },
);
