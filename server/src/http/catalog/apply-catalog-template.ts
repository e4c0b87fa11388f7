import Type from 'typebox';
import { applyTemplate } from '../../domain/catalog/apply-template.ts';
import { route } from '../route.ts';
import { Closed, named, Omissible, OneOf, refTo } from '../schema.ts';
import { CatalogTemplate } from './schemas.ts';

const AppliedTemplate = named(
  'AppliedTemplate',
  Closed({
    outcome: OneOf(['created', 'updated', 'unchanged']),
    template: refTo(CatalogTemplate),
    warnings: Type.Array(Closed({ path: Type.String(), message: Type.String() })),
  }),
);

const Payload = named(
  'TemplateManifestPayload',
  Closed({
    manifest: Type.Union([Type.String(), Type.Record(Type.String(), Type.Unknown())], {
      description: 'The manifest as the text of its file, or as a JSON object',
    }),
    format: Omissible(OneOf(['json', 'yaml'], { description: 'Of a text; guessed when left out' })),
    files: Omissible(
      Type.Record(Type.String(), Type.String({ description: 'Base64' }), {
        description: 'Files beside the manifest by name, for a picture that it names',
      }),
    ),
  }),
);

export const applyCatalogTemplateRoute = route(
  {
    summary: 'Add a template from its manifest, or bring it up to date',
    body: refTo(Payload),
    response: refTo(AppliedTemplate),
    description:
      'Adds the template, or brings it up to date under the same id. Errors name every place at once and change nothing; unknown keys are kept and named in `warnings`.',
  },
  async (deps, call) => {
    const { manifest, format, files } = call.body;
    const decoded = Object.entries(files ?? {}).map(([name, content]) => [
      name,
      Buffer.from(content, 'base64'),
    ]);
    const body = await applyTemplate(deps, call.principal, call.context, {
      manifest,
      format: format ?? undefined,
      files: Object.fromEntries(decoded),
    });
    return { body };
  },
);
