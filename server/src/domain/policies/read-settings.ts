/** Checks the settings of a policy by the schema of its kind. Rejects unknown settings by name. */
import Type, { type TSchema } from 'typebox';
import * as Schema from 'typebox/schema';
import type { ErrorDetail } from '../../kernel/errors.ts';
import { settingProblem } from './kind.ts';
import { definitionOf, type PolicyKind } from './model.ts';

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
}

/** Describes the schema's values, as in "a whole number from 1 to 264". */
export function describeForm({
  enum: values,
  type,
  minimum,
  maximum,
  maxLength,
  maxItems,
}: SettingForm): string {
  if (values !== undefined) return `one of ${values.join(', ')}`;
  if (type === 'integer') return `a whole number from ${minimum} to ${maximum}`;
  return type === 'array' ? `a list of at most ${maxItems}` : `a text of 1 to ${maxLength} characters`;
}

function problemsOf(path: string, value: unknown, schema: SettingForm): ErrorDetail[] {
  const { items, ...list } = schema;
  const form = items === undefined ? schema : list;
  const [error] = Schema.Check(form, value) ? [] : Schema.Errors(form, value)[1];
  if (error !== undefined) {
    const isRefined = error.keyword === '~refine';
    return [settingProblem(path, isRefined ? error.message : `Must be ${describeForm(schema)}.`)];
  }
  if (items === undefined) return [];
  return (value as unknown[]).flatMap((item, index) => problemsOf(`${path}[${index}]`, item, items));
}

/** Returns the problems of a policy's settings, with paths that begin with `settings`. */
export function findSettingProblems(kind: PolicyKind, raw: Readonly<Record<string, unknown>>): ErrorDetail[] {
  const { settings: schema, findContradictions } = definitionOf(kind);
  const { properties } = schema;
  const known = Object.keys(properties).join(', ') || 'none';
  const unknown = Object.keys(raw)
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => ({
      ...settingProblem(name, `A policy of the kind ${kind} has no such setting. It has: ${known}.`),
      code: 'UnknownField',
    }));
  const wrong = Object.entries(properties).flatMap(([name, form]) => {
    if (raw[name] !== undefined) return problemsOf(name, raw[name], form);
    if (Type.IsOptional(form)) return [];
    return [{ ...settingProblem(name, 'This setting is required.'), code: 'Required' }];
  });
  const problems = [...unknown, ...wrong];
  return problems.length > 0 ? problems : (findContradictions?.(raw) ?? []);
}
