/**
 * Teams, like Microsoft Graph's team resource.
 *
 * - A team is created with its primary channel General, whose thread is the team's internalId ("team resource type";
 *   "Get primaryChannel").
 * - The mail alias is the group's mailNickname: at most 64 characters, none of `@ ( ) \ [ ] " ; : < > ,` and
 *   no space, unique ignoring case ("Create group").
 * - Given settings override DEFAULT_TEAM_SETTINGS. Unknown people among the first members are left out.
 */

import { randomUUID } from 'node:crypto';
import { nameKey } from '../../domain/names/key.ts';
import { DEFAULT_TEAM_SETTINGS, type MemberRole, type SuiteTeam } from '../../domain/teams/model.ts';
import { knownSettings, mergeSettings } from '../../domain/teams/settings.ts';
import type { NewTeam, SuiteTeams } from '../../domain/teams/suite.ts';
import { aliasTaken, assertNewTeam } from '../../domain/teams/suite-rules.ts';
import { notFound } from '../../kernel/errors.ts';
import { TakenError } from '../../kernel/suite-database.ts';
import { newChannelId, teamPath } from './ids.ts';
import { peopleIn, WANTED_ROLE } from './members.ts';
import type { SuiteParts } from './parts.ts';
import { SUITE_TEAM } from './team-row.ts';

const FIND = `
  select ${SUITE_TEAM} from directory.teams t where t.tenant_id = $1 and t.team_id = $2`;

const FIND_BY_MARKER = `
  select ${SUITE_TEAM} from directory.teams t where t.tenant_id = $1 and t.marker = $2`;

const ACCESS = `
  select ${SUITE_TEAM}, m.role
    from directory.teams t
    left join directory.team_members m
      on m.tenant_id = $1 and m.team_id = $2 and m.user_id = $3
   where t.tenant_id = $1 and t.team_id = $2`;

const IS_MAIL_NICKNAME_TAKEN = `
  select exists (
    select from directory.teams t
     where t.tenant_id = $1 and t.mail_nickname_key = lower($2) and t.marker is distinct from $3
  ) as taken`;

const IS_DISPLAY_NAME_TAKEN = `
  select exists (
    select from directory.teams t
     where t.tenant_id = $1 and t.display_name_key = $2
       and t.team_id is distinct from $3 and ($4::text is null or t.marker is distinct from $4)
  ) as taken`;

/** Adopts the team of the marker, or creates it with General and its first members. Returns no row when it can't. */
const CREATE = `
  with adopted as (${FIND_BY_MARKER}),
  created as (
    insert into directory.teams as t
      (tenant_id, marker, team_id, internal_id, display_name, description, visibility, mail_nickname,
       classification, settings, created_at, web_url, display_name_key)
    select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11, 'https://teams.' || o.default_domain_name || $12, $13
      from directory.organisations o
     where o.tenant_id = $1
       and not exists (select from adopted)
       and not exists (
         select from directory.teams t where t.tenant_id = $1 and t.mail_nickname_key = lower($8))
    returning ${SUITE_TEAM}
  ),
  general as (
    insert into embedded_suite.channels
      (tenant_id, team_id, channel_id, display_name, membership_type, is_primary, is_favorite_by_default,
       created_at)
    select $1, $3, $4, 'General', 'standard', true, true, $11 from created
  ),
  members as (
    insert into directory.team_members (tenant_id, team_id, user_id, role, added_at)
    select $1, $3, u.user_id, ${WANTED_ROLE}, $11
      from created
     cross join (${peopleIn('$14::json')}) p
      join directory.users u on u.tenant_id = $1 and u.user_id = p.user_id
  )
  select * from adopted union all select * from created`;

const IS_ORGANISATION = 'select from directory.organisations o where o.tenant_id = $1';

const DELETE_TEAM = 'delete from directory.teams where tenant_id = $1 and team_id = $2';
/** Runs after DELETE_TEAM, which waits for concurrent writers, so that nothing is left. */
const DELETE_CONTENTS = `
  with members as (delete from directory.team_members where tenant_id = $1 and team_id = $2),
  channel_members as (delete from embedded_suite.channel_members where tenant_id = $1 and team_id = $2),
  tabs as (delete from embedded_suite.tabs where tenant_id = $1 and team_id = $2),
  messages as (delete from embedded_suite.messages where tenant_id = $1 and team_id = $2)
  delete from embedded_suite.channels where tenant_id = $1 and team_id = $2`;

interface Taken {
  taken: boolean;
}

const DEFAULT_SETTINGS = JSON.stringify(DEFAULT_TEAM_SETTINGS);

const settingsOf = ({ settings }: NewTeam): string =>
  settings === undefined
    ? DEFAULT_SETTINGS
    : JSON.stringify(mergeSettings(DEFAULT_TEAM_SETTINGS, knownSettings(DEFAULT_TEAM_SETTINGS, settings)));

export const createTeams = ({ database, clock }: SuiteParts) =>
  ({
    async find(tenantId, teamId) {
      const [team] = await database.read<SuiteTeam>(FIND, tenantId, teamId);
      return team;
    },
    async findByMarker(tenantId, marker) {
      const [team] = await database.read<SuiteTeam>(FIND_BY_MARKER, tenantId, marker);
      return team;
    },
    async access(tenantId, teamId, userId) {
      type Row = SuiteTeam & { role: MemberRole | null };
      const [row] = await database.read<Row>(ACCESS, tenantId, teamId, userId);
      if (row === undefined) return undefined;
      const { role, ...suiteTeam } = row;
      return { suiteTeam, role: role ?? undefined };
    },
    async isMailNicknameTaken(tenantId, mailNickname, marker) {
      const [row] = await database.read<Taken>(IS_MAIL_NICKNAME_TAKEN, tenantId, mailNickname, marker);
      return row!.taken;
    },
    async isDisplayNameTaken(tenantId, displayName, { teamId, marker } = {}) {
      const values = [nameKey(displayName), teamId, marker];
      const [row] = await database.read<Taken>(IS_DISPLAY_NAME_TAKEN, tenantId, ...values);
      return row!.taken;
    },
    async create(tenantId, team) {
      assertNewTeam(team);
      const teamId = randomUUID();
      const internalId = newChannelId();
      const values = [
        team.marker,
        teamId,
        internalId,
        team.displayName,
        team.description,
        team.visibility,
        team.mailNickname,
        team.classification,
        settingsOf(team),
        clock.now(),
        teamPath(tenantId, teamId, internalId),
        nameKey(team.displayName),
        JSON.stringify(team.members ?? []),
      ];
      const [created] = await database
        .write<SuiteTeam>(CREATE, tenantId, ...values)
        .catch((error: unknown) => {
          if (error instanceof TakenError) return [];
          throw error;
        });
      if (created !== undefined) return created;
      const organisations = await database.read(IS_ORGANISATION, tenantId);
      throw organisations.length === 0 ? notFound('organisation', tenantId) : aliasTaken(team.mailNickname);
    },
    delete: (tenantId, teamId) => database.writeAll([DELETE_TEAM, DELETE_CONTENTS], tenantId, teamId),
  }) satisfies Partial<SuiteTeams>;
