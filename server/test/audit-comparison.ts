/**
 * Compares what is with what is recorded: every change of state has exactly one audit record, written in its
 * transaction, with one place in the chain. Answers what does not hold, in words.
 */
import { sql } from 'kysely';
import { EVENT_TYPES } from '../src/domain/events/model.ts';
import { auditStore } from '../src/persistence/audit.ts';
import type { CharterTables } from '../src/persistence/tables.ts';
import type { Tenancy } from '../src/persistence/tenancy.ts';

const JOB_REQUESTS = ['team_provisioning_requested', 'team_archive_requested', 'team_unarchive_requested'];
const JOB_ENDS = [
  'team_provisioning_completed',
  'team_archived',
  'team_archive_failed',
  'team_unarchived',
  'team_unarchive_failed',
];

/** `$1` is the tenant; each finds the rows that have no record, or more than one, or one of another transaction. */
const COMPARISONS: Record<string, (tenantId: string) => ReturnType<typeof sql<{ id: string }>>> = {
  'events and records of another transaction, or without each other': (tenantId) => sql`
    select coalesce(e.event_id, r.record_id)::text || ' ' || coalesce(e.type, r.type) as id
      from (select *, xmin as written from charter.domain_events where tenant_id = ${tenantId}) e
      full join (select *, xmin as written from charter.audit_records
                  where tenant_id = ${tenantId} and type = any(${[...EVENT_TYPES]}::text[])) r
        on r.record_id = e.event_id
     where e.event_id is null or r.record_id is null or e.written <> r.written or e.type <> r.type`,
  'jobs not requested once': (tenantId) => sql`
    select j.job_id::text as id from charter.jobs j
     where j.tenant_id = ${tenantId}
       and 1 <> (select count(*) from charter.audit_records r
                  where r.tenant_id = j.tenant_id and r.type = any(${JOB_REQUESTS}::text[])
                    and r.fields ->> 'jobId' = j.job_id::text
                    -- A job that was never touched again was written with its record.
                    and (j.attempt > 0 or r.xmin = j.xmin))`,
  'jobs not ended once': (tenantId) => sql`
    select j.job_id::text || ' ' || j.status as id from charter.jobs j
     where j.tenant_id = ${tenantId}
       and (case when j.status in ('completed', 'failed') then 1 else 0 end)
        <> (select count(*) from charter.audit_records r
             where r.tenant_id = j.tenant_id and r.type = any(${JOB_ENDS}::text[])
               and r.request_id = j.request_id and r.xmin = j.xmin)`,
  'templates whose revisions were not recorded once each': (tenantId) => sql`
    select t.template_id as id from charter.templates t
     where t.tenant_id = ${tenantId}
       and t.revision <> (select count(*) from charter.audit_records r
                           where r.tenant_id = t.tenant_id and r.trail = 'catalog' and r.target_id = t.template_id
                             and r.type in ('template_created', 'template_updated'))`,
  'roles without a record of the same transaction': (tenantId) => sql`
    select a.principal_id || ' ' || a.role as id from charter.role_assignments a
     where a.tenant_id = ${tenantId}
       and 1 <> (select count(*) from charter.audit_records r
                  where r.tenant_id = a.tenant_id and r.type = 'role_assigned' and r.target_id = a.principal_id
                    and r.fields ->> 'role' = a.role and r.xmin = a.xmin)`,
  'apps without a record of the same transaction': (tenantId) => sql`
    select a.app_id as id from charter.apps a
     where a.tenant_id = ${tenantId}
       and 1 <> (select count(*) from charter.audit_records r
                  where r.tenant_id = a.tenant_id and r.type in ('app_registered', 'app_changed')
                    and r.target_id = a.app_id and r.xmin = a.xmin)`,
  'records without one place in the chain': (tenantId) => sql`
    select r.record_id::text as id from charter.audit_records r
     where r.tenant_id = ${tenantId}
       and 1 <> (select count(*) from charter.audit_chain c
                  where c.tenant_id = r.tenant_id and c.record_id = r.record_id and c.trail = r.trail)`,
  'gaps in a chain': (tenantId) => sql`
    select trail as id from charter.audit_chain where tenant_id = ${tenantId}
     group by trail having max(sequence) <> count(*) or min(sequence) <> 1`,
  'records that wait although all are sealed': (tenantId) => sql`
    select record_id::text as id from charter.audit_pending where tenant_id = ${tenantId}`,
};

export async function compareAudit(tenancy: Tenancy<CharterTables>, tenantId: string): Promise<string[]> {
  const db = tenancy.for(tenantId);
  await auditStore(db, tenantId).seal();
  const found: string[] = [];
  for (const [what, query] of Object.entries(COMPARISONS)) {
    const { rows } = await query(tenantId).execute(db);
    found.push(...rows.map(({ id }) => `${what}: ${id}`));
  }
  return found;
}
