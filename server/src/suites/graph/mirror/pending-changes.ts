/**
 * Pending changes: teams, people in teams, and channels that may have been changed outside Charter. Delta queries,
 * notifications of Graph and a slow round over all teams record them; external-changes.ts compares and settles them.
 * Charter's own writes to the copy delete pending changes or increment their revision, so that Charter's changes do not
 * count as external changes.
 */

import type { TeamChannel } from '../../../domain/channels/model.ts';
import type { SuiteTeam, TeamMember } from '../../../domain/teams/model.ts';
import type { ExternalChange } from '../../../flows/external-changes/ports.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { columns, json, number, text, time } from '../../../kernel/columns.ts';
import { type Sql, sql, table } from '../../../kernel/sql.ts';
import type { WatchedResource } from '../calls/subscriptions.ts';
import { GraphStore } from './store.ts';

/**
 * The state before a change. A pending change with both `removed` and `restored` is that of a team that was deleted and
 * then restored before the deletion was recorded. When it is settled, it becomes the pending change of the restoration.
 */
export interface StateBeforeChange {
  /** Whether the team was unknown. */
  made?: boolean;
  /** Whether the team was deleted, and Graph shows it again. */
  restored?: boolean;
  /** Name and owners of the team when it was removed from the copy. */
  removed?: { displayName: string; owners: string[] };
  /** Role of the person; null for somebody who was not in the team. */
  role?: string | null;
}

/** The subject of a pending change of a team's channels. No person has this id. */
export const CHANNELS = 'channels';

export interface PendingChange {
  teamId: string;
  /** Id of a person in the team; empty for the team itself, CHANNELS for its channels. */
  subject: string;
  changeId: string;
  before: StateBeforeChange;
  noticedAt: Date;
  revision: number;
}

const NOTE = columns<PendingChange>(
  {
    teamId: text(),
    subject: text(),
    changeId: text(),
    before: json(),
    noticedAt: time(),
    revision: number(),
  },
  'o',
);

export const INSERT_PENDING_CHANGE = sql`
  insert into graph_suite.outside_changes as o
    (tenant_id, team_id, subject, change_id, before, noticed_at, due_at)`;
const ON_REPEATED_CHANGE = sql`
  on conflict (tenant_id, team_id, subject) do update
    set revision = o.revision + 1, due_at = least(o.due_at, excluded.due_at)`;

/** Shortly after a change by Charter, Graph may still show the earlier state. New channels take longest to appear. */
const isSettled = (now: Sql): Sql => sql`
  not exists (select from graph_suite.groups g
               where g.tenant_id = o.tenant_id and g.group_id = o.team_id
                 and g.changed_at > ${now}::timestamptz - interval '2 minutes')
  and (o.subject <> ${CHANNELS} or not exists (
    select from graph_suite.known_channels k
     where k.tenant_id = o.tenant_id and k.team_id = o.team_id
       and k.changed_at > ${now}::timestamptz - interval '15 minutes'))`;

/** The pending changes in `outside_changes o` that have not changed since they were leased. */
const sameAs = (tenant: Sql, notes: readonly PendingChange[]): Sql => sql`
  ${table('i', notes, { teamId: 'text', subject: 'text', changeId: 'uuid', revision: 'integer' })}
   where o.tenant_id = ${tenant} and o.team_id = i."teamId" and o.subject = i.subject
     and o.change_id = i."changeId" and o.revision = i.revision`;

const IS_RESTORATION_OPEN = sql`o.before ?& array['removed', 'restored']`;

interface PendingPerson {
  teamId: string;
  userId: string;
}

/** Fields of a team's group, as delta queries show them. */
interface PendingGroup {
  id: string;
  displayName: string;
  description: string | null;
  visibility: string;
  /** Whether other fields may have changed too. */
  always: boolean;
}

