/** Merges settings of teams group by group. */
import type { TeamSettings, TeamSettingsPatch } from './model.ts';

/** Returns the patch without fields that the settings lack, and without null values. */
export function knownSettings(settings: TeamSettings, patch: TeamSettingsPatch): TeamSettingsPatch {
  const groups = (Object.keys(settings) as (keyof TeamSettings)[]).map((group) => {
    const known = Object.keys(settings[group]);
    const fields = Object.entries(patch[group] ?? {}).filter(
      ([field, value]) => known.includes(field) && value !== undefined && value !== null,
    );
    return [group, Object.fromEntries(fields)];
  });
  return Object.fromEntries(groups) as TeamSettingsPatch;
}

const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns the settings with the patch applied, group by group. */
export function mergeSettings<T extends object>(settings: T, patch: object): T {
  const merged = { ...settings, ...patch } as Record<string, unknown>;
  for (const [name, present] of Object.entries(settings)) {
    const changed = merged[name];
    if (isGroup(present) && isGroup(changed)) merged[name] = mergeSettings(present, changed);
  }
  return merged as unknown as T;
}
