/**
 * Changes teams. Each change is one statement. Except for archiving and unarchiving, it changes nothing in an archived
 * team. When it has changed nothing, a second statement reads the reason.
 *
 * - Settings merge group by group; hiddenMembership can't be set or removed later ("Update team";
 *   "group resource type", visibility).
 * - Only active labels can be set ("sensitivityLabel resource type", isActive).
 * - Archiving makes the team read-only, and on request also its site for members. Archiving it
 *   again changes only whether the site is read-only ("Archive team").
 */

import { assertAppIds } from '../../domain/channels/suite-rules.ts';
import { nameKey } from '../../domain/names/key.ts';
import type { SuiteTeam, TeamPatch, TeamSettings } from '../../domain/teams/model.ts';
import { DEFAULT_TEAM_SETTINGS } from '../../domain/teams/model.ts';
import { knownSettings } from '../../domain/teams/settings.ts';
import type { SuiteTeams } from '../../domain/teams/suite.ts';
import {
  assertPicture,
  assertTeamName,
  busyTeam,
  hiddenMembershipStays,
  noTeam,
  teamArchived,
  teamChanged,
  unknownLabel,
} from '../../domain/teams/suite-rules.ts';
import type { SuiteParts } from './parts.ts';
import { SUITE_TEAM } from './team-row.ts';

const SETTINGS_GROUPS = Object.keys(DEFAULT_TEAM_SETTINGS) as (keyof TeamSettings)[];

/** `$3`: patch. `$4`: expected version or null. `$5`: time. */
const UPDATE = `
  update directory.teams t
     set display_name = coalesce($3::jsonb->>'displayName', t.display_name),
         display_name_key = coalesce($3::jsonb->>'displayNameKey', t.display_name_key),
         description = case when $3::jsonb ? 'description' then $3::jsonb->>'description' else t.description end,
         classification =
           case when $3::jsonb ? 'classification' then $3::jsonb->>'classification' else t.classification end,
         visibility = coalesce($3::jsonb->>'visibility', t.visibility),
         is_membership_limited_to_owners =
           coalesce(($3::jsonb->>'isMembershipLimitedToOwners')::boolean, t.is_membership_limited_to_owners),
         settings = jsonb_build_object(${SETTINGS_GROUPS.map(
           (group) =>
             `\n           '${group}', t.settings->'${group}' || coalesce($3::jsonb->'${group}', '{}')`,
         ).join(',')}),
         version = t.version + 1, changed_at = $5
   where t.tenant_id = $1 and t.team_id = $2 and not t.is_archived
     and ($4::text is null or t.version::text = $4)
     and ($3::jsonb->>'visibility' is null or $3::jsonb->>'visibility' = t.visibility
          or 'hiddenMembership' not in (t.visibility, $3::jsonb->>'visibility'))
  returning ${SUITE_TEAM}`;

const SET_LABEL = `
  update directory.teams t
     set sensitivity_label_id = $3,
         version = t.version + (t.sensitivity_label_id is distinct from $3)::integer, changed_at = $4
   where t.tenant_id = $1 and t.team_id = $2 and not t.is_archived
     and exists (
       select from embedded_suite.labels l where l.tenant_id = $1 and l.label_id = $3 and l.is_active)
  returning t.team_id`;

const SET_PICTURE = `
  update directory.teams t set picture = $3, picture_type = $4, changed_at = $5
   where t.tenant_id = $1 and t.team_id = $2 and not t.is_archived
  returning t.team_id`;

const INSTALL_APPS = `
  update directory.teams t
     set installed_apps = t.installed_apps || array(
           select wanted.app
             from unnest($3::text[]) with ordinality wanted(app, place)
            where wanted.app <> all (t.installed_apps)
            group by wanted.app order by min(wanted.place)),
         changed_at = $4
   where t.tenant_id = $1 and t.team_id = $2 and not t.is_archived
  returning t.team_id`;

const LIST_APPS = `
  select t.installed_apps from directory.teams t where t.tenant_id = $1 and t.team_id = $2`;

/** Locks the team, so that only one of two concurrent calls reports the change. */
const BEFORE = 'select is_archived from directory.teams where tenant_id = $1 and team_id = $2 for update';

