import Type from 'typebox';
import { applyTemplate, deleteTemplate, updateTemplate } from '../../domain/catalog/change-templates.ts';
import { APPLY_OUTCOMES } from '../../domain/catalog/check-manifest.ts';
import {
  exportTemplate,
  getTemplate,
  getTemplateVersion,
  listMyTemplates,
  listTemplates,
  listTemplateVersions,
} from '../../domain/catalog/read-templates.ts';
import { asOrdinal, readCursor } from '../cursors.ts';
import { IfMatch } from '../etag.ts';
import { Paged, readPage } from '../paging.ts';
import { route } from '../route.ts';
import { Closed, Model, OneOf } from '../schema.ts';
import {
  CatalogTemplate,
  CatalogTemplateDetails,
  CatalogTemplates,
  CatalogTemplateVersionDetails,
  CatalogTemplateVersions,
  describeVersion,
  LanguageQuery,
  MANIFEST_TEXT,
  Manifest,
  manifestInput,
  TemplateParams,
  templateResponse,
} from './schemas.ts';

export const getCatalogTemplatesRoute = route(
  {
    summary: 'List the templates of the catalog',
    querystring: LanguageQuery,
    collection: CatalogTemplates,
    description: 'All templates of the tenant in one language, `en` by default.',
  },
  async (deps, { principal, query }) => ({ items: await listTemplates(deps, principal, query) }),
);

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

export const getCatalogTemplateRoute = route(
  {
    summary: 'Get a template',
    responseHeaders: ['etag'],
    params: TemplateParams,
    response: CatalogTemplateDetails,
    description: 'With its latest change. The manifest is a separate operation.',
  },
  async (deps, { principal, params }) => templateResponse(await getTemplate(deps, principal, params)),
);

export const getCatalogTemplateVersionsRoute = route(
  {
    summary: 'List the versions of a template',
    params: TemplateParams,
    querystring: Paged,
    collection: CatalogTemplateVersions,
    description: 'Newest first. Each apply that changes the template makes a version.',
  },
  async (deps, { principal, params, query }) => {
    const page = readPage(query, (cursor) => readCursor(cursor, asOrdinal)?.[0]);
    const { items, next } = await listTemplateVersions(deps, principal, { ...params, ...page });
    return { items: items.map(describeVersion), next };
  },
);

export const getCatalogTemplateVersionRoute = route(
  {
    summary: 'Get a version of a template with its manifest',
    params: Closed({
      ...TemplateParams.properties,
      version: Type.String({ minLength: 1, maxLength: 64, examples: ['1.1'] }),
    }),
    response: CatalogTemplateVersionDetails,
    description: 'The manifest is the text that was applied, with the version and the picture in it.',
  },
  async (deps, { principal, params }) => {
    const version = await getTemplateVersion(deps, principal, params);
    return { ...describeVersion(version), ...version.source };
  },
);

const AppliedTemplate = Model('AppliedTemplate', {
  outcome: OneOf(APPLY_OUTCOMES),
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
    templateResponse(
      await updateTemplate(deps, principal, context, { ...params, ...body, ifRevision: ifVersion }),
    ),
);

export const deleteCatalogTemplateRoute = route(
  {
    summary: 'Delete a template',
    errors: [409],
    params: TemplateParams,
    headers: IfMatch('template'),
    description:
      'Deletes the template with its versions. Teams that were made from it stay, and running jobs go on. Requests that wait for an approval can no longer be approved. With the ETag of getCatalogTemplate in `If-Match`, a template that changed meanwhile is rejected with 412.',
  },
  (deps, { principal, context, params, ifVersion }) =>
    deleteTemplate(deps, principal, context, { ...params, ifRevision: ifVersion }),
);

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
