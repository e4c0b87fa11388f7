/**
 * Teams, like Microsoft Graph's team resource.
 *
 * - A team is created with its primary channel General, whose thread is the team's internalId ("team resource type";
 *   "Get primaryChannel").
 * - The mail alias is the group's mailNickname: at most 64 characters, none of `@ ( ) \ [ ] " ; : < > ,` and
 *   no space, unique ignoring case ("Create group").
 * - Given settings override DEFAULT_TEAM_SETTINGS. Unknown people among the initial members are skipped.
 * - Each change is one statement. Except for archiving and unarchiving, it changes nothing in an archived team. When it
 *   changes nothing, a second statement reads the reason.
 * - Settings merge group by group; hiddenMembership can't be set or removed later ("Update team";
 *   "group resource type", visibility).
 * - Only active labels can be set ("sensitivityLabel resource type", isActive).
 * - Archiving makes the team read-only, and on request also its site for members. Archiving
 *   again changes only whether the site is read-only ("Archive team").
 */

import { randomUUID } from 'node:crypto';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import { GENERAL } from '../../domain/channels/name.ts';
import { assertKnownApps } from '../../domain/channels/store-apps.ts';
import { nameKey } from '../../domain/names/key.ts';
import {
  DEFAULT_TEAM_SETTINGS,
  type MemberRole,
  type SuiteTeam,
  type TeamPatch,
} from '../../domain/teams/model.ts';
import { knownSettings, mergeSettings } from '../../domain/teams/settings.ts';
import type { NewTeam, SuiteTeams } from '../../domain/teams/suite.ts';
import {
  aliasTaken,
  assertNewTeam,
  assertPicture,
  assertTeamName,
  concurrentTeamChange,
  hiddenMembershipIsFixed,
  teamNotFound,
  teamReadOnly,
  teamVersionOutdated,
  unknownLabel,
} from '../../domain/teams/suite-rules.ts';
import { maxEntries } from '../../kernel/cache.ts';
import { boolean, columns, optional, text, texts } from '../../kernel/columns.ts';
import { notFound } from '../../kernel/errors.ts';
import { type Sql, sql } from '../../kernel/sql.ts';
import { UniqueViolationError } from '../../kernel/suite-database.ts';
import { peopleIn, WANTED_ROLE } from './members.ts';
import { inTeam, newChannelId, type SuiteParts, TEAM, teamPath } from './parts.ts';

const ACCESS = columns<SuiteTeam & { role: MemberRole | undefined }>({
  ...TEAM.members,
  role: optional(text<MemberRole | null>('m.role')),
});

/** Maximum number of teams that one statement reads. */
const MAX_READ_TOGETHER = 100;

const STATE = columns<{ isArchived: boolean; version: string }>({ isArchived: boolean(), version: text() });

const settingsOf = ({ settings }: NewTeam): string =>
  JSON.stringify(
    settings === undefined
      ? DEFAULT_TEAM_SETTINGS
      : mergeSettings(DEFAULT_TEAM_SETTINGS, knownSettings(DEFAULT_TEAM_SETTINGS, settings)),
  );

/** Drops unknown settings. Other unknown fields can stay, because the update never reads them. */
function toStoredPatch(patch: TeamPatch): string {
  const displayNameKey = patch.displayName && nameKey(patch.displayName);
  return JSON.stringify({ ...patch, displayNameKey, ...knownSettings(DEFAULT_TEAM_SETTINGS, patch) });
}

/** Merges the patch into the settings. */
const mergedSettings = (patch: Sql): Sql =>
  sql.join(
    Object.keys(DEFAULT_TEAM_SETTINGS).map(
      (group) =>
        sql`${sql.lit(group)}, t.settings->${sql.lit(group)} || coalesce(${patch}->${sql.lit(group)}, '{}')`,
    ),
  );

