/** Teams as Microsoft Teams keeps them: one row each, changed by single statements. */
import type { NewTeam, SuiteTeams, TeamAccess } from '../../domain/suite.ts';
import {
  DEFAULT_TEAM_SETTINGS,
  type MemberRole,
  type SuiteTeam,
  type TeamPatch,
  type TeamSettings,
  type TeamVisibility,
} from '../../domain/teams/model.ts';
import type { Clock } from '../../kernel/clock.ts';
import { CharterError, invalidField } from '../../kernel/errors.ts';
import { assertAppIds } from './apps.ts';
import { type EmbeddedDatabase, TakenError } from './database.ts';
import { newChannelId, newTeamId, teamPath } from './ids.ts';
import type { SuiteLimits } from './limits.ts';
import { createMembers } from './members.ts';
import { noTeam, teamArchived } from './refusals.ts';

export interface TeamRow {
  id: string;
  created_at: Date;
  displayName: string;
  description: string | null;
  internalId: string;
  classification: string | null;
  visibility: TeamVisibility;
  webUrl: string;
  isArchived: boolean;
  isMembershipLimitedToOwners: boolean;
  settings: TeamSettings;
  version: string;
  mailNickname: string;
  sensitivityLabelId: string | null;
}

/** Of `teams t`, named as the fields of Team. */
export const TEAM_COLUMNS = `t.team_id as id, t.created_at, t.display_name as "displayName", t.description,
  t.internal_id as "internalId", t.classification, t.visibility, t.web_url as "webUrl",
  t.is_archived as "isArchived", t.is_membership_limited_to_owners as "isMembershipLimitedToOwners",
  t.settings, t.version, t.mail_nickname as "mailNickname", t.sensitivity_label_id as "sensitivityLabelId"`;

export const toSuiteTeam = (row: TeamRow): SuiteTeam => ({
  team: {
    id: row.id,
    createdDateTime: row.created_at.toISOString(),
    displayName: row.displayName,
    description: row.description,
    internalId: row.internalId,
    classification: row.classification,
    specialization: 'none',
    visibility: row.visibility,
    webUrl: row.webUrl,
    isArchived: row.isArchived,
    isMembershipLimitedToOwners: row.isMembershipLimitedToOwners,
    discoverySettings: row.settings.discoverySettings,
    memberSettings: row.settings.memberSettings,
    guestSettings: row.settings.guestSettings,
    messagingSettings: row.settings.messagingSettings,
    funSettings: row.settings.funSettings,
  },
  version: row.version,
  mailNickname: row.mailNickname,
  sensitivityLabelId: row.sensitivityLabelId,
});

const FIND = `select ${TEAM_COLUMNS} from embedded_suite.teams t where t.tenant_id = $1 and t.team_id = $2`;

const FIND_BY_MARKER = `
  select ${TEAM_COLUMNS} from embedded_suite.teams t where t.tenant_id = $1 and t.marker = $2`;

const ACCESS = `
  select ${TEAM_COLUMNS}, m.role
    from embedded_suite.teams t
    left join embedded_suite.team_members m
      on m.tenant_id = $1 and m.team_id = $2 and m.user_id = $3
   where t.tenant_id = $1 and t.team_id = $2`;

const IS_TAKEN = `
  select 1 from embedded_suite.teams t
   where t.tenant_id = $1 and t.mail_nickname_key = lower($2) and t.marker is distinct from $3`;

/** A team and its General channel, or what an earlier call with the marker left. */
const CREATE = `
  with made as (
    insert into embedded_suite.teams as t (tenant_id, team_id, marker, display_name, description, internal_id, web_url,
           classification, visibility, mail_nickname, settings, created_at)
    select $1, $3, $2, $4, $5, $6,
           'https://teams.' || coalesce((select o.default_domain_name from embedded_suite.organisations o
                                          where o.tenant_id = $1), 'localhost') || $7,
           $8, $9, $10, $11::jsonb, $12
     where not exists (select from embedded_suite.teams e where e.tenant_id = $1 and e.marker = $2)
    on conflict (tenant_id, marker) do nothing
    returning ${TEAM_COLUMNS}
  ), general as (
    insert into embedded_suite.channels (tenant_id, team_id, channel_id, display_name, description, membership_type,
           is_primary, is_favorite_by_default, created_at)
    select $1, made.id, made."internalId", 'General', made.description, 'standard', true, true, made.created_at
      from made
  )
  select * from made
  union all
  select ${TEAM_COLUMNS} from embedded_suite.teams t where t.tenant_id = $1 and t.marker = $2`;

const group = (name: keyof TeamSettings): string =>
  `'${name}', (t.settings -> '${name}') || coalesce($3::jsonb -> '${name}', '{}')`;

const text = (field: string, column: string): string =>
  `${column} = case when $3::jsonb ? '${field}' then $3::jsonb ->> '${field}' else t.${column} end`;