export class PendingChanges extends GraphStore {
  /**
   * Records pending changes to teams whose group differs from the copy. Call before the copy is changed.
   *
   * A team that the copy lacks was created outside Charter, unless Charter is creating it (its row in the index has a
   * marker) or has just deleted it. When Graph shows a team again within 15 minutes of its deletion, the team was
   * restored, or the response came from an outdated replica; the pending change is therefore due after these minutes.
   * `always` records it for a known team even when the fields of its group are unchanged.
   */
  async recordGroups(tenantId: string, groups: readonly PendingGroup[]): Promise<void> {
    if (groups.length === 0) return;
    const { tenant, write } = this.in(tenantId);
    const now = sql`${sql.val(this.now())}::timestamptz`;
    const types = {
      id: 'text',
      displayName: 'text',
      description: 'text',
      visibility: 'text',
      always: 'boolean',
    };
    await write`
      ${INSERT_PENDING_CHANGE}
      select ${tenant}, i.id, '', gen_random_uuid(),
             case when t.team_id is not null then '{}'
                  when g.deleted_at is not null then '{"made": true, "restored": true}'
                  else '{"made": true}' end::jsonb, ${now},
             greatest(${now}, case when t.team_id is null then g.deleted_at + interval '15 minutes' end)
        from (select distinct on (id) * from ${table('i', groups, types)} order by id) i
        left join directory.teams t on t.tenant_id = ${tenant} and t.team_id = i.id
        left join graph_suite.groups g on g.tenant_id = ${tenant} and g.group_id = i.id
       where case
               when t.team_id is not null then
                 i.always or (t.display_name, t.description, t.visibility)
                             is distinct from (i."displayName", i.description, i.visibility)
               else g.deleted_at is not null or g.marker is null
             end
       order by i.id
      ${ON_REPEATED_CHANGE},
          before = case when o.before ? 'removed' and excluded.before ? 'restored'
                        then o.before || '{"restored": true}' else o.before end`;
  }

  /** Records pending changes to teams that Graph reports as changed. */
  recordTeams(tenantId: string, teamIds: readonly string[]): Promise<void> {
    const unknown = { displayName: '', description: null, visibility: '' };
    return this.recordGroups(
      tenantId,
      teamIds.map((id) => ({ id, ...unknown, always: true })),
    );
  }

  /** Records pending changes to the channels of teams in which Graph reports a changed channel. */
  async recordChannels(tenantId: string, teamIds: readonly string[]): Promise<void> {
    if (teamIds.length === 0) return;
    const { tenant, write } = this.in(tenantId);
    const now = sql.val(this.now());
    await write`
      ${INSERT_PENDING_CHANGE}
      select ${tenant}, team_id, ${CHANNELS}, gen_random_uuid(), '{}', ${now}, ${now}
        from directory.teams where tenant_id = ${tenant} and team_id = any (${teamIds}::text[])
       order by team_id
      ${ON_REPEATED_CHANGE}`;
  }

  /**
   * Records pending changes of deleted teams. Call before they are removed from the copy. Skips teams that Charter
   * deleted, because the copy lacks them already. Stores the owners for the event, because they can't be listed after
   * the deletion.
   */
  async recordRemoved(tenantId: string, teamIds: readonly string[]): Promise<void> {
    if (teamIds.length === 0) return;
    const { tenant, write } = this.in(tenantId);
    const now = sql.val(this.now());
    await write`
      ${INSERT_PENDING_CHANGE}
      select ${tenant}, t.team_id, '', gen_random_uuid(),
             jsonb_build_object('removed', jsonb_build_object('displayName', t.display_name, 'owners', (
               select coalesce(json_agg(m.user_id order by m.user_id), '[]') from directory.team_members m
                where m.tenant_id = ${tenant} and m.team_id = t.team_id and m.role = 'owner'))), ${now}, ${now}
        from directory.teams t
       where t.tenant_id = ${tenant} and t.team_id = any (${teamIds}::text[])
       order by t.team_id
      ${ON_REPEATED_CHANGE}, before = o.before || excluded.before`;
  }