const ARCHIVE = `
  update directory.teams t
     set is_archived = true, site_read_only = $3, version = t.version + (not t.is_archived)::integer
    from (${BEFORE}) before
   where t.tenant_id = $1 and t.team_id = $2
  returning not before.is_archived as has_changed`;

const UNARCHIVE = `
  update directory.teams t
     set is_archived = false, site_read_only = false, version = t.version + t.is_archived::integer,
         changed_at = case when t.is_archived then $3 else t.changed_at end
    from (${BEFORE}) before
   where t.tenant_id = $1 and t.team_id = $2
  returning before.is_archived as has_changed`;

const STATE = `
  select t.is_archived, t.version
    from directory.teams t
   where t.tenant_id = $1 and t.team_id = $2`;

interface TeamState {
  is_archived: boolean;
  version: string;
}

/** Returns the state of a writable team. @throws NotFound, TeamArchived */
async function requireWritable({ database }: SuiteParts, tenantId: string, teamId: string) {
  const [state] = await database.read<TeamState>(STATE, tenantId, teamId);
  if (state === undefined) throw noTeam(teamId);
  if (state.is_archived) throw teamArchived(teamId);
  return state;
}

/** Drops unknown settings, so that none are stored. UPDATE reads only known fields of everything else. */
function toStoredPatch(patch: TeamPatch): string {
  const displayNameKey = patch.displayName && nameKey(patch.displayName);
  return JSON.stringify({ ...patch, displayNameKey, ...knownSettings(DEFAULT_TEAM_SETTINGS, patch) });
}

export function createTeamChanges(parts: SuiteParts) {
  const { database, clock, limits } = parts;

  /** Runs a statement that changes nothing only for a missing or an archived team. */
  async function change(text: string, tenantId: string, teamId: string, ...values: unknown[]) {
    const written = await database.write(text, tenantId, teamId, ...values);
    if (written.length > 0) return;
    await requireWritable(parts, tenantId, teamId);
    throw busyTeam();
  }

  /** Archives or unarchives. Returns whether the team changed. */
  async function turn(text: string, tenantId: string, teamId: string, value: unknown): Promise<boolean> {
    const [written] = await database.write<{ has_changed: boolean }>(text, tenantId, teamId, value);
    if (written === undefined) throw noTeam(teamId);
    return written.has_changed;
  }

  return {
    async update(tenantId, teamId, patch, ifVersion) {
      assertTeamName(patch.displayName);
      const values = [toStoredPatch(patch), ifVersion, clock.now()];
      const [updated] = await database.write<SuiteTeam>(UPDATE, tenantId, teamId, ...values);
      if (updated !== undefined) return updated;
      const { version } = await requireWritable(parts, tenantId, teamId);
      if (ifVersion !== undefined && version !== ifVersion) throw teamChanged();
      if (patch.visibility === undefined) throw busyTeam();
      throw hiddenMembershipStays();
    },
    async setSensitivityLabel(tenantId, teamId, labelId) {
      const written = await database.write(SET_LABEL, tenantId, teamId, labelId, clock.now());
      if (written.length > 0) return;
      await requireWritable(parts, tenantId, teamId);
      throw unknownLabel(labelId);
    },
    async setPicture(tenantId, teamId, { contentType, bytes }) {
      assertPicture(contentType, bytes, limits.pictureBytes);
      await change(SET_PICTURE, tenantId, teamId, Buffer.from(bytes), contentType, clock.now());
    },
    async installApps(tenantId, teamId, teamsAppIds) {
      assertAppIds(teamsAppIds);
      await change(INSTALL_APPS, tenantId, teamId, teamsAppIds, clock.now());
    },
    async listInstalledApps(tenantId, teamId) {
      const [row] = await database.read<{ installed_apps: string[] }>(LIST_APPS, tenantId, teamId);
      if (row === undefined) throw noTeam(teamId);
      return row.installed_apps;
    },
    archive: (tenantId, teamId, { siteReadOnly }) => turn(ARCHIVE, tenantId, teamId, siteReadOnly),
    unarchive: (tenantId, teamId) => turn(UNARCHIVE, tenantId, teamId, clock.now()),
  } satisfies Partial<SuiteTeams>;
}
