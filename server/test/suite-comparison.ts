/**
 * Compares the effects of calls in the embedded suite with their records, one to one. Returns descriptions of the
 * differences. Counts only the channels, tabs and descriptions with the given prefix and the members with the given
 * ids, because calls alone create them.
 */
import { type Kysely, sql } from 'kysely';
import type { EmbeddedSuiteTables } from './embedded-suite-tables.ts';

export interface CreatedByCalls {
  /** Prefix of channel and tab names and of team descriptions. */
  prefix: string;
  /** Ids of people who become members through calls only. */
  memberIds: readonly string[];
}

type Comparison = (tenantId: string, made: CreatedByCalls) => ReturnType<typeof sql<{ id: string }>>;

const COMPARISONS: Record<string, Comparison> = {
  'teams that were made without one record, or are gone without one': (tenantId) => sql`
    with made as (
      select fields ->> 'teamId' as id, count(*) as times from charter.audit_records
       where tenant_id = ${tenantId} and type = 'team_created' group by 1),
    gone as (
      select fields ->> 'teamId' as id, count(*) as times from charter.audit_records
       where tenant_id = ${tenantId} and type = 'team_deleted' and outcome = 'success' group by 1),
    present as (
      select team_id as id from directory.teams
       where tenant_id = ${tenantId} and coalesce(marker, '') not like 'sample/%')
    select id from made full join present using (id) full join gone using (id)
      left join present still using (id)
     where coalesce(made.times, 0) <> 1
        or coalesce(gone.times, 0) <> case when still.id is null then 1 else 0 end`,
  'channels and tabs without one record': (tenantId, { prefix }) => sql`
    with made as (
      select 'team_channel_created' as type, team_id, channel_id as id from embedded_suite.channels
       where tenant_id = ${tenantId} and starts_with(display_name, ${prefix})
      union all
      select 'team_channel_tab_created', team_id, tab_id from embedded_suite.tabs
       where tenant_id = ${tenantId} and starts_with(display_name, ${prefix})),
    recorded as (
      select r.type, t.team_id, r.target_id as id, count(*) as times from charter.audit_records r
        join directory.teams t on t.tenant_id = r.tenant_id and t.team_id = r.fields ->> 'teamId'
       where r.tenant_id = ${tenantId} and r.type in ('team_channel_created', 'team_channel_tab_created')
       group by 1, 2, 3)
    select type || ' ' || id as id from made full join recorded using (type, team_id, id)
     where made.id is null or recorded.times is distinct from 1`,
  'members without one record': (tenantId, { memberIds }) => sql`
    with made as (
      select team_id, user_id from directory.team_members
       where tenant_id = ${tenantId} and user_id = any(${[...memberIds]}::text[])),
    recorded as (
      select t.team_id, r.fields ->> 'memberId' as user_id, count(*) as times from charter.audit_records r
        join directory.teams t on t.tenant_id = r.tenant_id and t.team_id = r.fields ->> 'teamId'
       where r.tenant_id = ${tenantId} and r.type = 'team_member_added'
         and r.fields ->> 'memberId' = any(${[...memberIds]}::text[])
       group by 1, 2)
    select team_id || ' ' || user_id as id from made full join recorded using (team_id, user_id)
     where made.user_id is null or recorded.times is distinct from 1`,
  'changes of a team without one record': (tenantId, { prefix }) => sql`
    with said as (
      select t.team_id, t.description, true as said from directory.teams t
       where t.tenant_id = ${tenantId} and starts_with(t.description, ${prefix})),
    recorded as (
      select fields ->> 'teamId' as team_id, fields #>> '{changes,description}' as description,
             lag(fields #>> '{changes,description}') over (
               partition by fields ->> 'teamId' order by occurred_at, record_id) as earlier
        from charter.audit_records where tenant_id = ${tenantId} and type = 'team_updated'),
    -- A repeated call changes the description again when another caller changed it meanwhile.
    counted as (
      select team_id, description, true as counted, bool_or(description = earlier) as twice from recorded group by 1, 2)
    select team_id || ' ' || description as id from said full join counted using (team_id, description)
     where (said and counted is null) or twice`,
  'teams archived or not, against their records': (tenantId) => sql`
    with recorded as (
      select fields ->> 'teamId' as team_id,
             count(*) filter (where type = 'team_archived') as archived,
             count(*) filter (where type = 'team_unarchived') as unarchived
        from charter.audit_records
       where tenant_id = ${tenantId} and type in ('team_archived', 'team_unarchived') and outcome = 'success'
       group by 1)
    select t.team_id as id from directory.teams t left join recorded r using (team_id)
     where t.tenant_id = ${tenantId}
       and (t.is_archived and coalesce(r.archived, 0) = 0
            or not t.is_archived and r.archived > 0 and r.unarchived = 0)`,
};

export async function compareSuite(
  db: Kysely<EmbeddedSuiteTables>,
  tenantId: string,
  made: CreatedByCalls,
): Promise<string[]> {
  const found: string[] = [];
  for (const [what, query] of Object.entries(COMPARISONS)) {
    const { rows } = await query(tenantId, made).execute(db);
    found.push(...rows.map(({ id }) => `${what}: ${id}`));
  }
  return found;
}