  /**
   * Records pending changes of people who joined, left or changed their role. Call before the copy is changed. Skips
   * people of a team whose pending change is its creation: they are part of its creation.
   */
  async recordMembers(tenantId: string, people: readonly PendingPerson[]): Promise<void> {
    if (people.length === 0) return;
    const { tenant, write } = this.in(tenantId);
    const now = sql.val(this.now());
    await write`
      ${INSERT_PENDING_CHANGE}
      select ${tenant}, i."teamId", i."userId", gen_random_uuid(), jsonb_build_object('role', m.role), ${now}, ${now}
        from (select distinct "teamId", "userId"
                from ${table('i', people, { teamId: 'text', userId: 'text' })}) i
        join directory.teams t on t.tenant_id = ${tenant} and t.team_id = i."teamId"
        left join directory.team_members m
          on m.tenant_id = ${tenant} and m.team_id = i."teamId" and m.user_id = i."userId"
       where not exists (
         select from graph_suite.outside_changes n
          where n.tenant_id = ${tenant} and n.team_id = i."teamId" and n.subject = '' and n.before ? 'made')
       order by 2, 3
      ${ON_REPEATED_CHANGE}`;
  }

  /**
   * Records pending changes to the teams with the oldest reads, and their channels, except those read within the last
   * hour.
   */
  async recordOldest(tenantId: string, limit: number): Promise<void> {
    const { tenant, write } = this.in(tenantId);
    const now = sql`${sql.val(this.now())}::timestamptz`;
    await write`
      ${INSERT_PENDING_CHANGE}
      select ${tenant}, group_id, subject, gen_random_uuid(), '{}', ${now}, ${now}
        from (select group_id from graph_suite.groups
               where tenant_id = ${tenant} and is_team and deleted_at is null
                 and (looked_at is null or looked_at < ${now} - interval '1 hour')
               order by looked_at nulls first limit ${limit}) oldest,
             (values (''), (${CHANNELS})) as s(subject)
       order by group_id, subject
      on conflict do nothing`;
  }

  /**
   * Makes teams due in the round although they were read within the last hour, because notifications about teams or
   * channels may have been lost ("Reduce missing change notifications and removed subscriptions"). The delta query
   * finds lost changes to groups. Keeps the order in which the round reads the teams.
   */
  async recordLoss(tenantId: string, resources: readonly WatchedResource[]): Promise<void> {
    if (resources.every((resource) => resource === 'groups')) return;
    const { tenant, write } = this.in(tenantId);
    await write`
      update graph_suite.groups set looked_at = looked_at - interval '1 hour'
       where tenant_id = ${tenant} and looked_at >= ${this.now()}::timestamptz - interval '1 hour'`;
  }

  /** Leases due pending changes for the given time. `due` is materialized, as in persistence/statement-parts.ts. */
  lease(tenantId: string, milliseconds: number, limit: number): Promise<PendingChange[]> {
    const { tenant, all } = this.in(tenantId);
    const now = this.now();
    const due = sql.val(now);
    return all(NOTE)`
      with due as materialized (
        select team_id, subject from graph_suite.outside_changes o
         where tenant_id = ${tenant} and due_at <= ${due} and ${isSettled(due)}
         order by due_at, team_id, subject limit ${limit} for update skip locked)
      update graph_suite.outside_changes o set due_at = ${new Date(now.getTime() + milliseconds)}
        from due
       where o.tenant_id = ${tenant} and o.team_id = due.team_id and o.subject = due.subject
      returning ${NOTE}`;
  }

  /** Returns the pending changes that have not changed since they were leased. */
  async current<Note extends PendingChange>(tenantId: string, notes: readonly Note[]): Promise<Note[]> {
    const { tenant, all } = this.in(tenantId);
    const ids = await all(text())`
      select o.change_id from graph_suite.outside_changes o, ${sameAs(tenant, notes)}`;
    const same = new Set(ids);
    return notes.filter(({ changeId }) => same.has(changeId));
  }

