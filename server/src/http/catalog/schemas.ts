/** Schemas of templates, derived from the manifest's schema, and schemas of manifests in requests and responses. */
import Type, { type Static, type TSchema } from 'typebox';
import type { ManifestInput } from '../../domain/catalog/check-manifest.ts';
import {
  type ChannelTemplate as ChannelTemplateForm,
  ChannelTemplate as NewChannelForm,
} from '../../domain/catalog/manifest-channel.ts';
import type { ValueSchema } from '../../domain/catalog/manifest-reader.ts';
import { CatalogTemplate as Declared } from '../../domain/catalog/manifest-schema.ts';
import type { CatalogTemplate as Template } from '../../domain/catalog/model.ts';
import type { StoredTemplate, TemplateVersion } from '../../domain/catalog/ports.ts';
import type { Question } from '../../domain/questions/kinds.ts';
import { UNKNOWN_FUTURE_VALUE } from '../../kernel/schema.ts';
import { etagOf } from '../etag.ts';
import { ApiResponse } from '../route.ts';
import {
  ActorReference,
  Closed,
  Collection,
  DateTime,
  Model,
  named,
  Omissible,
  OneOf,
  Resource,
} from '../schema.ts';

const namedForms = new Map<string, TSchema>();

/** Returns the schema for responses. A schema with a `$id` becomes a named model. */
function answerOf(form: ValueSchema): TSchema {
  const { $id } = form;
  if ($id === undefined) return contentOf(form);
  const known = namedForms.get($id) ?? named($id, contentOf(form));
  namedForms.set($id, known);
  return known;
}

function contentOf({
  type,
  properties,
  items,
  enum: all,
  future = [],
  description,
  examples,
}: ValueSchema): TSchema {
  const notes = { ...(description && { description }), ...(examples && { examples }) };
  // Microsoft Graph uses this order. bodies.ts returns the last values only to callers that request them.
  const values = future.length
    ? [...(all ?? []).filter((value) => !future.includes(String(value))), UNKNOWN_FUTURE_VALUE, ...future]
    : all;
  if (items !== undefined) return Type.Array(answerOf(items), notes);
  if (properties === undefined) return Type.Unsafe({ type, ...(values && { enum: values }), ...notes });
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    // Responses omit fields without a value.
    field.nullable ? Type.Optional(answerOf(field)) : answerOf(field),
  ]);
  return Closed(Object.fromEntries(fields), notes);
}

answerOf(Declared as ValueSchema);
answerOf(NewChannelForm as ValueSchema);

export const CatalogTemplate = Type.Unsafe<Template>(namedForms.get('CatalogTemplate') as TSchema);

export const CatalogTemplates = Collection('CatalogTemplates', CatalogTemplate);

export const TemplateParams = Closed({ templateId: Type.String({ minLength: 1, maxLength: 256 }) });

const part = <T>(name: string) => Type.Unsafe<T>(namedForms.get(name) as TSchema);

export const TemplateQuestion = part<Question>('TemplateQuestion');

const ChannelTemplateNewChannel = part<ChannelTemplateForm>('ChannelTemplateNewChannel');

/** A template of channels. */
const ChannelTemplate = Model('ChannelTemplate', {
  templateConfiguration: part<Template['templateConfiguration']>('CatalogTemplateTemplateConfiguration'),
  newChannel: ChannelTemplateNewChannel,
});

export const ChannelTemplates = Collection('ChannelTemplates', ChannelTemplate);

/** The actor and time of a template's latest change. */
const CHANGE = { changedDateTime: DateTime, changedBy: ActorReference };

export const CatalogTemplateDetails = Resource('CatalogTemplateDetails', {
  templateConfiguration: part<Template['templateConfiguration']>('CatalogTemplateTemplateConfiguration'),
  clonedTeam: part<Template['clonedTeam']>('CatalogTemplateClonedTeam'),
  newTeam: part<Template['newTeam']>('CatalogTemplateNewTeam'),
  newChannel: Type.Optional(ChannelTemplateNewChannel),
  revision: Type.Integer({ description: 'Number of changes of the template, from which its ETag is made' }),
  createdDateTime: DateTime,
  ...CHANGE,
});

const VERSION = {
  version: Type.String({ examples: ['1.1'] }),
  name: Type.String(),
  enabled: Type.Boolean(),
  ...CHANGE,
  changedPaths: Type.Array(Type.String(), {
    description:
      'Places where the manifest differs from the version before, at most 100; empty for the first version',
    examples: [['newTeam.namingConvention']],
  }),
};

const CatalogTemplateVersion = Model('CatalogTemplateVersion', VERSION);

export const CatalogTemplateVersions = Collection('CatalogTemplateVersions', CatalogTemplateVersion);

export const MANIFEST_TEXT = {
  format: OneOf(['json', 'yaml']),
  text: Type.String({ description: 'The manifest as the text of its file' }),
};

export const CatalogTemplateVersionDetails = Resource('CatalogTemplateVersionDetails', {
  ...VERSION,
  ...MANIFEST_TEXT,
});

export const LanguageQuery = Closed({
  language: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'Prefix of a language: `en` matches `en-US`; `*` matches all',
    }),
  ),
});

/** The fields of a manifest in the body of a request. */
export const Manifest = {
  manifest: Type.Union([Type.String(), Type.Record(Type.String(), Type.Unknown())], {
    description: 'The manifest as the text of its file, or as a JSON object',
  }),
  format: Omissible(OneOf(['json', 'yaml'], { description: 'Format of a text; detected by default' })),
  files: Omissible(
    Type.Record(Type.String(), Type.String({ description: 'Base64' }), {
      description: 'Files by name, for the picture that the manifest names',
    }),
  ),
};

const ManifestBody = Closed(Manifest);

/** Returns the manifest and its decoded files. */
export function manifestInput({ manifest, format, files }: Static<typeof ManifestBody>): ManifestInput {
  const decoded = Object.entries(files ?? {}).map(([name, content]) => [
    name,
    Buffer.from(content, 'base64'),
  ]);
  return { manifest, format: format ?? undefined, files: Object.fromEntries(decoded) };
}

/** Returns the template with its revision as the entity tag. */
export function templateResponse({
  catalogTemplate,
  structure: { channel },
  revision,
  createdAt,
  changedAt,
  changedBy,
}: StoredTemplate) {
  const body = {
    ...catalogTemplate,
    ...(channel && { newChannel: channel }),
    revision,
    createdDateTime: createdAt.toISOString(),
    changedDateTime: changedAt.toISOString(),
    changedBy,
  };
  return new ApiResponse(body, { etag: etagOf(String(revision)) });
}

export const describeVersion = ({
  version,
  name,
  enabled,
  changedPaths,
  changedAt,
  changedBy,
}: TemplateVersion) => ({
  version,
  name,
  enabled,
  changedDateTime: changedAt.toISOString(),
  changedBy,
  changedPaths,
});
