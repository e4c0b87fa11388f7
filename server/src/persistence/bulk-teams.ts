/** The teams of bulk jobs, with their results. */
import type { Kysely } from 'kysely';
import { BULK_OUTCOMES, type BulkCounts, type BulkResult, type OpenTeam } from '../flows/bulk/model.ts';
import type { BulkTeamStore } from '../flows/bulk/ports.ts';
import { statements } from './statements.ts';
import type { CharterTables } from './tables.ts';

const ADD = `
  insert into charter.bulk_teams (tenant_id, job_id, team_id, position, team_name)
  select $1, $2, team ->> 'teamId', position, team ->> 'displayName'
    from json_array_elements($3::json) with ordinality as item (team, position)`;

/** `$3`: only teams whose change has begun. */
const OPEN = `
    from charter.bulk_teams
   where tenant_id = $1 and job_id = $2 and outcome = 'waiting' and (begun is not null or not $3::boolean)`;

const LIST_OPEN = `
  select team_id as "teamId", team_name as "displayName", begun, tries, due_at as "dueAt" ${OPEN}
   order by begun is null and due_at is null, position limit $4`;

const OF_OPEN_TEAM = `where tenant_id = $1 and job_id = $2 and team_id = $3 and outcome = 'waiting'`;

const BEGIN = `update charter.bulk_teams set team_name = $4, begun = $5::json ${OF_OPEN_TEAM}`;
const HOLD = `select from charter.bulk_teams ${OF_OPEN_TEAM} for update`;
const POSTPONE = `update charter.bulk_teams set tries = $4, due_at = $5 ${OF_OPEN_TEAM}`;
const END = `
  update charter.bulk_teams
     set team_name = coalesce($4, team_name), outcome = $5, code = $6, message = $7, ended_at = $8, begun = null,
         due_at = null
  ${OF_OPEN_TEAM}`;

const COUNT = `
  select outcome, count(*)::int as count from charter.bulk_teams
   where tenant_id = $1 and job_id = $2 group by outcome`;

const LIST = `
  select team_id as "teamId", team_name as "displayName", position, outcome, code, message, ended_at as "endedAt"
    from charter.bulk_teams
   where tenant_id = $1 and job_id = $2 and position > $3 and ($4::text is null or outcome = $4)
   order by position limit $5`;

const NONE = Object.fromEntries(BULK_OUTCOMES.map((outcome) => [outcome, 0])) as BulkCounts;

export function bulkTeamStore(db: Kysely<CharterTables>, tenantId: string): BulkTeamStore {
  const { all, write } = statements(db, tenantId);
  return {
    async add(jobId, teams) {
      await write(ADD, jobId, JSON.stringify(teams));
    },
    listOpen: (jobId, most, which = 'all') => all<OpenTeam>(LIST_OPEN, jobId, which === 'begun', most),
    begin: async (jobId, { teamId, displayName }, change) =>
      (await write(BEGIN, jobId, teamId, displayName, change)) === 1,
    hold: async (jobId, teamId) => (await all(HOLD, jobId, teamId)).length === 1,
    async postpone(jobId, teamId, tries, until) {
      await write(POSTPONE, jobId, teamId, tries, until);
    },
    end: async (jobId, { teamId, displayName }, { outcome, code, message }, at) =>
      (await write(END, jobId, teamId, displayName, outcome, code, message, at)) === 1,
    async count(jobId) {
      const rows = await all<{ outcome: keyof BulkCounts; count: number }>(COUNT, jobId);
      return { ...NONE, ...Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count])) };
    },
    list: ({ jobId, top, after = 0, outcome }) => all<BulkResult>(LIST, jobId, after, outcome, top + 1),
  };
}
