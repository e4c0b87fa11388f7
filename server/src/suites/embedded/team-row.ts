/** The row of a team, and its lock. */
import type { SuiteTeam, TeamSettings, TeamVisibility } from '../../domain/teams/model.ts';

export interface TeamRow {
  team_id: string;
  display_name: string;
  description: string | null;
  internal_id: string;
  web_url: string;
  classification: string | null;
  visibility: TeamVisibility;
  mail_nickname: string;
  is_archived: boolean;
  is_membership_limited_to_owners: boolean;
  settings: TeamSettings;
  sensitivity_label_id: string | null;
  version: string;
  created_at: Date;
}

/** Columns of `teams t` without the picture. */
export const TEAM_COLUMNS = `t.team_id, t.display_name, t.description, t.internal_id, t.web_url,
  t.classification, t.visibility, t.mail_nickname, t.is_archived, t.is_membership_limited_to_owners,
  t.settings, t.sensitivity_label_id, t.version, t.created_at`;

export const toSuiteTeam = (row: TeamRow): SuiteTeam => ({
  team: {
    id: row.team_id,
    createdDateTime: row.created_at.toISOString(),
    displayName: row.display_name,
    description: row.description,
    internalId: row.internal_id,
    classification: row.classification,
    // Graph's other specialisations are for schools.
    specialization: 'none',
    visibility: row.visibility,
    webUrl: row.web_url,
    isArchived: row.is_archived,
    isMembershipLimitedToOwners: row.is_membership_limited_to_owners,
    discoverySettings: row.settings.discoverySettings,
    memberSettings: row.settings.memberSettings,
    guestSettings: row.settings.guestSettings,
    messagingSettings: row.settings.messagingSettings,
    funSettings: row.settings.funSettings,
  },
  version: row.version,
  mailNickname: row.mail_nickname,
  sensitivityLabelId: row.sensitivity_label_id,
});

/** Locks team `$2` of tenant `$1` against archiving and deletion until the statement's transaction ends. */
export const HELD_TEAM = `team as materialized (
    select t.is_archived from embedded_suite.teams t
     where t.tenant_id = $1 and t.team_id = $2 for share
  )`;
