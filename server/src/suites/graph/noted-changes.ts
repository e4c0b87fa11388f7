/**
 * What may have changed outside of Charter: teams, and people in teams. Delta queries, notifications of Graph and a slow
 * round over all teams note it; outside-changes.ts compares and hands it on. Charter's own writes to the copy take
 * notes back, or increment their revision, so that Charter's changes are not taken for somebody else's.
 */
import type { SuiteTeam, Team } from '../../domain/teams/model.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { EmbeddedDatabase } from '../embedded/database.ts';

/** What is kept of the time before a change. */
export interface NotedBefore {
  /** Nothing knew the team before. */
  made?: boolean;
  /** The team was deleted before. */
  restored?: boolean;
  /** The team as it was when it was removed from the copy. */
  removed?: { displayName: string; owners: string[] };
  /** Role of the person; null for somebody who was not in the team. */
  role?: string | null;
}

export interface NotedChange {
  teamId: string;
  /** Id of a person in the team; empty for the team itself. */
  subject: string;
  changeId: string;
  before: NotedBefore;
  noticedAt: Date;
  revision: number;
}

/** The fields of a team that events tell of. */
export type ShownTeam = Omit<
  Team,
  'id' | 'createdDateTime' | 'internalId' | 'specialization' | 'webUrl' | 'isMembershipLimitedToOwners'
> & { sensitivityLabelId: string | null };

