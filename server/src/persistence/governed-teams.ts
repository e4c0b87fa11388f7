/** The teams that policies govern, and the time of each team's next comparison with its policies. */
import type { GovernedTeam, GovernedTeamSelection, GovernedTeamStore } from '../domain/teams/ports.ts';
import { boolean, columns, json, text, time } from '../kernel/columns.ts';
import { type Database, type Sql, sql, statements } from '../kernel/sql.ts';
import { leaseRows, mayChangeTeam } from './statement-parts.ts';
import { teamsWithAnswers } from './team-metadata.ts';

/** Columns of `charter.governed_teams team`, with the parts that `partsOfTeam` adds. */
export const GOVERNED_TEAM = columns<GovernedTeam>(
  {
    teamId: text(),
    templateId: text(),
    since: time('created_at'),
    policyIds: json(sql`parts.policy_ids`),
    hasKnownChannels: boolean(),
    metadata: json(sql`parts.metadata`),
  },
  'team',
);

/**
 * Adds the policies and the answers of `team` to a FROM clause, as the columns of `parts`. PostgreSQL inlines the
 * subqueries. They name the tenant by its value, because Citus can't plan subqueries that take it from an outer join or
 * a common table expression.
 */
export const partsOfTeam = (tenant: Sql): Sql => sql`
  cross join lateral (
    select coalesce((select json_agg(given.policy_id order by given.policy_id)
                       from charter.policy_teams given
                      where given.tenant_id = ${tenant} and given.team_id = team.team_id), '[]') as policy_ids,
           coalesce((select answered.metadata from charter.team_metadata answered
                      where answered.tenant_id = ${tenant} and answered.team_id = team.team_id), '{}') as metadata) parts`;

export function governedTeamStore(db: Database, tenantId: string): GovernedTeamStore {
  const { tenant, all, first, write } = statements(db, tenantId);

  /** Sets the time of the next comparison. Locks the rows in the order of their ids, which prevents deadlocks. */
  const setDue = async (dueAt: Sql, where: Sql): Promise<void> => {
    await write`
      with locked as materialized (
        select team_id from charter.governed_teams where tenant_id = ${tenant} and ${where}
         order by team_id for update)
      update charter.governed_teams team set due_at = ${dueAt}
        from locked where team.tenant_id = ${tenant} and team.team_id = locked.team_id`;
  };

  const selected = (selection: GovernedTeamSelection): Sql => {
    if ('teamIds' in selection) return sql`team_id = any(${selection.teamIds}::text[])`;
    if ('attachedTo' in selection) {
      return sql`
      team_id in (
        select team_id from charter.policy_teams where tenant_id = ${tenant} and policy_id = ${selection.attachedTo})`;
    }
    const { templateIds, answers } = selection;
    return sql`
      ${templateIds === undefined ? sql`true` : sql`template_id = any(${templateIds}::text[])`}
      ${answers === undefined ? sql`` : sql`and team_id in (${teamsWithAnswers(tenant, answers)})`}`;
  };

  return {
    async govern(teamIds, at) {
      if (teamIds.length === 0) return;
      const time = sql.val(at);
      await write`
        insert into charter.governed_teams (tenant_id, team_id, created_at, due_at, is_noticed)
        select ${tenant}, id, ${time}, ${time}, true from unnest(${teamIds}::text[]) as id order by id
        on conflict (tenant_id, team_id) do update
          set is_noticed = governed_teams.template_id is null,
              due_at = least(governed_teams.due_at, excluded.due_at)`;
    },

    find: (teamId) => first(GOVERNED_TEAM)`
      select ${GOVERNED_TEAM} from charter.governed_teams team ${partsOfTeam(tenant)}
       where tenant_id = ${tenant} and team_id = ${teamId}`,

    list: ({ top, after }) => all(GOVERNED_TEAM)`
      select ${GOVERNED_TEAM} from charter.governed_teams team ${partsOfTeam(tenant)}
       where tenant_id = ${tenant} ${after === undefined ? sql`` : sql`and team_id > ${after}`}
       order by team_id limit ${top + 1}`,

    remove: async (teamId) =>
      (await write`delete from charter.governed_teams where tenant_id = ${tenant} and team_id = ${teamId}`) ===
      1,

    /** Does not delay teams that are due earlier. */
    makeDue(selection, at) {
      const dueAt = sql.val(at);
      return setDue(dueAt, sql`due_at > ${dueAt} and ${selected(selection)}`);
    },

    /** Leases due teams that no job is changing. */
    leaseDue(now, leaseUntil, limit) {
      const taken = leaseRows(
        tenant,
        { table: 'charter.governed_teams', key: ['team_id'], until: 'due_at' },
        {
          leaseUntil,
          limit,
          where: sql`
            item.due_at <= ${now} and not exists (
              select from charter.jobs job
               where job.tenant_id = ${tenant} and job.team_id = item.team_id and ${mayChangeTeam})`,
          order: sql`item.due_at`,
          returning: sql`item.team_id, item.template_id, item.created_at, item.has_known_channels`,
        },
      );
      return all(GOVERNED_TEAM)`
        with team as (${taken}) select ${GOVERNED_TEAM} from team ${partsOfTeam(tenant)} order by team_id`;
    },

    async settleDue(teamIds, leaseUntil, next) {
      if (teamIds.length === 0) return;
      await setDue(sql.val(next), sql`team_id = any(${teamIds}::text[]) and due_at = ${leaseUntil}`);
    },
  };
}