export function createTeams({ database, clock, limits, ownApps }: SuiteParts) {
  /** Returns the state of a writable team. @throws NotFound, TeamArchived */
  async function requireWritable(tenantId: string, teamId: string) {
    const { of, first } = inTeam(database, tenantId, teamId);
    const state = await first(STATE)`select ${STATE} from directory.teams t where ${of('t')}`;
    if (state === undefined) throw teamNotFound(teamId);
    if (state.isArchived) throw teamReadOnly(teamId);
    return state;
  }

  /** Runs an update, which matches no row when the team is missing or archived. */
  async function change(tenantId: string, teamId: string, set: Sql): Promise<void> {
    const { of, write } = inTeam(database, tenantId, teamId);
    const written = await write`
      update directory.teams t set ${set}, changed_at = ${clock.now()} where ${of('t')} and not t.is_archived`;
    if (written > 0) return;
    await requireWritable(tenantId, teamId);
    throw concurrentTeamChange();
  }

  /**
   * Archives or unarchives the team. Returns whether it changed. Locks the team, so that only one of two concurrent
   * calls reports the change.
   */
  async function setArchived(
    tenantId: string,
    teamId: string,
    isArchived: boolean,
    set: Sql,
  ): Promise<boolean> {
    const { of, first } = inTeam(database, tenantId, teamId);
    const wasArchived = await first(boolean())`
      update directory.teams t
         set is_archived = ${isArchived}, version = t.version + (t.is_archived <> ${isArchived})::integer, ${set}
        from (select b.is_archived from directory.teams b where ${of('b')} for update) before
       where ${of('t')}
      returning before.is_archived`;
    if (wasArchived === undefined) throw teamNotFound(teamId);
    return wasArchived !== isArchived;
  }

  async function readTeams(tenantId: string, teamIds: readonly string[]): Promise<(SuiteTeam | undefined)[]> {
    const { tenant, all } = database.in(tenantId);
    // PostgreSQL reuses one plan for a subquery, and plans a list of another length again.
    const teams = await all(TEAM)`
      select ${TEAM} from directory.teams t
       where t.tenant_id = ${tenant} and t.team_id = any (array(select unnest(${[...new Set(teamIds)]}::text[])))`;
    const byId = new Map(teams.map((each) => [each.team.id, each]));
    return teamIds.map((id) => byId.get(id));
  }

  /** Reads of single teams, by tenant. Those that begin in the same turn of the event loop share one statement. */
  const reads = new LRUCache<string, DataLoader<string, SuiteTeam | undefined>>({
    ...maxEntries(10_000),
    memoMethod: (tenantId) =>
      new DataLoader((teamIds) => readTeams(tenantId, teamIds), {
        cache: false,
        maxBatchSize: MAX_READ_TOGETHER,
        batchScheduleFn: setImmediate,
      }),
  });

  return {
    find: (tenantId, teamId) => reads.memo(tenantId).load(teamId),

    findByMarker(tenantId, marker) {
      const { tenant, first } = database.in(tenantId);
      return first(TEAM)`
        select ${TEAM} from directory.teams t where t.tenant_id = ${tenant} and t.marker = ${marker}`;
    },

    async access(tenantId, teamId, userId) {
      const { of, first } = inTeam(database, tenantId, teamId);
      const row = await first(ACCESS)`
        select ${ACCESS}
          from directory.teams t
          left join directory.team_members m on ${of('m')} and m.user_id = ${userId}
         where ${of('t')}`;
      if (row === undefined) return undefined;
      const { role, ...suiteTeam } = row;
      return { suiteTeam, role };
    },

    isMailNicknameTaken(tenantId, mailNickname, marker) {
      const { tenant, exists } = database.in(tenantId);
      return exists`
        select from directory.teams
         where tenant_id = ${tenant} and mail_nickname_key = lower(${mailNickname})
           and marker is distinct from ${marker} limit 1`;
    },

    isDisplayNameTaken(tenantId, displayName, { teamId, marker } = {}) {
      const { tenant, exists } = database.in(tenantId);
      const own = sql.val(marker);
      return exists`
        select from directory.teams
         where tenant_id = ${tenant} and display_name_key = ${nameKey(displayName)}
           and team_id is distinct from ${teamId} and (${own}::text is null or marker is distinct from ${own}) limit 1`;
    },

    /** Returns the team that carries the marker, or creates it with General and the initial members. */
    async create(tenantId, given) {
      assertNewTeam(given);
      const teamId = randomUUID();
      const internalId = newChannelId();
      const { tenant, team, first, exists } = inTeam(database, tenantId, teamId);
      const marker = sql.val(given.marker);
      const channel = sql.val(internalId);
      const nickname = sql.val(given.mailNickname);
      const now = sql.val(clock.now());
      const created = await first(TEAM)`
        with adopted as (
          select ${TEAM} from directory.teams t where t.tenant_id = ${tenant} and t.marker = ${marker}
        ),
        created as (
          insert into directory.teams as t
            (tenant_id, marker, team_id, internal_id, display_name, description, visibility, mail_nickname,
             classification, settings, created_at, web_url, display_name_key)
          select ${tenant}, ${marker}, ${team}, ${channel}, ${given.displayName}, ${given.description},
                 ${given.visibility}, ${nickname}, ${given.classification}, ${settingsOf(given)}::jsonb, ${now},
                 'https://teams.' || o.default_domain_name || ${teamPath(tenantId, teamId, internalId)},
                 ${nameKey(given.displayName)}
            from directory.organisations o
           where o.tenant_id = ${tenant}
             and not exists (select from adopted)
             and not exists (
               select from directory.teams t
                where t.tenant_id = ${tenant} and t.mail_nickname_key = lower(${nickname}))
          returning ${TEAM}
        ),
        general as (
          insert into embedded_suite.channels
            (tenant_id, team_id, channel_id, display_name, membership_type, is_primary, is_favorite_by_default,
             created_at)
          select ${tenant}, ${team}, ${channel}, ${GENERAL}, 'standard', true, true, ${now} from created
        ),
        members as (
          insert into directory.team_members (tenant_id, team_id, user_id, role, added_at)
          select ${tenant}, ${team}, u.user_id, ${WANTED_ROLE}, ${now}
            from created
           cross join (${peopleIn(sql`${JSON.stringify(given.members ?? [])}::json`)}) p
            join directory.users u on u.tenant_id = ${tenant} and u.user_id = p.user_id
        )
        select * from adopted union all select * from created`.catch((error: unknown) => {
        if (!(error instanceof UniqueViolationError)) throw error;
        return undefined;
      });
      if (created !== undefined) return created;
      const isOrganisation = await exists`
        select from directory.organisations where tenant_id = ${tenant}`;
      throw isOrganisation ? aliasTaken(given.mailNickname) : notFound('organisation', tenantId);
    },

    async update(tenantId, teamId, patch, ifVersion) {
      assertTeamName(patch.displayName);
      const { of, first } = inTeam(database, tenantId, teamId);
      const given = sql`${sql.val(toStoredPatch(patch))}::jsonb`;
      const expected = sql.val(ifVersion);
      const updated = await first(TEAM)`
        update directory.teams t
           set display_name = coalesce(${given}->>'displayName', t.display_name),
               display_name_key = coalesce(${given}->>'displayNameKey', t.display_name_key),
               description =
                 case when ${given} ? 'description' then ${given}->>'description' else t.description end,
               classification =
                 case when ${given} ? 'classification' then ${given}->>'classification' else t.classification end,
               visibility = coalesce(${given}->>'visibility', t.visibility),
               is_membership_limited_to_owners =
                 coalesce((${given}->>'isMembershipLimitedToOwners')::boolean, t.is_membership_limited_to_owners),
               settings = jsonb_build_object(${mergedSettings(given)}),
               version = t.version + 1, changed_at = ${clock.now()}
         where ${of('t')} and not t.is_archived
           and (${expected}::text is null or t.version::text = ${expected})
           and (${given}->>'visibility' is null or ${given}->>'visibility' = t.visibility
                or 'hiddenMembership' not in (t.visibility, ${given}->>'visibility'))
        returning ${TEAM}`;
      if (updated !== undefined) return updated;
      const { version } = await requireWritable(tenantId, teamId);
      if (ifVersion !== undefined && version !== ifVersion) throw teamVersionOutdated();
      if (patch.visibility === undefined) throw concurrentTeamChange();
      throw hiddenMembershipIsFixed();
    },

    async setSensitivityLabel(tenantId, teamId, labelId) {
      const { tenant, of, write } = inTeam(database, tenantId, teamId);
      const label = sql.val(labelId);
      const written = await write`
        update directory.teams t
           set sensitivity_label_id = ${label}, changed_at = ${clock.now()},
               version = t.version + (t.sensitivity_label_id is distinct from ${label})::integer
         where ${of('t')} and not t.is_archived
           and exists (
             select from embedded_suite.labels l where l.tenant_id = ${tenant} and l.label_id = ${label} and l.is_active)`;
      if (written > 0) return;
      await requireWritable(tenantId, teamId);
      throw unknownLabel(labelId);
    },

    async setPicture(tenantId, teamId, { contentType, bytes }) {
      assertPicture(contentType, bytes, limits.pictureBytes);
      await change(tenantId, teamId, sql`picture = ${Buffer.from(bytes)}, picture_type = ${contentType}`);
    },

    async installApps(tenantId, teamId, teamsAppIds) {
      assertKnownApps(teamsAppIds, ownApps);
      await change(
        tenantId,
        teamId,
        sql`
          installed_apps = t.installed_apps || array(
            select wanted.app
              from unnest(${teamsAppIds}::text[]) with ordinality wanted(app, place)
             where wanted.app <> all (t.installed_apps)
             group by wanted.app order by min(wanted.place))`,
      );
    },

    async listInstalledApps(tenantId, teamId) {
      const { of, first } = inTeam(database, tenantId, teamId);
      const apps = await first(
        texts<string[]>(),
      )`select t.installed_apps from directory.teams t where ${of('t')}`;
      if (apps === undefined) throw teamNotFound(teamId);
      return apps;
    },

    archive: (tenantId, teamId, { siteReadOnly }) =>
      setArchived(tenantId, teamId, true, sql`site_read_only = ${siteReadOnly}`),

    unarchive: (tenantId, teamId) =>
      setArchived(
        tenantId,
        teamId,
        false,
        sql`site_read_only = false, changed_at = case when t.is_archived then ${clock.now()} else t.changed_at end`,
      ),

    delete: (tenantId, teamId) =>
      inTeam(database, tenantId, teamId).transaction(async ({ tenant, write }) => {
        const of = sql`where tenant_id = ${tenant} and team_id = ${teamId}`;
        await write`delete from directory.teams ${of}`;
        // The first delete has waited for concurrent writers, so the snapshot of this one includes their rows.
        await write`
          with members as (delete from directory.team_members ${of}),
          channel_members as (delete from embedded_suite.channel_members ${of}),
          tabs as (delete from embedded_suite.tabs ${of}),
          files as (delete from embedded_suite.files ${of}),
          file_chunks as (delete from embedded_suite.file_chunks ${of}),
          plans as (delete from embedded_suite.plans ${of}),
          messages as (delete from embedded_suite.messages ${of})
          delete from embedded_suite.channels ${of}`;
      }),
  } satisfies Partial<SuiteTeams>;
}