  /**
   * Deletes the pending changes that have not changed since they were leased. The round reads their teams again after
   * an hour at the earliest. A restored team is read 15 minutes after its deletion, as in recordGroups, and later than
   * now, because the trail orders records by their time.
   */
  async settle(tenantId: string, notes: readonly PendingChange[]): Promise<void> {
    if (notes.length === 0) return;
    const { tenant, write } = this.in(tenantId);
    const teamIds = notes.filter(({ subject }) => subject === '').map(({ teamId }) => teamId);
    const now = sql.val(this.now());
    const same = sameAs(tenant, notes);
    await write`
      update graph_suite.groups set looked_at = ${now}
       where tenant_id = ${tenant} and group_id = any (${teamIds}::text[])`;
    await write`delete from graph_suite.outside_changes o using ${same} and not ${IS_RESTORATION_OPEN}`;
    await write`
      update graph_suite.outside_changes o
         set before = '{"made": true, "restored": true}', change_id = gen_random_uuid(), noticed_at = ${now},
             due_at = greatest(${now}::timestamptz + interval '1 millisecond', g.deleted_at + interval '15 minutes')
        from graph_suite.groups g, ${same}
         and ${IS_RESTORATION_OPEN} and g.tenant_id = ${tenant} and g.group_id = o.team_id`;
  }

  /** Records a pending change to a person whom Charter has removed from the team, and whom others have added again. */
  async recordReturn(tenantId: string, { teamId, userId }: PendingPerson): Promise<void> {
    const { tenant, write } = this.in(tenantId);
    const now = sql.val(this.now());
    await write`
      ${INSERT_PENDING_CHANGE}
      select ${tenant}, team_id, ${userId}, gen_random_uuid(), '{"role": null}', ${now}, ${now}
        from directory.teams where tenant_id = ${tenant} and team_id = ${teamId}
      ${ON_REPEATED_CHANGE},
          change_id = excluded.change_id, before = excluded.before, noticed_at = excluded.noticed_at`;
  }

  /** Deletes the pending changes to memberships that Charter itself has changed. */
  async takeBackMembers(tenantId: string, people: readonly PendingPerson[]): Promise<void> {
    if (people.length === 0) return;
    const { tenant, write } = this.in(tenantId);
    await write`
      delete from graph_suite.outside_changes o
       using ${table('i', people, { teamId: 'text', userId: 'text' })}
       where o.tenant_id = ${tenant} and o.team_id = i."teamId" and o.subject = i."userId"`;
  }

  /** Deletes the pending changes to teams that Charter itself has deleted. */
  async takeBackTeams(tenantId: string, teamIds: readonly string[]): Promise<void> {
    const { tenant, write } = this.in(tenantId);
    await write`
      delete from graph_suite.outside_changes where tenant_id = ${tenant} and team_id = any (${teamIds}::text[])`;
  }
}

/* An external change, with the state that was read from Graph to find it. */

/**
 * Age at which a pending change is dropped if Graph still does not show its team. Graph shows new teams much sooner.
 */
const WAIT_MILLISECONDS = 24 * 60 * 60_000;

export interface GraphChange extends ExternalChange {
  note: PendingChange;
  /** The team as read from Graph; undefined for a deleted team, for people and for channels. */
  read?: SuiteTeam;
  /** The people of a restored team as read from Graph. */
  people?: readonly TeamMember[];
  /** The channels of the team as read from Graph. */
  channels?: readonly TeamChannel[];
}

export const changeOf = (note: PendingChange, displayName: string) => ({
  id: note.changeId,
  team: { id: note.teamId, displayName },
  noticedAt: note.noticedAt,
  note,
});

/** Whether the pending change is so old that Graph would show its subject by now if it existed. */
export const isAbandoned = ({ noticedAt }: PendingChange, clock: Clock): boolean =>
  clock.now().getTime() - noticedAt.getTime() > WAIT_MILLISECONDS;
