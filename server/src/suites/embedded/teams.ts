/**
 * Teams, like Microsoft Graph's team resource.
 *
 * - A team is created with its primary channel General, whose thread is the team's internalId ("team resource type"; "Get primaryChannel").
 * - The mail alias is the group's mailNickname: at most 64 characters, none of `@ ( ) \ [ ] " ; : < > ,` and
 *   no space, unique ignoring case ("Create group").
 * - Its initial settings are DEFAULT_TEAM_SETTINGS.
 */

import { nameKey } from '../../domain/names/key.ts';
import { DEFAULT_TEAM_SETTINGS, type MemberRole, type SuiteTeam } from '../../domain/teams/model.ts';
import type { NewTeam, SuiteTeams } from '../../domain/teams/suite.ts';
import type { Clock } from '../../kernel/clock.ts';
import { CharterError, type ErrorDetail, invalidRequest, notFound } from '../../kernel/errors.ts';
import { type EmbeddedDatabase, execute, TakenError } from './database.ts';
import { newChannelId, newTeamId, teamPath } from './ids.ts';
import { TEAM_COLUMNS, type TeamRow, toSuiteTeam } from './team-row.ts';

const FIND = `
  select ${TEAM_COLUMNS} from embedded_suite.teams t where t.tenant_id = $1 and t.team_id = $2`;

const FIND_BY_MARKER = `
  select ${TEAM_COLUMNS} from embedded_suite.teams t where t.tenant_id = $1 and t.marker = $2`;

const ACCESS = `
  select ${TEAM_COLUMNS}, m.role
    from embedded_suite.teams t
    left join embedded_suite.team_members m
      on m.tenant_id = $1 and m.team_id = $2 and m.user_id = $3
   where t.tenant_id = $1 and t.team_id = $2`;

const IS_MAIL_NICKNAME_TAKEN = `
  select exists (
    select from embedded_suite.teams t
     where t.tenant_id = $1 and t.mail_nickname_key = lower($2) and t.marker is distinct from $3
  ) as taken`;

const IS_DISPLAY_NAME_TAKEN = `
  select exists (
    select from embedded_suite.teams t
     where t.tenant_id = $1 and t.display_name_key = $2
       and t.team_id is distinct from $3 and ($4::text is null or t.marker is distinct from $4)
  ) as taken`;

/** Adopts the team of the marker, or creates it with its General channel. Returns no row when it can't. */
const CREATE = `
  with adopted as (${FIND_BY_MARKER}),
  created as (
    insert into embedded_suite.teams as t
      (tenant_id, marker, team_id, internal_id, display_name, description, visibility, mail_nickname,
       classification, settings, created_at, web_url, display_name_key)
    select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11, 'https://teams.' || o.default_domain_name || $12, $13
      from embedded_suite.organisations o
     where o.tenant_id = $1
       and not exists (select from adopted)
       and not exists (
         select from embedded_suite.teams t where t.tenant_id = $1 and t.mail_nickname_key = lower($8))
    returning ${TEAM_COLUMNS}
  ),
  general as (
    insert into embedded_suite.channels
      (tenant_id, team_id, channel_id, display_name, membership_type, is_primary, is_favorite_by_default,
       created_at)
    select $1, team_id, internal_id, 'General', 'standard', true, true, created_at from created
  )
  select * from adopted union all select * from created`;

const IS_ORGANISATION = 'select from embedded_suite.organisations o where o.tenant_id = $1';

const DELETE_TEAM = 'delete from embedded_suite.teams where tenant_id = $1 and team_id = $2';
/** Runs after DELETE_TEAM, which waits for concurrent writers, so that nothing is left. */
const DELETE_CONTENTS = `
  with members as (delete from embedded_suite.team_members where tenant_id = $1 and team_id = $2),
  channel_members as (delete from embedded_suite.channel_members where tenant_id = $1 and team_id = $2),
  tabs as (delete from embedded_suite.tabs where tenant_id = $1 and team_id = $2),
  messages as (delete from embedded_suite.messages where tenant_id = $1 and team_id = $2)
  delete from embedded_suite.channels where tenant_id = $1 and team_id = $2`;

