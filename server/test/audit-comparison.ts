/**
 * Compares state with audit records: every change has exactly one record, written in its transaction, with one
 * position in the chain. Returns descriptions of the differences.
 */

import { type Kysely, type RawBuilder, sql } from 'kysely';
import { EVENT_TYPES } from '../src/flows/definitions.ts';
import { auditStore } from '../src/persistence/audit.ts';
import type { CharterTables } from '../src/persistence/tables.ts';
import type { Tenancy } from '../src/persistence/tenancy.ts';
import { testSecrets } from './secrets.ts';

const JOB_REQUESTS = [
  'team_provisioning_requested',
  'team_archive_requested',
  'team_unarchive_requested',
  'bulk_requested',
  'channel_provisioning_requested',
];
const JOB_ENDS = [
  'team_provisioning_completed',
  'team_archived',
  'team_archive_failed',
  'team_archive_skipped',
  'team_unarchived',
  'team_unarchive_failed',
  'team_unarchive_skipped',
  'bulk_completed',
  'bulk_failed',
  'channel_provisioning_completed',
  // These ends of an approval also end the request's job and share one record with it.
  'team_creation_rejected',
  'team_creation_approval_expired',
  'team_creation_approval_cancelled',
  'channel_creation_rejected',
  'channel_creation_approval_expired',
  'channel_creation_approval_cancelled',
];
const APPROVAL_ENDS = {
  approved: 'team_creation_approved',
  rejected: 'team_creation_rejected',
  expired: 'team_creation_approval_expired',
  cancelled: 'team_creation_approval_cancelled',
};

const LIFECYCLE_CHANGES = ['team_inactive', 'team_expired', 'team_lifecycle_reset', 'team_lifecycle_renewed'];

type Comparison = (tenantId: string) => RawBuilder<{ id: string }>;

/**
 * Finds rows that were created or deleted without exactly one record of type `<noun>_created` or `<noun>_deleted`.
 */
const cameOrWent =
  (noun: string, table: string): Comparison =>
  (tenantId) =>
    sql`
    with made as (
      select target_id as id, count(*) as times from charter.audit_records
       where tenant_id = ${tenantId} and type = ${`${noun}_created`} group by 1),
    gone as (
      select target_id as id, count(*) as times from charter.audit_records
       where tenant_id = ${tenantId} and type = ${`${noun}_deleted`} group by 1),
    present as (
      select ${sql.ref(`${noun}_id`)}::text as id from ${sql.table(table)} where tenant_id = ${tenantId})
    select id from made full join present using (id) full join gone using (id)
      left join present still using (id)
     where coalesce(made.times, 0) <> 1
        or coalesce(gone.times, 0) <> case when still.id is null then 1 else 0 end`;

