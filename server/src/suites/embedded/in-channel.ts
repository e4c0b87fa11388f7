/** Statements about one channel of a team. */
import { noChannel } from '../../domain/channels/suite-rules.ts';
import type { ChannelReference } from '../../domain/contents/suite.ts';
import { teamNotFound, teamReadOnly } from '../../domain/teams/suite-rules.ts';
import { boolean, columns } from '../../kernel/columns.ts';
import { type Sql, sql } from '../../kernel/sql.ts';
import type { SuiteDatabase } from '../../kernel/suite-database.ts';
import { inTeam } from './parts.ts';

const HELD = columns({
  isArchived: boolean<boolean | null>(sql`(select is_archived from team)`),
  hasChannel: boolean(sql`exists (select from channel)`),
});

/** Returns a runner for the tenant's statements, with SQL fragments about one channel. */
export function inChannelOf(
  database: SuiteDatabase,
  tenantId: string,
  { teamId, channelId }: ChannelReference,
) {
  const run = inTeam(database, tenantId, teamId);
  const channel = sql.val(channelId);
  const inChannel = (alias: string): Sql =>
    sql`${run.of(alias)} and ${sql.ref(`${alias}.channel_id`)} = ${channel}`;
  return { ...run, channel, inChannel };
}

export type ChannelRun = ReturnType<typeof inChannelOf>;

/**
 * Runs the work under locks that prevent the archiving of the team and the deletion of the channel. @throws NotFound,
 * TeamArchived
 */
export function whileHeld<T>(
  database: SuiteDatabase,
  tenantId: string,
  { teamId, channelId }: ChannelReference,
  work: (run: ChannelRun) => Promise<T>,
): Promise<T> {
  const outer = inChannelOf(database, tenantId, { teamId, channelId });
  return outer.transaction(async (inner) => {
    const run = { ...outer, ...inner };
    const held = (await run.first(HELD)`
      with ${run.heldTeam()},
      channel as materialized (
        select c.channel_id from embedded_suite.channels c, (select count(*) from team) held
         where ${run.inChannel('c')} for share of c)
      select ${HELD}`)!;
    if (held.isArchived === null) throw teamNotFound(teamId);
    if (!held.hasChannel) throw noChannel(channelId);
    if (held.isArchived) throw teamReadOnly(teamId);
    return work(run);
  });
}
