/**
 * The latest activity in a team. Each row keeps its own time, so that activity costs no extra write. The query of a
 * lifecycle run combines the times.
 */
import type { SuiteActivity } from '../../domain/teams/suite.ts';
import type { StoredDirectory } from '../../engine/suite.ts';
import { columns, dateTime, text } from '../../kernel/columns.ts';
import { sql } from '../../kernel/sql.ts';
import type { SuiteParts } from './parts.ts';

const latest = (table: string, column: string) => sql`
  (select max(a.${sql.ref(column)}) from ${sql.table(`embedded_suite.${table}`)} a
    where a.tenant_id = t.tenant_id and a.team_id = t.team_id)`;

const IN_CHANNELS = columns({
  teamId: text('t.team_id'),
  // `greatest` ignores null: rows of earlier releases have no times.
  at: dateTime<string | null>(sql`
    greatest(${latest('channel_members', 'added_at')}, ${latest('channels', 'created_at')},
      ${latest('tabs', 'created_at')}, ${latest('messages', 'created_at')})`),
});

export const createActivity = (
  { database }: SuiteParts,
  { activity }: Pick<StoredDirectory, 'activity'>,
): SuiteActivity => ({
  async of(tenantId, teamIds) {
    if (teamIds.length === 0) return [];
    const { tenant, all } = database.in(tenantId);
    const [teams, inChannels] = await Promise.all([
      activity.of(tenantId, teamIds),
      all(IN_CHANNELS)`
        select ${IN_CHANNELS} from directory.teams t
         where t.tenant_id = ${tenant} and t.team_id = any (${teamIds}::text[])`,
    ]);
    const times = new Map(inChannels.map(({ teamId, at }) => [teamId, at ?? '']));
    return teams.map((team) => {
      const at = times.get(team.teamId) ?? '';
      return at > team.lastActivityDateTime ? { ...team, lastActivityDateTime: at } : team;
    });
  },
});
