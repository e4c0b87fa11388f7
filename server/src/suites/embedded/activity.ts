/**
 * The latest activity in a team. Each row keeps its own time, so that activity costs no extra write. The query of a
 * lifecycle run combines the times.
 */
import type { SuiteActivity } from '../../domain/teams/suite.ts';
import type { StoredDirectory } from '../../engine/suite.ts';
import { asDateTime } from '../../kernel/suite-database.ts';
import type { SuiteParts } from './parts.ts';

const latest = (table: string, column: string): string =>
  `(select max(a.${column}) from embedded_suite.${table} a where a.tenant_id = $1 and a.team_id = t.id)`;

/** `greatest` ignores null: rows of earlier releases have no times. */
const IN_CHANNELS = `
  select t.id as "teamId", ${asDateTime(
    `greatest(${[
      latest('channel_members', 'added_at'),
      latest('channels', 'created_at'),
      latest('tabs', 'created_at'),
      latest('messages', 'created_at'),
    ].join(', ')})`,
  )} as at
    from unnest($2::text[]) t(id)`;

export const createActivity = (
  { database }: SuiteParts,
  { activity }: Pick<StoredDirectory, 'activity'>,
): SuiteActivity => ({
  async of(tenantId, teamIds) {
    if (teamIds.length === 0) return [];
    const [teams, inChannels] = await Promise.all([
      activity.of(tenantId, teamIds),
      database.read<{ teamId: string; at: string | null }>(IN_CHANNELS, tenantId, teamIds),
    ]);
    const times = new Map(inChannels.map(({ teamId, at }) => [teamId, at ?? '']));
    return teams.map((team) => {
      const at = times.get(team.teamId) ?? '';
      return at > team.lastActivityDateTime ? { ...team, lastActivityDateTime: at } : team;
    });
  },
});
