/** The channels of teams under a policy for channels, and those that violate it (docs/channels.md). */
import type { ChannelViolation } from '../flows/channels/model.ts';
import type { ChannelViolationStore, ListedViolation } from '../flows/channels/ports.ts';
import { boolean, columns, json, number, text, texts, time } from '../kernel/columns.ts';
import { isUuid } from '../kernel/ids.ts';
import { assigned, type Database, type Sql, sql, statements } from '../kernel/sql.ts';
import { asItem, MAX_UUID, ofTeamsOwnedBy, TEAM_NAME } from './statement-parts.ts';

/** Columns of `charter.channel_violations item`. */
const VIOLATION = columns<ChannelViolation>(
  {
    id: text('violation_id'),
    teamId: text(),
    channelId: text(),
    channelName: text(),
    membershipType: text(),
    policyId: text(),
    policyName: text(),
    mode: text(),
    reason: json(),
    status: text(),
    foundAt: time(),
    deleteAt: time(),
    isReminded: boolean(),
  },
  'item',
);

const LISTED = columns<ListedViolation>({
  ...VIOLATION.members,
  teamName: text(sql`coalesce(${TEAM_NAME}, item.team_id)`),
});

const COUNT = columns<{ teamId: string; count: number }>({
  teamId: text('team_id'),
  count: number(sql`count(*)::int`),
});

export function channelViolationStore(db: Database, tenantId: string): ChannelViolationStore {
  const { tenant, all, first, write, lock } = statements(db, tenantId);

  /** Only `rest` may have subqueries that read the directory (asItem). */
  const listed = (where: Sql, rest: Sql = sql``): Promise<ListedViolation[]> => all(LISTED)`
    ${asItem(sql`select * from charter.channel_violations item where item.tenant_id = ${tenant} ${where}`)}
    select ${LISTED} from item ${rest}`;

  const isRead = ({ id, status }: Pick<ChannelViolation, 'id' | 'status'>): Sql =>
    sql`where tenant_id = ${tenant} and violation_id = ${id} and status = ${status}`;

  return {
    async judgedIn(teamId) {
      const [knownIds, violations] = await Promise.all([
        first(texts<string[]>())`
          select channel_ids from charter.known_channels where tenant_id = ${tenant} and team_id = ${teamId}`,
        all(VIOLATION)`
          select ${VIOLATION} from charter.channel_violations item
           where tenant_id = ${tenant} and team_id = ${teamId} order by violation_id`,
      ]);
      return { knownIds, violations };
    },

    createdHere: (teamId, channelIds) => all(text())`
      select distinct target_id from charter.audit_records
       where tenant_id = ${tenant} and team_id = ${teamId} and type = 'team_channel_created'
         and actor_kind <> 'system' and target_id = any(${channelIds}::text[])`,

    async addKnown(teamId, channelIds) {
      if (channelIds.length === 0) return;
      const ids = sql.val(channelIds);
      await write`
        with known as (
          insert into charter.known_channels as item (tenant_id, team_id, channel_ids)
          select tenant_id, team_id, ${ids}::text[] from charter.governed_teams
           where tenant_id = ${tenant} and team_id = ${teamId}
          on conflict (tenant_id, team_id) do update
            set channel_ids = array(select distinct unnest(item.channel_ids || excluded.channel_ids)))
        update charter.governed_teams set has_known_channels = true
         where tenant_id = ${tenant} and team_id = ${teamId} and not has_known_channels`;
    },

    async forget(teamId) {
      await write`
        delete from charter.channel_violations where tenant_id = ${tenant} and team_id = ${teamId}`;
      await write`
        delete from charter.known_channels where tenant_id = ${tenant} and team_id = ${teamId}`;
      await write`
        update charter.governed_teams set has_known_channels = false
         where tenant_id = ${tenant} and team_id = ${teamId}`;
    },

    add: async ({ id, teamId, channelId, channelName, membershipType, foundAt, ...found }) =>
      (await write`
        insert into charter.channel_violations
          (tenant_id, violation_id, team_id, channel_id, channel_name, membership_type, policy_id, policy_name, mode,
           reason, status, found_at, delete_at, is_reminded)
        select tenant_id, ${id}::uuid, team_id, ${channelId}, ${channelName}, ${membershipType},
               ${found.policyId}::uuid, ${found.policyName}, ${found.mode}, ${JSON.stringify(found.reason)}::json,
               ${found.status}, ${foundAt}::timestamptz, ${found.deleteAt}::timestamptz, ${found.isReminded}::boolean
          from charter.governed_teams where tenant_id = ${tenant} and team_id = ${teamId}
        on conflict do nothing`) === 1,

    change: async (violation, { policyId, policyName, mode, reason, status, deleteAt, isReminded }) =>
      (await write`
        update charter.channel_violations
           set ${assigned({
             policy_id: policyId,
             policy_name: policyName,
             mode,
             reason: JSON.stringify(reason),
             status,
             delete_at: deleteAt,
             is_reminded: isReminded,
           })} ${isRead(violation)}`) === 1,

    remove: async (violation) =>
      (await write`delete from charter.channel_violations ${isRead(violation)}`) === 1,

    find: async (violationId) =>
      isUuid(violationId) ? (await listed(sql`and item.violation_id = ${violationId}`))[0] : undefined,

    list: ({ teamId, ownerId, status, top, after = MAX_UUID }) =>
      listed(
        sql`
        and item.violation_id < ${after}
        ${teamId === undefined ? sql`` : sql`and item.team_id = ${teamId}`}
        ${status === undefined ? sql`` : sql`and item.status = ${status}`}`,
        sql`where true ${ofTeamsOwnedBy(tenant, ownerId)} order by item.violation_id desc limit ${top + 1}`,
      ),

    countsOf: (policyId) => all(COUNT)`
      select ${COUNT} from charter.channel_violations
       where tenant_id = ${tenant} and policy_id = ${policyId} and status <> 'allowed' group by team_id`,

    async lockCreations(teamId) {
      if (!db.isTransaction) throw new Error('Creations are locked until the end of a transaction.');
      await lock('charter.channel-creations', teamId);
    },

    creations: (teamId, type, { since, exceptId }) => all(text())`
      select input -> 'channel' ->> 'displayName' from charter.suite_intents
       where tenant_id = ${tenant} and operation = 'create-channel' and input -> 'team' ->> 'id' = ${teamId}
         and input -> 'channel' ->> 'membershipType' = ${type} and intent_id <> ${exceptId}
      union
      select fields ->> 'channelName' from charter.audit_records
       where tenant_id = ${tenant} and team_id = ${teamId} and type = 'team_channel_created'
         and occurred_at >= ${since} and fields ->> 'membershipType' = ${type}
      union
      select plan -> 'channel' ->> 'displayName' from charter.jobs
       where tenant_id = ${tenant} and team_id = ${teamId} and type = 'ChannelProvisioning'
         and status in ('waiting', 'active', 'delayed') and plan -> 'channel' ->> 'membershipType' = ${type}
         and job_id::text <> ${exceptId}`,
  };
}
