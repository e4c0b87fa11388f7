/** Schemas of templates in answers, derived from the manifest's schema. */
import Type, { type TSchema } from 'typebox';
import type { Form } from '../../domain/catalog/manifest-reader.ts';
import { CatalogTemplate as Declared } from '../../domain/catalog/manifest-schema.ts';
import type { CatalogTemplate as Template } from '../../domain/catalog/model.ts';
import { Closed, Collection, named } from '../schema.ts';

const namedForms = new Map<string, TSchema>();

/** Returns the schema for answers; one with a `$id` becomes a named model. */
function answerOf(form: Form): TSchema {
  const { $id } = form;
  if ($id === undefined) return contentOf(form);
  const known = namedForms.get($id) ?? named($id, contentOf(form));
  namedForms.set($id, known);
  return known;
}

function contentOf({ type, properties, items, enum: values, description, examples }: Form): TSchema {
  const notes = { ...(description && { description }), ...(examples && { examples }) };
  if (items !== undefined) return Type.Array(answerOf(items), notes);
  if (properties === undefined) return Type.Unsafe({ type, ...(values && { enum: values }), ...notes });
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    // A member without a value is left out of answers.
    field.nullable ? Type.Optional(answerOf(field)) : answerOf(field),
  ]);
  return Closed(Object.fromEntries(fields), notes);
}

answerOf(Declared as Form);

export const CatalogTemplate = Type.Unsafe<Template>(namedForms.get('CatalogTemplate') as TSchema);

export const CatalogTemplates = Collection('CatalogTemplates', CatalogTemplate);

export const LanguageQuery = Closed({
  language: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'Prefix of a language: `en` matches `en-US`; `*` matches all',
    }),
  ),
});