const UPDATE = `
  update embedded_suite.teams t
     set ${text('displayName', 'display_name')}, ${text('description', 'description')},
         ${text('classification', 'classification')}, ${text('visibility', 'visibility')},
         is_membership_limited_to_owners =
           coalesce(($3::jsonb ->> 'isMembershipLimitedToOwners')::boolean, t.is_membership_limited_to_owners),
         settings = jsonb_build_object(${(Object.keys(DEFAULT_TEAM_SETTINGS) as (keyof TeamSettings)[]).map(group).join(', ')}),
         version = t.version + 1
   where t.tenant_id = $1 and t.team_id = $2 and not t.is_archived and ($4::bigint is null or t.version = $4)
  returning ${TEAM_COLUMNS}`;

const SET_LABEL = `
  update embedded_suite.teams t
     set sensitivity_label_id = $3, version = t.version + 1
   where t.tenant_id = $1 and t.team_id = $2 and not t.is_archived
     and exists (select from embedded_suite.labels l where l.tenant_id = $1 and l.label_id = $3 and l.is_active)
  returning 1`;

const SET_PICTURE = `
  update embedded_suite.teams t
     set picture = $3, picture_type = $4, version = t.version + 1
   where t.tenant_id = $1 and t.team_id = $2 and not t.is_archived
  returning 1`;

const INSTALL_APPS = `
  update embedded_suite.teams t
     set installed_apps = t.installed_apps || array(
           select a.id from unnest($3::text[]) with ordinality a (id, place)
            where a.id <> all (t.installed_apps) group by a.id order by min(a.place))
   where t.tenant_id = $1 and t.team_id = $2 and not t.is_archived
  returning 1`;

const INSTALLED_APPS = `
  select t.installed_apps as apps from embedded_suite.teams t where t.tenant_id = $1 and t.team_id = $2`;

const ARCHIVE = `
  update embedded_suite.teams t
     set is_archived = $3, site_read_only = $4,
         version = t.version + case when t.is_archived = $3 and t.site_read_only = $4 then 0 else 1 end
   where t.tenant_id = $1 and t.team_id = $2
  returning 1`;

const DELETE = `
  with messages as (delete from embedded_suite.messages where tenant_id = $1 and team_id = $2),
       tabs as (delete from embedded_suite.tabs where tenant_id = $1 and team_id = $2),
       channel_members as (delete from embedded_suite.channel_members where tenant_id = $1 and team_id = $2),
       channels as (delete from embedded_suite.channels where tenant_id = $1 and team_id = $2),
       members as (delete from embedded_suite.team_members where tenant_id = $1 and team_id = $2)
  delete from embedded_suite.teams where tenant_id = $1 and team_id = $2`;

const VERSION = /^\d{1,18}$/;

export class EmbeddedTeams {
  readonly #database: EmbeddedDatabase;
  readonly #clock: Clock;
  readonly #limits: SuiteLimits;

  constructor(database: EmbeddedDatabase, clock: Clock, limits: SuiteLimits) {
    this.#database = database;
    this.#clock = clock;
    this.#limits = limits;
  }

  async find(tenantId: string, teamId: string): Promise<SuiteTeam | undefined> {
    const [row] = await this.#database.read<TeamRow>(tenantId, FIND, [tenantId, teamId]);
    return row && toSuiteTeam(row);
  }

  async findByMarker(tenantId: string, marker: string): Promise<SuiteTeam | undefined> {
    const [row] = await this.#database.read<TeamRow>(tenantId, FIND_BY_MARKER, [tenantId, marker]);
    return row && toSuiteTeam(row);
  }

  async access(
    tenantId: string,
    teamId: string,
    userId: string | undefined,
  ): Promise<TeamAccess | undefined> {
    const parameters = [tenantId, teamId, userId?.toLowerCase() ?? null];
    type Row = TeamRow & { role: MemberRole | null };
    const [row] = await this.#database.read<Row>(tenantId, ACCESS, parameters);
    return row && { suiteTeam: toSuiteTeam(row), role: row.role ?? undefined };
  }

  async isMailNicknameTaken(tenantId: string, mailNickname: string, marker?: string): Promise<boolean> {
    const rows = await this.#database.read(tenantId, IS_TAKEN, [tenantId, mailNickname, marker ?? null]);
    return rows.length > 0;
  }

  async create(tenantId: string, team: NewTeam): Promise<SuiteTeam> {
    const id = newTeamId();
    const internalId = newChannelId();
    const parameters = [
      tenantId,
      team.marker,
      id,
      team.displayName,
      team.description,
      internalId,
      teamPath(tenantId, id, internalId),
      team.classification ?? null,
      team.visibility,
      team.mailNickname,
      JSON.stringify(DEFAULT_TEAM_SETTINGS),
      this.#clock.now(),
    ];
    try {
      const [row] = await this.#database.write<TeamRow>(tenantId, CREATE, parameters);
      if (row !== undefined) return toSuiteTeam(row);
    } catch (error) {
      if (!(error instanceof TakenError)) throw error;
      throw new CharterError('NameAlreadyExists', `Another team has the mail alias '${team.mailNickname}'.`, {
        cause: error,
      });
    }
    // A simultaneous call with the same marker was faster; its team is visible to the next statement.
    const made = await this.findByMarker(tenantId, team.marker);
    if (made === undefined)
      throw new CharterError('SuiteError', 'The team was made and deleted at the same time.');
    return made;
  }

