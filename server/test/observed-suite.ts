/** The embedded suite with additional methods that only tests use. */

import { CompiledQuery } from 'kysely';
import type { WritableOrganisation } from '../src/domain/directory/ports.ts';
import type { Suite } from '../src/engine/suite.ts';
import type { Clock } from '../src/kernel/clock.ts';
import type { SuiteDatabases } from '../src/kernel/suite-database.ts';
import { suiteDeps } from '../src/persistence/directory/index.ts';
import { openStoredSuite } from './stored-suite.ts';

export interface ObservedSuite extends Suite, WritableOrganisation {
  /** Returns the texts in a channel, oldest first. */
  listMessages(tenantId: string, teamId: string, channelId: string): Promise<{ text: string }[]>;
  findPicture(tenantId: string, teamId: string): Promise<{ contentType: string; bytes: Buffer } | undefined>;
  /** Sets the time of the latest activity of each team, and replaces later times of its members and contents. */
  recordActivity(tenantId: string, activity: readonly { teamId: string; at: Date }[]): Promise<void>;
}

const LIST_MESSAGES = `
  select text from embedded_suite.messages
   where tenant_id = $1 and team_id = $2 and channel_id = $3
   order by created_at, message_id`;

const FIND_PICTURE = `
  select picture as bytes, picture_type as "contentType" from directory.teams
   where tenant_id = $1 and team_id = $2 and picture is not null`;

const RECORD_ACTIVITY = `
  with item as materialized (
    select team_id, at from json_to_recordset($2::json) as i(team_id text, at timestamptz)
  ),
  members as (
    update directory.team_members m set added_at = item.at from item
     where m.tenant_id = $1 and m.team_id = item.team_id and m.added_at > item.at
  ),
  channel_members as (
    update embedded_suite.channel_members m set added_at = item.at from item
     where m.tenant_id = $1 and m.team_id = item.team_id and m.added_at > item.at
  ),
  channels as (
    update embedded_suite.channels c set created_at = item.at from item
     where c.tenant_id = $1 and c.team_id = item.team_id and c.created_at > item.at
  ),
  tabs as (
    update embedded_suite.tabs b set created_at = item.at from item
     where b.tenant_id = $1 and b.team_id = item.team_id and b.created_at > item.at
  ),
  messages as (
    update embedded_suite.messages p set created_at = item.at from item
     where p.tenant_id = $1 and p.team_id = item.team_id and p.created_at > item.at
  ),
  indexed as (
    update directory.team_index i set last_activity_at = item.at from item
     where i.tenant_id = $1 and i.team_id = item.team_id
  )
  update directory.teams t set created_at = least(t.created_at, item.at), changed_at = item.at
    from item where t.tenant_id = $1 and t.team_id = item.team_id`;

/** @param own the suite's settings */
export async function createObservedSuite(
  databases: SuiteDatabases,
  clock: Clock,
  own?: object,
): Promise<ObservedSuite> {
  async function run<Row>(text: string, tenantId: string, ...values: unknown[]): Promise<Row[]> {
    const query = CompiledQuery.raw(text, [tenantId, ...values]);
    return (await databases.for(tenantId).executeQuery<Row>(query)).rows;
  }
  return {
    ...(await openStoredSuite(suiteDeps(databases, clock), own)),
    listMessages: (tenantId, teamId, channelId) => run(LIST_MESSAGES, tenantId, teamId, channelId),
    async findPicture(tenantId, teamId) {
      const [picture] = await run<{ contentType: string; bytes: Buffer }>(FIND_PICTURE, tenantId, teamId);
      return picture;
    },
    async recordActivity(tenantId, activity) {
      const items = activity.map(({ teamId, at }) => ({ team_id: teamId, at }));
      await run(RECORD_ACTIVITY, tenantId, JSON.stringify(items));
    },
  };
}
