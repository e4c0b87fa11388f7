/** The form of a policy. Holds the settings as the values of their controls. */
import type { Policy, PolicyPayload } from '@charter/sdk';
import type { ChosenPerson } from '../users/PeoplePicker.tsx';
import { KINDS, type PolicyKind, type ScopeType, type Setting } from './kinds.ts';

export type SettingValue = string | readonly ChosenPerson[];

export type ScopeValue = ChosenPerson;

export interface PolicyDraft {
  name: string;
  description: string;
  enabled: boolean;
  scope: ScopeType;
  templateIds: readonly string[];
  /** The values of each question, by the id of the question. A person or a group has a name. */
  answers: Readonly<Record<string, readonly ScopeValue[]>>;
  settings: Readonly<Record<string, SettingValue>>;
}

/**
 * Returns the control's value for a setting, which may be absent.
 * @param names display names of people and groups, by their references in the settings
 */
function toValue(setting: Setting, value: unknown, names: ReadonlyMap<string, string>): SettingValue {
  if (setting.control === 'people') {
    return ((value ?? []) as string[]).map((id) => ({ id, displayName: names.get(id) ?? id }));
  }
  if (setting.control === 'group') {
    const id = value as string | undefined;
    return id === undefined ? [] : [{ id, displayName: names.get(id) ?? id }];
  }
  if (setting.control === 'order') return ((value ?? setting.choices) as string[]).join('\n');
  if (setting.control === 'words' || setting.control === 'labels')
    return ((value ?? []) as string[]).join('\n');
  if (value !== undefined) return String(value);
  if (setting.control === 'choice' || setting.control === 'days') return String(setting.initial);
  return setting.control === 'number' && setting.required ? String(setting.least) : '';
}

export function draftOf(kind: PolicyKind, policy: Policy | undefined): PolicyDraft {
  const { scopes, settings } = KINDS[kind];
  const names = new Map(policy?.people?.map(({ reference, displayName }) => [reference, displayName]));
  const known = (policy?.settings ?? {}) as Record<string, unknown>;
  return {
    name: policy?.name ?? '',
    description: policy?.description ?? '',
    enabled: policy?.enabled ?? true,
    scope: policy?.scope.type ?? (scopes[0] as ScopeType),
    templateIds: policy?.scope.templateIds ?? [],
    answers: Object.fromEntries(
      Object.entries(policy?.scope.answers ?? {}).map(([question, values]) => [
        question,
        values.map((id) => ({ id, displayName: names.get(id) ?? id })),
      ]),
    ),
    settings: Object.fromEntries(
      settings.map((setting) => [setting.name, toValue(setting, known[setting.name], names)]),
    ),
  };
}

/** Returns the setting for the API; undefined for an empty one. */
function fromValue(setting: Setting, value: SettingValue): unknown {
  if (setting.control === 'group') return typeof value === 'string' ? undefined : value[0]?.id;
  if (typeof value !== 'string') return value.map(({ id }) => id);
  const text = value.trim();
  if (setting.control === 'words' || setting.control === 'labels') {
    const words = text.split('\n').map((word) => word.trim());
    const given = words.filter((word) => word !== '');
    return given.length === 0 ? undefined : given;
  }
  if (setting.control === 'order') return text === '' ? [] : text.split('\n');
  if (text === '') return undefined;
  return setting.control === 'number' || setting.control === 'days' ? Number(text) : text;
}

function scopeOf({ scope, templateIds, answers }: PolicyDraft): NonNullable<PolicyPayload['scope']> {
  if (scope === 'teams') return { type: scope };
  const given = Object.entries(answers).map(([question, values]) => [question, values.map(({ id }) => id)]);
  return {
    type: scope,
    ...(scope === 'templates' && { templateIds: [...templateIds] }),
    ...(given.length > 0 && { answers: Object.fromEntries(given) }),
  };
}

export function toPayload(kind: PolicyKind, draft: PolicyDraft, isNew: boolean): PolicyPayload {
  const { name, description, enabled } = draft;
  const settings = KINDS[kind].settings.map((setting) => [
    setting.name,
    fromValue(setting, draft.settings[setting.name] ?? ''),
  ]);
  return {
    name: name.trim(),
    description: description.trim() === '' ? null : description.trim(),
    kind,
    // A new policy starts in report-only mode. An existing one is switched by its own button (PolicyEffect).
    ...(isNew && { mode: 'report' as const }),
    enabled,
    scope: scopeOf(draft),
    settings: Object.fromEntries(settings.filter(([, value]) => value !== undefined)),
  };
}
