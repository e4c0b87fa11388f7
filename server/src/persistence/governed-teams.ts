/** The teams that policies govern, and when each is compared with its policies next. */
import type { Kysely } from 'kysely';
import type { GovernedTeam, GovernedTeamSelection, GovernedTeamStore } from '../domain/teams/ports.ts';
import { leaseRows } from './leases.ts';
import { statements } from './statements.ts';
import type { CharterTables } from './tables.ts';

const GOVERNED = `
  select team.team_id as "teamId", team.template_id as "templateId", team.created_at as since,
         coalesce((select json_agg(given.policy_id order by given.policy_id)
                     from charter.policy_teams given
                    where given.tenant_id = $1 and given.team_id = team.team_id), '[]') as "policyIds"`;

export const FIND_GOVERNED = `${GOVERNED} from charter.governed_teams team where team.tenant_id = $1 and team.team_id = $2`;

const LIST_GOVERNED = `
  ${GOVERNED} from charter.governed_teams team
   where team.tenant_id = $1 and ($2::text is null or team.team_id > $2)
   order by team.team_id limit $3`;

/** Leases due teams without a job under way. */
const TAKE_DUE = `
  with taken as (${leaseRows(
    { table: 'charter.governed_teams', key: ['team_id'], until: 'due_at' },
    {
      where: `item.due_at <= $2 and not exists (
        select from charter.jobs job
         where job.tenant_id = $1 and job.team_id = item.team_id
           and job.status in ('waiting', 'active', 'delayed'))`,
      order: 'item.due_at',
      returning: 'item.team_id, item.template_id, item.created_at',
    },
  )})
  ${GOVERNED} from taken team order by team.team_id`;

/** Locks rows in the order of their ids, which prevents deadlocks. */
const locked = (where: string): string => `
  with locked as materialized (
    select team_id from charter.governed_teams where tenant_id = $1 and ${where} order by team_id for update)
  update charter.governed_teams team`;

const SETTLE_DUE = `${locked('team_id = any($2::text[]) and due_at = $3')} set due_at = $4
    from locked where team.tenant_id = $1 and team.team_id = locked.team_id`;

const GOVERN = `
  insert into charter.governed_teams (tenant_id, team_id, created_at, due_at, is_noticed)
  select $1, id, $3, $3, true from unnest($2::text[]) as id order by id
  on conflict (tenant_id, team_id) do update
    set is_noticed = governed_teams.template_id is null, due_at = least(governed_teams.due_at, excluded.due_at)`;

const REMOVE_GOVERNED = 'delete from charter.governed_teams where tenant_id = $1 and team_id = $2';

/** Makes the matching teams due at `$2`, unless they are due earlier. */
const makeDueStatement = (where: string): string => `${locked(`due_at > $2 and ${where}`)} set due_at = $2
    from locked where team.tenant_id = $1 and team.team_id = locked.team_id`;

function dueSelection(selection: GovernedTeamSelection): { where: string; values: unknown[] } {
  if (selection === 'all') return { where: 'true', values: [] };
  if ('teamIds' in selection) return { where: 'team_id = any($3::text[])', values: [selection.teamIds] };
  if ('templateIds' in selection) {
    return { where: 'template_id = any($3::text[])', values: [selection.templateIds] };
  }
  const attached = 'select team_id from charter.policy_teams where tenant_id = $1 and policy_id = $3';
  return { where: `team_id in (${attached})`, values: [selection.attachedTo] };
}

export function governedTeamStore(db: Kysely<CharterTables>, tenantId: string): GovernedTeamStore {
  const { all, first, write } = statements(db, tenantId);

  return {
    async govern(teamIds, at) {
      if (teamIds.length > 0) await write(GOVERN, teamIds, at);
    },

    find: (teamId) => first<GovernedTeam>(FIND_GOVERNED, teamId),

    list: ({ top, after }) => all<GovernedTeam>(LIST_GOVERNED, after, top + 1),

    remove: async (teamId) => (await write(REMOVE_GOVERNED, teamId)) === 1,

    async makeDue(selection, at) {
      const { where, values } = dueSelection(selection);
      await write(makeDueStatement(where), at, ...values);
    },

    takeDue: (now, leaseUntil, most) => all<GovernedTeam>(TAKE_DUE, now, leaseUntil, most),

    async settleDue(teamIds, leaseUntil, next) {
      if (teamIds.length > 0) await write(SETTLE_DUE, teamIds, leaseUntil, next);
    },
  };
}