const LONGEST_MAIL_NICKNAME = 64;
const MAIL_NICKNAME_FORBIDDEN = /[@()\\[\]";:<>,\s]|[^\u0020-\u007e]/;

function assertValid({ displayName, mailNickname }: NewTeam): void {
  const details: ErrorDetail[] = [];
  if (displayName.trim() === '') {
    details.push({ target: 'displayName', code: 'InvalidValue', message: 'A team needs a name.' });
  }
  const length = mailNickname.length;
  if (length === 0 || length > LONGEST_MAIL_NICKNAME || MAIL_NICKNAME_FORBIDDEN.test(mailNickname)) {
    const message = `A mail alias has 1 to ${LONGEST_MAIL_NICKNAME} ASCII characters, none of @ ( ) \\ [ ] " ; : < > , and no space.`;
    details.push({ target: 'mailNickname', code: 'InvalidValue', message });
  }
  if (details.length > 0) throw invalidRequest('The team cannot be created. See details.', details);
}

async function findOne(
  database: EmbeddedDatabase,
  text: string,
  tenantId: string,
  key: string,
): Promise<SuiteTeam | undefined> {
  const [row] = await database.read<TeamRow>(tenantId, text, [tenantId, key]);
  return row && toSuiteTeam(row);
}

const DEFAULT_SETTINGS = JSON.stringify(DEFAULT_TEAM_SETTINGS);

async function whyNotCreated(
  database: EmbeddedDatabase,
  tenantId: string,
  mailNickname: string,
): Promise<CharterError> {
  const organisations = await database.read(tenantId, IS_ORGANISATION, [tenantId]);
  if (organisations.length === 0) return notFound('organisation', tenantId);
  return new CharterError(
    'NameAlreadyExists',
    `Another team has the mail alias '${mailNickname}'. Choose another one.`,
    { details: [{ target: 'mailNickname', code: 'NameAlreadyExists', message: 'This alias is taken.' }] },
  );
}

type TeamNoun =
  | 'find'
  | 'findByMarker'
  | 'access'
  | 'isMailNicknameTaken'
  | 'isDisplayNameTaken'
  | 'create'
  | 'delete';

export const createTeams = (database: EmbeddedDatabase, clock: Clock): Pick<SuiteTeams, TeamNoun> => ({
  find: (tenantId, teamId) => findOne(database, FIND, tenantId, teamId),
  findByMarker: (tenantId, marker) => findOne(database, FIND_BY_MARKER, tenantId, marker),
  async access(tenantId, teamId, userId) {
    const parameters = [tenantId, teamId, userId ?? null];
    const [row] = await database.read<TeamRow & { role: MemberRole | null }>(tenantId, ACCESS, parameters);
    return row && { suiteTeam: toSuiteTeam(row), role: row.role ?? undefined };
  },
  async isMailNicknameTaken(tenantId, mailNickname, marker) {
    const parameters = [tenantId, mailNickname, marker ?? null];
    const [row] = await database.read<{ taken: boolean }>(tenantId, IS_MAIL_NICKNAME_TAKEN, parameters);
    return row!.taken;
  },
  async isDisplayNameTaken(tenantId, displayName, { teamId, marker } = {}) {
    const parameters = [tenantId, nameKey(displayName), teamId ?? null, marker ?? null];
    const [row] = await database.read<{ taken: boolean }>(tenantId, IS_DISPLAY_NAME_TAKEN, parameters);
    return row!.taken;
  },
  async create(tenantId, team) {
    assertValid(team);
    const teamId = newTeamId();
    const internalId = newChannelId();
    const rows = await database
      .write<TeamRow>(tenantId, CREATE, [
        tenantId,
        team.marker,
        teamId,
        internalId,
        team.displayName,
        team.description,
        team.visibility,
        team.mailNickname,
        team.classification ?? null,
        DEFAULT_SETTINGS,
        clock.now(),
        teamPath(tenantId, teamId, internalId),
        nameKey(team.displayName),
      ])
      .catch((error: unknown) => {
        if (error instanceof TakenError) return [];
        throw error;
      });
    if (rows[0] === undefined) throw await whyNotCreated(database, tenantId, team.mailNickname);
    return toSuiteTeam(rows[0]);
  },
  delete: (tenantId, teamId) =>
    database.transaction(tenantId, async (executor) => {
      await execute(executor, DELETE_TEAM, [tenantId, teamId]);
      await execute(executor, DELETE_CONTENTS, [tenantId, teamId]);
    }),
});