/** Queries by the difference that they find, such as rows without a record or with one of another transaction. */
const COMPARISONS: Record<string, Comparison> = {
  'events and records of another transaction, or without each other': (tenantId) => sql`
    select coalesce(e.event_id, r.record_id)::text || ' ' || coalesce(e.type, r.type) as id
      from (select *, xmin as written from charter.domain_events where tenant_id = ${tenantId}) e
      full join (select *, xmin as written from charter.audit_records
                  where tenant_id = ${tenantId} and type = any(${[...EVENT_TYPES]}::text[])) r
        on r.record_id = e.event_id
     where e.event_id is null or r.record_id is null or e.written <> r.written or e.type <> r.type`,
  'jobs not requested once': (tenantId) => sql`
    with requests as (
      select fields ->> 'jobId' as job_id, xmin as written from charter.audit_records
       where tenant_id = ${tenantId} and type = any(${JOB_REQUESTS}::text[]))
    select j.job_id::text as id from charter.jobs j
      left join requests r on r.job_id = j.job_id::text
        -- A job that has not been updated since has the same xmin as its record.
        and (j.attempt > 0 or j.approval_id is not null or r.written = j.xmin)
     where j.tenant_id = ${tenantId}
     group by j.job_id having count(r.job_id) <> 1`,
  'jobs not ended once': (tenantId) => sql`
    with ends as (
      select record_id, request_id, fields ->> 'jobId' as job_id, xmin as written from charter.audit_records
       where tenant_id = ${tenantId} and type = any(${JOB_ENDS}::text[])),
    ended as (
      select j.job_id, e.record_id from charter.jobs j
        join ends e on e.request_id = j.request_id and e.written = j.xmin where j.tenant_id = ${tenantId}
      union
      select j.job_id, e.record_id from charter.jobs j
        join ends e on e.job_id = j.job_id::text and e.written = j.xmin where j.tenant_id = ${tenantId})
    select j.job_id::text || ' ' || j.status as id from charter.jobs j left join ended e using (job_id)
     where j.tenant_id = ${tenantId}
     group by j.job_id, j.status
    having count(e.record_id) <> case when j.status in ('completed', 'failed') then 1 else 0 end`,
  // A request without stages is approved by rule, so no approver is asked and no such record exists.
  'approvals not asked for once': (tenantId) => sql`
    with stages as (
      select approval_id, json_array_length(stages) as stages from charter.approvals where tenant_id = ${tenantId})
    select a.approval_id::text as id from stages a
      left join charter.audit_records r
        on r.tenant_id = ${tenantId} and r.target_id = a.approval_id::text
        and r.type in ('team_creation_approval_requested', 'channel_creation_approval_requested')
     group by a.approval_id, a.stages having count(r.record_id) <> case when a.stages > 0 then 1 else 0 end`,
  'approvals not ended once': (tenantId) => sql`
    with ends as (
      select target_id, replace(type, 'channel_', 'team_') as type, xmin as written from charter.audit_records
       where tenant_id = ${tenantId}
         and replace(type, 'channel_', 'team_') = any(${Object.values(APPROVAL_ENDS)}::text[]))
    select a.approval_id::text || ' ' || a.status as id from charter.approvals a
      left join ends e on e.target_id = a.approval_id::text
     where a.tenant_id = ${tenantId}
     group by a.approval_id, a.status, a.xmin
    having count(*) filter (
             where e.written = a.xmin and e.type = ${sql.lit(JSON.stringify(APPROVAL_ENDS))}::json ->> a.status)
           + 2 * count(*) filter (where e.written <> a.xmin)
        <> case when a.status = 'pending' then 0 else 1 end`,
  'words about an approval without a record of the same transaction': (tenantId) => sql`
    select d.approval_id::text || ' ' || d.outcome as id from charter.approval_decisions d
      left join charter.audit_records r
        on r.tenant_id = d.tenant_id and r.target_id = d.approval_id::text and r.trail = 'approvals'
        and r.xmin = d.xmin
     where d.tenant_id = ${tenantId}
     group by d.approval_id, d.outcome, d.ctid having count(r.record_id) <> 1`,
  'records of a word about an approval that nobody said': (tenantId) => sql`
    select r.target_id || ' ' || r.type as id from charter.audit_records r
      left join charter.approval_decisions d
        on d.tenant_id = r.tenant_id and d.approval_id::text = r.target_id and d.xmin = r.xmin
     where r.tenant_id = ${tenantId} and r.trail = 'approvals'
       and replace(r.type, 'channel_', 'team_')
             not in ('team_creation_approval_requested', 'team_creation_approval_expired')
       and r.fields ->> 'byRule' is null
     group by r.record_id, r.target_id, r.type having count(d.approval_id) <> 1`,
  'policies whose versions were not recorded once each': (tenantId) => sql`
    select p.policy_id::text as id from charter.policies p
      left join charter.audit_records r
        on r.tenant_id = p.tenant_id and r.target_id = p.policy_id::text
        and r.type in ('policy_created', 'policy_updated')
     where p.tenant_id = ${tenantId}
     group by p.policy_id, p.version having count(r.record_id) <> p.version`,
  'policies that came or went without one record': cameOrWent('policy', 'charter.policies'),
  'policies given to teams, or taken, without one record': (tenantId) => sql`
    with said as (
      select target_id as policy_id, fields ->> 'teamId' as team_id,
             count(*) filter (where type = 'policy_attached') as given,
             count(*) filter (where type = 'policy_detached') as taken
        from charter.audit_records
       where tenant_id = ${tenantId} and type in ('policy_attached', 'policy_detached') group by 1, 2),
    -- Deleting the policy or the team also deletes the attachment.
    possible as (
      select p.policy_id::text as policy_id, t.team_id from charter.policies p
        join charter.governed_teams t on t.tenant_id = p.tenant_id where p.tenant_id = ${tenantId})
    select policy_id || ' ' || team_id as id
      from possible left join said using (policy_id, team_id)
      left join (select policy_id::text as policy_id, team_id, 1 as is_given from charter.policy_teams
                  where tenant_id = ${tenantId}) given using (policy_id, team_id)
     where coalesce(said.given, 0) - coalesce(said.taken, 0) <> coalesce(given.is_given, 0)`,
  'webhooks that came or went without one record': cameOrWent('hook', 'charter.hooks'),
  'templates whose revisions were not recorded once each': (tenantId) => sql`
    select t.template_id as id from charter.templates t
      left join charter.audit_records r
        on r.tenant_id = t.tenant_id and r.trail = 'catalog' and r.target_id = t.template_id
        and r.type in ('template_created', 'template_updated')
     where t.tenant_id = ${tenantId}
     group by t.template_id, t.revision having count(r.record_id) <> t.revision`,
  'roles without a record of the same transaction': (tenantId) => sql`
    select a.principal_id || ' ' || a.role as id from charter.role_assignments a
      left join charter.audit_records r
        on r.tenant_id = a.tenant_id and r.type = 'role_assigned' and r.target_id = a.principal_id
        and r.fields ->> 'role' = a.role and r.xmin = a.xmin
     where a.tenant_id = ${tenantId}
     group by a.principal_id, a.role having count(r.record_id) <> 1`,
  'apps without a record of the same transaction': (tenantId) => sql`
    select a.app_id as id from charter.apps a
      left join charter.audit_records r
        on r.tenant_id = a.tenant_id and r.type in ('app_registered', 'app_changed')
        and r.target_id = a.app_id and r.xmin = a.xmin
     where a.tenant_id = ${tenantId}
     group by a.app_id having count(r.record_id) <> 1`,
  'lifecycles of teams whose changes were not recorded once each': (tenantId) => sql`
    select l.team_id as id from charter.team_lifecycles l
      left join charter.audit_records r
        on r.tenant_id = l.tenant_id and r.target_id = l.team_id and r.type = any(${LIFECYCLE_CHANGES}::text[])
     where l.tenant_id = ${tenantId}
     group by l.team_id, l.revision having count(r.record_id) <> l.revision`,
  'lifecycle runs not requested or not ended once': (tenantId) => sql`
    select u.run_id::text as id from charter.lifecycle_runs u
      left join charter.audit_records r on r.tenant_id = u.tenant_id and r.target_id = u.run_id::text
     where u.tenant_id = ${tenantId}
     group by u.run_id, u.status, u.xmin
    having count(*) filter (where r.type = 'lifecycle_run_requested') <> 1
        or count(*) filter (where r.type in ('lifecycle_run_completed', 'lifecycle_run_failed') and r.xmin = u.xmin)
           <> case when u.status in ('completed', 'failed') then 1 else 0 end`,
  'records without one place in the chain': (tenantId) => sql`
    select r.record_id::text as id from charter.audit_records r
      left join charter.audit_chain c
        on c.tenant_id = r.tenant_id and c.record_id = r.record_id and c.trail = r.trail
     where r.tenant_id = ${tenantId}
     group by r.record_id having count(c.record_id) <> 1`,
  'gaps in a chain': (tenantId) => sql`
    select trail as id from charter.audit_chain where tenant_id = ${tenantId}
     group by trail having max(sequence) <> count(*) or min(sequence) <> 1`,
  'records that wait although all are sealed': (tenantId) => sql`
    select record_id::text as id from charter.audit_pending where tenant_id = ${tenantId}`,
};

/** @param box encrypts the secrets of the installation that wrote the records */
export async function compareAudit(
  tenancy: Tenancy<CharterTables>,
  tenantId: string,
  box = testSecrets(),
): Promise<string[]> {
  await auditStore(tenancy.for(tenantId), tenantId, box).seal();
  return compareSealedRecords(tenancy.for(tenantId), tenantId);
}

/** Compares state and records that are already sealed. Also works inside a transaction. */
export async function compareSealedRecords(db: Kysely<CharterTables>, tenantId: string): Promise<string[]> {
  const found: string[] = [];
  for (const [what, query] of Object.entries(COMPARISONS)) {
    const { rows } = await query(tenantId).execute(db);
    found.push(...rows.map(({ id }) => `${what}: ${id}`));
  }
  return found;
}
