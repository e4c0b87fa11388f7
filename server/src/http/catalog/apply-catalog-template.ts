import Type from 'typebox';
import { applyTemplate } from '../../domain/catalog/apply-template.ts';
import { IfMatch } from '../etag.ts';
import { route } from '../route.ts';
import { Closed, Model, OneOf } from '../schema.ts';
import { CatalogTemplate, Manifest, manifestInput } from './schemas.ts';

const AppliedTemplate = Model('AppliedTemplate', {
  outcome: OneOf(['created', 'updated', 'unchanged']),
  template: CatalogTemplate,
  warnings: Type.Array(Closed({ path: Type.String(), message: Type.String() })),
});

const Payload = Model('TemplateManifestPayload', Manifest);

export const applyCatalogTemplateRoute = route(
  {
    summary: 'Create or update a template from its manifest',
    errors: [409, 502],
    headers: IfMatch('template'),
    body: Payload,
    response: AppliedTemplate,
    description:
      'A manifest with a known id updates that template. Errors name every faulty place and change nothing. Unknown keys are kept and named in `warnings`. With the ETag of getCatalogTemplate in `If-Match`, a template that changed meanwhile is rejected with 412.',
  },
  (deps, { principal, context, body, ifVersion }) =>
    applyTemplate(deps, principal, context, { ...manifestInput(body), ifRevision: ifVersion }),
);
