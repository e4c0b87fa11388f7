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

/** Returns the settings with the patch applied. */
export function mergeSettings(settings: TeamSettings, patch: TeamSettingsPatch): TeamSettings {
  const known = knownSettings(settings, patch);
  const groups = (Object.keys(settings) as (keyof TeamSettings)[]).map((group) => [
    group,
    { ...settings[group], ...known[group] },
  ]);
  return Object.fromEntries(groups) as TeamSettings;
}
