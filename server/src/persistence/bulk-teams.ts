/** The teams of bulk jobs, with their results. */

import { BULK_OUTCOMES, type BulkCounts, type BulkResult, type PendingTeam } from '../flows/bulk/model.ts';
import type { BulkTeamStore } from '../flows/bulk/ports.ts';
import { columns, json, number, text, time } from '../kernel/columns.ts';
import { type Database, type Sql, sql, statements } from '../kernel/sql.ts';
import { RETURNING_TRUE } from './statement-parts.ts';

const OPEN = columns<PendingTeam>({
  teamId: text(),
  displayName: text('team_name'),
  begun: json(),
  tries: number(),
  dueAt: time(),
});

const RESULT = columns<BulkResult>({
  teamId: text(),
  displayName: text('team_name'),
  position: number(),
  outcome: text(),
  code: text(),
  message: text(),
  messageCode: text(),
  messageParameters: json(),
  endedAt: time(),
});

const COUNT = columns<{ outcome: keyof BulkCounts; count: number }>({
  outcome: text(),
  count: number(sql`count(*)::int`),
});

const NONE = Object.fromEntries(BULK_OUTCOMES.map((outcome) => [outcome, 0])) as BulkCounts;

export function bulkTeamStore(db: Database, tenantId: string): BulkTeamStore {
  const { tenant, all, exists, write } = statements(db, tenantId);

  const open = (jobId: string, teamId: string): Sql => sql`
    where tenant_id = ${tenant} and job_id = ${jobId} and team_id = ${teamId} and outcome = 'waiting'`;

  return {
    async add(jobId, teams) {
      await write`
        insert into charter.bulk_teams (tenant_id, job_id, team_id, position, team_name)
        select ${tenant}, ${jobId}, team ->> 'teamId', position, team ->> 'displayName'
          from json_array_elements(${JSON.stringify(teams)}::json) with ordinality as item (team, position)
        ${RETURNING_TRUE}`;
    },

    listOpen: (jobId, limit, which = 'all') => all(OPEN)`
      select ${OPEN} from charter.bulk_teams
       where tenant_id = ${tenant} and job_id = ${jobId} and outcome = 'waiting'
         ${which === 'begun' ? sql`and begun is not null` : sql``}
       order by begun is null and due_at is null, position limit ${limit}`,

    begin: async (jobId, { teamId, displayName }, change) =>
      (await write`
        update charter.bulk_teams set team_name = ${displayName}, begun = ${change} ${open(jobId, teamId)}`) ===
      1,

    hold: (jobId, teamId) => exists`select from charter.bulk_teams ${open(jobId, teamId)} for update`,

    async postpone(jobId, teamId, tries, until) {
      await write`update charter.bulk_teams set tries = ${tries}, due_at = ${until} ${open(jobId, teamId)}`;
    },

    end: async (jobId, { teamId, displayName }, end, at) =>
      (await write`
        update charter.bulk_teams
           set team_name = coalesce(${displayName}, team_name), outcome = ${end.outcome},
               code = ${end.code}, message = ${end.message}, message_code = ${end.messageCode},
               message_parameters = ${end.messageParameters}, ended_at = ${at}, begun = null, due_at = null
        ${open(jobId, teamId)}`) === 1,

    async count(jobId) {
      const rows = await all(COUNT)`
        select ${COUNT} from charter.bulk_teams
         where tenant_id = ${tenant} and job_id = ${jobId} group by outcome`;
      return { ...NONE, ...Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count])) };
    },

    list: ({ jobId, top, after = 0, outcome }) => all(RESULT)`
      select ${RESULT} from charter.bulk_teams
       where tenant_id = ${tenant} and job_id = ${jobId} and position > ${after}
         ${outcome === undefined ? sql`` : sql`and outcome = ${outcome}`}
       order by position limit ${top + 1}`,
  };
}