  async update(tenantId: string, teamId: string, patch: TeamPatch, ifVersion?: string): Promise<SuiteTeam> {
    if (ifVersion !== undefined && !VERSION.test(ifVersion)) return this.#refuse(tenantId, teamId, ifVersion);
    const parameters = [tenantId, teamId, JSON.stringify(patch), ifVersion ?? null];
    const [row] = await this.#database.write<TeamRow>(tenantId, UPDATE, parameters);
    return row === undefined ? this.#refuse(tenantId, teamId, ifVersion) : toSuiteTeam(row);
  }

  /** Why a write on the team touched nothing. */
  async #refuse(tenantId: string, teamId: string, ifVersion?: string): Promise<never> {
    const present = await this.find(tenantId, teamId);
    if (present === undefined) throw noTeam(teamId);
    if (present.team.isArchived) throw teamArchived(teamId);
    if (ifVersion !== undefined) {
      throw new CharterError(
        'PreconditionFailed',
        'The team has changed since you read it. Read it again, and send your change with its new ETag.',
      );
    }
    throw new CharterError('SuiteError', 'The team changed while it was written to. Try again.');
  }

  async setSensitivityLabel(tenantId: string, teamId: string, labelId: string): Promise<void> {
    const rows = await this.#database.write(tenantId, SET_LABEL, [tenantId, teamId, labelId]);
    if (rows.length > 0) return;
    const present = await this.find(tenantId, teamId);
    if (present === undefined || present.team.isArchived) await this.#refuse(tenantId, teamId);
    throw invalidField('sensitivityLabelId', `No active label has the id '${labelId}'.`, 'UnknownLabel');
  }

  async setPicture(
    tenantId: string,
    teamId: string,
    picture: { contentType: string; bytes: Uint8Array },
  ): Promise<void> {
    if (picture.contentType !== 'image/png' && picture.contentType !== 'image/jpeg') {
      throw invalidField('picture', 'A picture is PNG or JPEG.');
    }
    if (picture.bytes.byteLength > this.#limits.pictureBytes) {
      throw invalidField('picture', `A picture has at most ${this.#limits.pictureBytes / 1024 / 1024} MiB.`);
    }
    const parameters = [tenantId, teamId, Buffer.from(picture.bytes), picture.contentType];
    const rows = await this.#database.write(tenantId, SET_PICTURE, parameters);
    if (rows.length === 0) await this.#refuse(tenantId, teamId);
  }

  async installApps(tenantId: string, teamId: string, teamsAppIds: readonly string[]): Promise<void> {
    assertAppIds(teamsAppIds);
    const rows = await this.#database.write(tenantId, INSTALL_APPS, [tenantId, teamId, teamsAppIds]);
    if (rows.length === 0) await this.#refuse(tenantId, teamId);
  }

  async listInstalledApps(tenantId: string, teamId: string): Promise<string[]> {
    const [row] = await this.#database.read<{ apps: string[] }>(tenantId, INSTALLED_APPS, [tenantId, teamId]);
    if (row === undefined) throw noTeam(teamId);
    return row.apps;
  }

  async setArchived(
    tenantId: string,
    teamId: string,
    isArchived: boolean,
    siteReadOnly: boolean,
  ): Promise<void> {
    const rows = await this.#database.write(tenantId, ARCHIVE, [tenantId, teamId, isArchived, siteReadOnly]);
    if (rows.length === 0) throw noTeam(teamId);
  }

  async delete(tenantId: string, teamId: string): Promise<void> {
    await this.#database.write(tenantId, DELETE, [tenantId, teamId]);
  }
}

export function createTeams(database: EmbeddedDatabase, clock: Clock, limits: SuiteLimits): SuiteTeams {
  const teams = new EmbeddedTeams(database, clock, limits);
  const members = createMembers(database, limits);
  return {
    find: (...args) => teams.find(...args),
    findByMarker: (...args) => teams.findByMarker(...args),
    access: (...args) => teams.access(...args),
    isMailNicknameTaken: (...args) => teams.isMailNicknameTaken(...args),
    create: (...args) => teams.create(...args),
    update: (...args) => teams.update(...args),
    setSensitivityLabel: (...args) => teams.setSensitivityLabel(...args),
    setPicture: (...args) => teams.setPicture(...args),
    installApps: (...args) => teams.installApps(...args),
    listInstalledApps: (...args) => teams.listInstalledApps(...args),
    archive: (tenantId, teamId, { siteReadOnly }) => teams.setArchived(tenantId, teamId, true, siteReadOnly),
    unarchive: (tenantId, teamId) => teams.setArchived(tenantId, teamId, false, false),
    delete: (...args) => teams.delete(...args),
    ...members,
  };
}
