/** Calls for teams and their groups. Converts Graph's teams into Charter's. */
import { createHash } from 'node:crypto';
import type { Team as GraphTeam, Group } from '@microsoft/microsoft-graph-types';
import {
  DEFAULT_TEAM_SETTINGS,
  type SuiteTeam,
  type Team,
  type TeamSettings,
  type TeamSettingsPatch,
  type TeamVisibility,
} from '../../../domain/teams/model.ts';
import { knownSettings } from '../../../domain/teams/settings.ts';
import { at } from '../client/request.ts';
import type { GraphCall } from '../client/transport.ts';

const VISIBILITIES: Readonly<Record<string, TeamVisibility>> = {
  public: 'public',
  private: 'private',
  hiddenmembership: 'hiddenMembership',
};

export const visibilityOf = (text: string | null | undefined): TeamVisibility =>
  VISIBILITIES[(text ?? '').toLowerCase()] ?? 'private';

/** Returns RFC 3339 UTC; `otherwise` when Graph has no time. */
export const toDateTime = (text: string | null | undefined, otherwise: Date): string =>
  text ? new Date(text).toISOString() : otherwise.toISOString();

/** Returns the settings that Charter has. discoverySettings exist only in Graph's beta. */
function settingsOf(team: GraphTeam): TeamSettings {
  const groups = Object.entries(DEFAULT_TEAM_SETTINGS).map(([group, defaults]) => {
    const present = (team as Record<string, Record<string, unknown> | null | undefined>)[group] ?? {};
    const fields = Object.entries(defaults).map(([field, value]) => [field, present[field] ?? value]);
    return [group, Object.fromEntries(fields)];
  });
  return Object.fromEntries(groups) as TeamSettings;
}

/** Returns an opaque digest of the team, its mail alias and its label. */
const versionOf = (team: Omit<SuiteTeam, 'version'>): string =>
  createHash('sha256').update(JSON.stringify(team)).digest('base64url').slice(0, 22);

export function withVersion(team: Omit<SuiteTeam, 'version'>): SuiteTeam {
  const { team: shown, mailNickname, sensitivityLabelId } = team;
  const bare = { team: shown, mailNickname, sensitivityLabelId };
  return { ...bare, version: versionOf(bare) };
}

const EPOCH = new Date(0);

export function toSuiteTeam(team: GraphTeam, group: Group): SuiteTeam {
  const shown: Team = {
    id: (team.id ?? group.id)!,
    createdDateTime: toDateTime(team.createdDateTime ?? group.createdDateTime, EPOCH),
    displayName: team.displayName ?? group.displayName ?? '',
    description: (team.description ?? group.description) || null,
    internalId: team.internalId ?? '',
    classification: (team.classification ?? group.classification) || null,
    specialization: team.specialization ?? 'none',
    visibility: visibilityOf(team.visibility ?? group.visibility),
    webUrl: team.webUrl ?? '',
    isArchived: team.isArchived ?? false,
    isMembershipLimitedToOwners: false,
    ...settingsOf(team),
  };
  return withVersion({
    team: shown,
    mailNickname: group.mailNickname ?? '',
    sensitivityLabelId: group.assignedLabels?.[0]?.labelId ?? null,
  });
}

/**
 * Returns the settings as the body of a call, without empty groups. Omits discoverySettings, which exist only in
 * Graph's beta.
 */
export function settingsPatch(patch: TeamSettingsPatch): Record<string, object> {
  const { discoverySettings: _, ...groups } = knownSettings(DEFAULT_TEAM_SETTINGS, patch);
  return Object.fromEntries(
    Object.entries(groups).filter(([, fields]) => Object.keys(fields ?? {}).length > 0),
  ) as Record<string, object>;
}

/** The fields of a team that events report. */
export type ShownTeam = Omit<
  Team,
  'id' | 'createdDateTime' | 'internalId' | 'specialization' | 'webUrl' | 'isMembershipLimitedToOwners'
> & { sensitivityLabelId: string | null };

export function toShownTeam({ team, sensitivityLabelId }: Omit<SuiteTeam, 'version'>): ShownTeam {
  const {
    id: _,
    createdDateTime: _created,
    internalId: _internal,
    specialization: _special,
    webUrl: _url,
    isMembershipLimitedToOwners: _limited,
    ...shown
  } = team;
  return { ...shown, sensitivityLabelId };
}

const GROUP_FIELDS =
  'id,displayName,description,mailNickname,visibility,classification,createdDateTime,assignedLabels';

export const teamCall = (teamId: string): GraphCall => ({
  method: 'GET',
  path: at`/teams/${teamId}`,
  budget: 'readTeams',
  teamId,
});

/** Reads only the id, to check whether the group exists ("Get group"). */
export const groupIdCall = (teamId: string): GraphCall => ({
  method: 'GET',
  path: at`/groups/${teamId}?$select=id`,
  budget: 'readDirectory',
});

export const groupCall = (teamId: string): GraphCall => ({
  method: 'GET',
  path: `${at`/groups/${teamId}`}?$select=${GROUP_FIELDS}`,
  budget: 'readDirectory',
});
