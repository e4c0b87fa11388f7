import Type from 'typebox';
import { applyTemplate } from '../../domain/catalog/apply-template.ts';
import { route } from '../route.ts';
import { Closed, Model, Omissible, OneOf } from '../schema.ts';
import { CatalogTemplate } from './schemas.ts';

const AppliedTemplate = Model('AppliedTemplate', {
  outcome: OneOf(['created', 'updated', 'unchanged']),
  template: CatalogTemplate,
  warnings: Type.Array(Closed({ path: Type.String(), message: Type.String() })),
});

const Payload = Model('TemplateManifestPayload', {
  manifest: Type.Union([Type.String(), Type.Record(Type.String(), Type.Unknown())], {
    description: 'The manifest as the text of its file, or as a JSON object',
  }),
  format: Omissible(OneOf(['json', 'yaml'], { description: 'Format of a text; detected by default' })),
  files: Omissible(
    Type.Record(Type.String(), Type.String({ description: 'Base64' }), {
      description: 'Files by name, for the picture that the manifest names',
    }),
  ),
});

export const applyCatalogTemplateRoute = route(
  {
    summary: 'Create or update a template from its manifest',
    errors: [502],
    body: Payload,
    response: AppliedTemplate,
    description:
      'A manifest with a known id updates that template. Errors name every faulty place and change nothing. Unknown keys are kept and named in `warnings`.',
  },
  (deps, { principal, context, body }) => {
    const { manifest, format, files } = body;
    const decoded = Object.entries(files ?? {}).map(([name, content]) => [
      name,
      Buffer.from(content, 'base64'),
    ]);
    return applyTemplate(deps, principal, context, {
      manifest,
      format: format ?? undefined,
      files: Object.fromEntries(decoded),
    });
  },
);
