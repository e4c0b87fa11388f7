/** Checks the settings of a policy against the schema of its kind. Rejects unknown settings by name. */
import Type, { type TSchema } from 'typebox';
import * as Schema from 'typebox/schema';
import type { ErrorDetail } from '../../kernel/errors.ts';
import { type Message, say } from '../../kernel/messages.ts';
import { settingProblem } from './kind.ts';
import { kindDefinitionOf, type PolicyKind } from './model.ts';

/** The part of a setting's schema that its description needs. */
export interface SettingForm extends TSchema {
  type?: string;
  description?: string;
  enum?: unknown[];
  items?: SettingForm;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  /** Message for a value that fails the refinement of the schema. */
  refinement?: Message;
}

/** Describes the schema's values, as in "a whole number from 1 to 264". */
export function describeForm({
  enum: values,
  type,
  minimum = 0,
  maximum = 0,
  maxLength = 0,
  maxItems = 0,
}: SettingForm): Message {
  if (values !== undefined) return say('settings.oneOf', 'one of {values}', { values: values.join(', ') });
  if (type === 'integer') {
    return say('settings.integer', 'a whole number from {minimum} to {maximum}', { minimum, maximum });
  }
  return type === 'array'
    ? say('settings.list', 'a list of at most {most}', { most: maxItems })
    : say('settings.text', 'a text of 1 to {most} characters', { most: maxLength });
}

function problemsOf(path: string, value: unknown, schema: SettingForm): ErrorDetail[] {
  const { items, refinement, ...list } = schema;
  const form = items === undefined ? schema : list;
  const [error] = Schema.Check(form, value) ? [] : Schema.Errors(form, value)[1];
  if (error !== undefined) {
    const message = say('settings.form', 'Must be {form}.', { form: describeForm(schema) });
    return [settingProblem(path, error.keyword === '~refine' ? (refinement ?? message) : message)];
  }
  if (items === undefined) return [];
  return (value as unknown[]).flatMap((item, index) => problemsOf(`${path}[${index}]`, item, items));
}

/** Returns the problems of a policy's settings, with paths that begin with `settings`. */
export function findSettingProblems(kind: PolicyKind, raw: Readonly<Record<string, unknown>>): ErrorDetail[] {
  const { settings: schema, findContradictions } = kindDefinitionOf(kind);
  const { properties } = schema;
  const known = Object.keys(properties).join(', ') || 'none';
  const unknown = Object.keys(raw)
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => ({
      ...settingProblem(
        name,
        say('settings.unknown', 'A policy of the kind {kind} has no such setting. It has: {settings}.', {
          kind,
          settings: known,
        }),
      ),
      code: 'UnknownField',
    }));
  const wrong = Object.entries(properties).flatMap(([name, form]) => {
    if (raw[name] !== undefined) return problemsOf(name, raw[name], form);
    if (Type.IsOptional(form)) return [];
    return [
      { ...settingProblem(name, say('settings.required', 'This setting is required.')), code: 'Required' },
    ];
  });
  const problems = [...unknown, ...wrong];
  return problems.length > 0 ? problems : (findContradictions?.(raw) ?? []);
}
