/** Schemas of the templates in answers, derived from the manifest's schema. */
import Type, { type TSchema } from 'typebox';
import type { Form } from '../../domain/catalog/manifest-reader.ts';
import { CatalogTemplate as Declared } from '../../domain/catalog/manifest-schema.ts';
import type { CatalogTemplate as Template } from '../../domain/catalog/model.ts';
import { UNKNOWN_FUTURE_VALUE } from '../../kernel/schema.ts';
import { ActorReference, Closed, Collection, DateTime, Model, named, OneOf, Resource } from '../schema.ts';

const namedForms = new Map<string, TSchema>();

/** Returns the schema for answers. A schema with a `$id` becomes a named model. */
function answerOf(form: Form): TSchema {
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
}: Form): TSchema {
  const notes = { ...(description && { description }), ...(examples && { examples }) };
  // The order of Microsoft Graph: bodies.ts gives the last values only to callers that ask for them.
  const values = future.length
    ? [...(all ?? []).filter((value) => !future.includes(String(value))), UNKNOWN_FUTURE_VALUE, ...future]
    : all;
  if (items !== undefined) return Type.Array(answerOf(items), notes);
  if (properties === undefined) return Type.Unsafe({ type, ...(values && { enum: values }), ...notes });
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    // Answers omit fields without a value.
    field.nullable ? Type.Optional(answerOf(field)) : answerOf(field),
  ]);
  return Closed(Object.fromEntries(fields), notes);
}

answerOf(Declared as Form);

export const CatalogTemplate = Type.Unsafe<Template>(namedForms.get('CatalogTemplate') as TSchema);

export const CatalogTemplates = Collection('CatalogTemplates', CatalogTemplate);

export const TemplateParams = Closed({ templateId: Type.String({ minLength: 1, maxLength: 256 }) });

const part = <T>(name: string) => Type.Unsafe<T>(namedForms.get(name) as TSchema);

/** The actor and time of a template's latest change. */
const CHANGE = { changedDateTime: DateTime, changedBy: ActorReference };

export const CatalogTemplateDetails = Resource('CatalogTemplateDetails', {
  templateConfiguration: part<Template['templateConfiguration']>('CatalogTemplateTemplateConfiguration'),
  clonedTeam: part<Template['clonedTeam']>('CatalogTemplateClonedTeam'),
  newTeam: part<Template['newTeam']>('CatalogTemplateNewTeam'),
  revision: Type.Integer({ description: 'Counts the changes of the template; its ETag' }),
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