export function toShown({ team, sensitivityLabelId }: Omit<SuiteTeam, 'version'>): ShownTeam {
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

const ADD = `
  insert into graph_suite.outside_changes as o
    (tenant_id, team_id, subject, change_id, before, noticed_at, due_at)`;
const AGAIN = `
  on conflict (tenant_id, team_id, subject) do update
    set revision = o.revision + 1, due_at = least(o.due_at, excluded.due_at)`;

/**
 * A team that the copy lacks was made outside, unless Charter is making it (its row in the index has a marker) or has
 * just deleted it. `always` notes known teams even when the fields of their group are as before.
 */
const NOTE_TEAMS = `${ADD}
  select $1, i.id, '', gen_random_uuid(),
         case when t.team_id is not null then '{}'
              when g.deleted_at is not null then '{"made": true, "restored": true}'
              else '{"made": true}' end::jsonb, $3, $3
    from (select distinct on (id) * from json_to_recordset($2::json) as i(
            id text, "displayName" text, description text, visibility text, always boolean) order by id) i
    left join embedded_suite.teams t on t.tenant_id = $1 and t.team_id = i.id
    left join graph_suite.groups g on g.tenant_id = $1 and g.group_id = i.id
   where case
           when t.team_id is not null then
             i.always or (t.display_name, t.description, t.visibility)
                         is distinct from (i."displayName", i.description, i.visibility)
           when g.deleted_at is not null then g.deleted_at < $3::timestamptz - interval '15 minutes'
           else g.marker is null
         end
   order by i.id
  ${AGAIN}`;

/** The owners are kept for the event: they can't be listed after the deletion. */
const NOTE_REMOVED = `${ADD}
  select $1, t.team_id, '', gen_random_uuid(),
         jsonb_build_object('removed', jsonb_build_object('displayName', t.display_name, 'owners', (
           select coalesce(json_agg(m.user_id order by m.user_id), '[]') from embedded_suite.team_members m
            where m.tenant_id = $1 and m.team_id = t.team_id and m.role = 'owner'))), $3, $3
    from embedded_suite.teams t
   where t.tenant_id = $1 and t.team_id = any ($2::text[])
   order by t.team_id
  ${AGAIN}, before = o.before || excluded.before`;

/** People of a team that is noted as new came with it. */
const NOTE_MEMBERS = `${ADD}
  select $1, i."teamId", i."userId", gen_random_uuid(), jsonb_build_object('role', m.role), $3, $3
    from (select distinct "teamId", "userId"
            from json_to_recordset($2::json) as i("teamId" text, "userId" text)) i
    join embedded_suite.teams t on t.tenant_id = $1 and t.team_id = i."teamId"
    left join embedded_suite.team_members m
      on m.tenant_id = $1 and m.team_id = i."teamId" and m.user_id = i."userId"
   where not exists (
     select from graph_suite.outside_changes n
      where n.tenant_id = $1 and n.team_id = i."teamId" and n.subject = '' and n.before ? 'made')
   order by 2, 3
  ${AGAIN}`;

const NOTE_OLDEST = `${ADD}
  select $1, group_id, '', gen_random_uuid(), '{}', $2, $2
    from (select group_id from graph_suite.groups
           where tenant_id = $1 and is_team and deleted_at is null
             and (looked_at is null or looked_at < $2::timestamptz - interval '1 hour')
           order by looked_at nulls first limit $3) oldest
   order by group_id
  on conflict do nothing`;

/** Graph may still show the state before a change by Charter. */
const SETTLED = `
  not exists (select from graph_suite.groups g
               where g.tenant_id = $1 and g.group_id = o.team_id
                 and g.changed_at > $2::timestamptz - interval '2 minutes')`;
const LEASE = `
  update graph_suite.outside_changes o set due_at = $3
    from (select team_id, subject from graph_suite.outside_changes o
           where tenant_id = $1 and due_at <= $2 and ${SETTLED}
           order by due_at, team_id, subject limit $4 for update skip locked) due
   where o.tenant_id = $1 and o.team_id = due.team_id and o.subject = due.subject
  returning o.team_id as "teamId", o.subject, o.change_id as "changeId", o.before,
            o.noticed_at as "noticedAt", o.revision`;

const SAME = `
  json_to_recordset($2::json) as i("teamId" text, subject text, "changeId" uuid, revision integer)
   where o.tenant_id = $1 and o.team_id = i."teamId" and o.subject = i.subject
     and o.change_id = i."changeId" and o.revision = i.revision`;
const CURRENT = `select o.team_id as "teamId", o.subject from graph_suite.outside_changes o, ${SAME}`;
const SETTLE = `delete from graph_suite.outside_changes o using ${SAME}`;

const LOOKED = `
  update graph_suite.groups set looked_at = $3 where tenant_id = $1 and group_id = any ($2::text[])`;

const TAKE_BACK_MEMBERS = `
  delete from graph_suite.outside_changes o
   using json_to_recordset($2::json) as i("teamId" text, "userId" text)
   where o.tenant_id = $1 and o.team_id = i."teamId" and o.subject = i."userId"`;
const TAKE_BACK_TEAMS =
  'delete from graph_suite.outside_changes where tenant_id = $1 and team_id = any ($2::text[])';

export interface NotedPerson {
  teamId: string;
  userId: string;
}

/** Fields of a team's group, as delta queries show them. */
export interface NotedGroup {
  id: string;
  displayName: string;
  description: string | null;
  visibility: string;
  /** Whether something else may have changed. */
  always: boolean;
}

const keyOf = ({ teamId, subject }: Pick<NotedChange, 'teamId' | 'subject'>): string =>
  `${teamId} ${subject}`;

export class NotedChanges {
  readonly #database: EmbeddedDatabase;
  readonly #clock: Clock;

  constructor(database: EmbeddedDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Notes teams whose group differs from the copy, before the copy is changed. */
  async noteGroups(tenantId: string, groups: readonly NotedGroup[]): Promise<void> {
    if (groups.length === 0) return;
    await this.#database.write(NOTE_TEAMS, tenantId, JSON.stringify(groups), this.#clock.now());
  }

  /** Notes teams of which Graph says that something changed. */
  async noteTeams(tenantId: string, teamIds: readonly string[]): Promise<void> {
    if (teamIds.length === 0) return;
    const rows = JSON.stringify(teamIds.map((id) => ({ id, always: true })));
    await this.#database.write(NOTE_TEAMS, tenantId, rows, this.#clock.now());
  }

  /** Notes deleted teams, before they are removed from the copy. Those that Charter deleted are not in it any more. */
  async noteRemoved(tenantId: string, teamIds: readonly string[]): Promise<void> {
    if (teamIds.length > 0) await this.#database.write(NOTE_REMOVED, tenantId, teamIds, this.#clock.now());
  }

  /** Notes people who came, went or changed their role, before the copy is changed. */
  async noteMembers(tenantId: string, people: readonly NotedPerson[]): Promise<void> {
    if (people.length === 0) return;
    await this.#database.write(NOTE_MEMBERS, tenantId, JSON.stringify(people), this.#clock.now());
  }

  /** Notes the teams that were not read for the longest time, and not within the last hour. */
  async noteOldest(tenantId: string, most: number): Promise<void> {
    await this.#database.write(NOTE_OLDEST, tenantId, this.#clock.now(), most);
  }

  /** Leases due notes for `milliseconds`. */
  async lease(tenantId: string, milliseconds: number, most: number): Promise<NotedChange[]> {
    const now = this.#clock.now();
    const until = new Date(now.getTime() + milliseconds);
    return this.#database.write<NotedChange>(LEASE, tenantId, now, until, most);
  }

  /** Returns those notes that nothing has changed since. */
  async current<Note extends NotedChange>(tenantId: string, notes: readonly Note[]): Promise<Note[]> {
    const rows = await this.#database.read<NotedChange>(CURRENT, tenantId, JSON.stringify(notes));
    const same = new Set(rows.map(keyOf));
    return notes.filter((note) => same.has(keyOf(note)));
  }

  /** Removes notes that nothing has changed since. The round comes to their teams in an hour at the earliest. */
  async settle(tenantId: string, notes: readonly NotedChange[]): Promise<void> {
    if (notes.length === 0) return;
    const teamIds = notes.filter(({ subject }) => subject === '').map(({ teamId }) => teamId);
    await this.#database.write(LOOKED, tenantId, teamIds, this.#clock.now());
    await this.#database.write(SETTLE, tenantId, JSON.stringify(notes));
  }

  /** Charter has changed these memberships itself. */
  async takeBackMembers(tenantId: string, people: readonly NotedPerson[]): Promise<void> {
    if (people.length > 0) await this.#database.write(TAKE_BACK_MEMBERS, tenantId, JSON.stringify(people));
  }

  /** Charter has deleted these teams itself. */
  async takeBackTeams(tenantId: string, teamIds: readonly string[]): Promise<void> {
    await this.#database.write(TAKE_BACK_TEAMS, tenantId, teamIds);
  }
}
