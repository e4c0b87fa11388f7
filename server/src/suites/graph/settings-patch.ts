import { DEFAULT_TEAM_SETTINGS, type TeamSettingsPatch } from '../../domain/teams/model.ts';
import { knownSettings } from '../../domain/teams/settings.ts';

/**
 * Returns the settings as the body of a call, without empty groups. Omits discoverySettings, which only Graph's beta
 * has.
 */
export function settingsPatch(patch: TeamSettingsPatch): Record<string, object> {
  const { discoverySettings: _, ...groups } = knownSettings(DEFAULT_TEAM_SETTINGS, patch);
  return Object.fromEntries(
    Object.entries(groups).filter(([, fields]) => Object.keys(fields ?? {}).length > 0),
  ) as Record<string, object>;
}
