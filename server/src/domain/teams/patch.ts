/** Finds the fields of a team that a patch changes. */
import { DEFAULT_TEAM_SETTINGS } from './fields.ts';
import type { Team, TeamPatch, TeamSettings, TeamSettingsPatch } from './model.ts';

const SETTINGS_GROUPS = Object.keys(DEFAULT_TEAM_SETTINGS) as (keyof TeamSettings)[];

const FIELDS = [
  'displayName',
  'description',
  'classification',
  'visibility',
  'isMembershipLimitedToOwners',
] as const satisfies (keyof TeamPatch)[];

/** Returns those `fields` of `wanted` that differ from `present`. */
function differing<T extends object>(
  present: T,
  wanted: Partial<T>,
  fields: readonly (keyof T)[],
): Partial<T> {
  const changed: Partial<T> = {};
  for (const field of fields) {
    if (wanted[field] !== undefined && wanted[field] !== present[field]) changed[field] = wanted[field];
  }
  return changed;
}

/** Returns the part of the patch that would change the team. */
export function findChanges(team: Team, patch: TeamPatch): TeamPatch {
  const changes: TeamPatch = differing<Pick<Team, (typeof FIELDS)[number]>>(team, patch, FIELDS);
  for (const name of SETTINGS_GROUPS) {
    const present: object = team[name];
    const changed = differing(present, patch[name] ?? {}, Object.keys(present) as never[]);
    if (!isEmpty(changed)) Object.assign(changes, { [name]: changed });
  }
  return changes;
}

/** Returns the settings groups of a patch. */
export const settingsGroupsOf = (patch: TeamPatch): TeamSettingsPatch =>
  Object.fromEntries(SETTINGS_GROUPS.filter((name) => patch[name]).map((name) => [name, patch[name]]));

export const isEmpty = (changes: object): boolean => Object.keys(changes).length === 0;

/** Returns the changes as events hold them: a removed value is an empty text, because events omit fields with null. */
export const withRemovedAsEmpty = <Patch extends TeamPatch>(patch: Patch) =>
  Object.fromEntries(Object.entries(patch).map(([name, value]) => [name, value ?? ''])) as {
    [Name in keyof Patch]: Exclude<Patch[Name], null>;
  };
