/**
 * Changes that must have an audit record in the same transaction. Constraint triggers enforce it, so that no command
 * on any node can omit the record. Writes by the owner (migrations) are exempt.
 */
interface GuardedChange {
  /** Name of a table in schema charter. */
  table: string;
  on: string;
  /** SQL condition on a row. When undefined, every row needs a record. */
  when?: string;
}

/** The end of a job, and the start and end of its pause for an approval. Other progress is in the job's ledger. */
const DECISIVE_STATUS = `new.status is distinct from old.status
  and (new.status in ('completed', 'failed') or 'paused' in (new.status, old.status))`;

/** Decisions about a request for a team. A reminder to the approvers is not a decision. */
const DECISIVE_OF_APPROVAL = `new.status is distinct from old.status or new.stages::text is distinct from old.stages::text`;

/** Changes of a webhook's settings. The state of its deliveries is not a setting. */
const DECISIVE_OF_HOOK = `(new.name, new.description, new.active, new.events, new.url, new.templates, new.secrets, new.scope)
  is distinct from (old.name, old.description, old.active, old.events, old.url, old.templates, old.secrets, old.scope)`;

/** The end of a lifecycle run. Its progress is in the run's report. */
const RUN_ENDED = `new.status is distinct from old.status and new.status in ('completed', 'failed')`;

/** The end of a request to own a team. An appointment is recorded with the change to the team. */
const OWNER_REQUEST_RESOLVED = `new.status is distinct from old.status and new.status <> 'appointed'`;

/** The deletion of a channel is recorded with the change to the team. */
const VIOLATION_DECIDED = `new.status is distinct from old.status and new.status <> 'deleting'`;

/** A change of the end or the sponsor of a guest's stay. Its next step and a policy's report need no record. */
const STAY_CHANGED = `(new.ends_at, new.inactive_ends_at, new.sponsor_id)
  is distinct from (old.ends_at, old.inactive_ends_at, old.sponsor_id)`;

/** The end of a review. Until then, its removals are recorded with the changes to the team. */
const REVIEW_ENDED = `new.status is distinct from old.status and new.status in ('completed', 'cancelled')`;

const GUARDED: readonly GuardedChange[] = [
  { table: 'approvals', on: 'insert' },
  { table: 'approvals', on: 'update', when: DECISIVE_OF_APPROVAL },
  { table: 'approval_decisions', on: 'insert' },
  { table: 'apps', on: 'insert or update or delete' },
  { table: 'app_secrets', on: 'insert or delete' },
  { table: 'channel_violations', on: 'insert' },
  { table: 'channel_violations', on: 'update', when: VIOLATION_DECIDED },
  { table: 'governed_teams', on: 'insert or delete' },
  { table: 'guest_stays', on: 'insert', when: 'new.ends_at is not null or new.sponsor_id is not null' },
  { table: 'guest_stays', on: 'update', when: STAY_CHANGED },
  { table: 'hooks', on: 'insert or delete' },
  { table: 'hooks', on: 'update', when: DECISIVE_OF_HOOK },
  { table: 'join_requests', on: 'insert' },
  { table: 'join_requests', on: 'update', when: 'new.status is distinct from old.status' },
  { table: 'jobs', on: 'insert' },
  { table: 'jobs', on: 'update', when: DECISIVE_STATUS },
  { table: 'lifecycle_runs', on: 'insert' },
  { table: 'lifecycle_runs', on: 'update', when: RUN_ENDED },
  { table: 'owner_searches', on: 'insert' },
  { table: 'owner_requests', on: 'insert', when: "new.status = 'pending'" },
  { table: 'owner_requests', on: 'update', when: OWNER_REQUEST_RESOLVED },
  { table: 'policies', on: 'insert or update or delete' },
  { table: 'policy_teams', on: 'insert or delete' },
  { table: 'reviews', on: 'insert' },
  { table: 'reviews', on: 'update', when: REVIEW_ENDED },
  { table: 'review_items', on: 'update', when: 'new.decision is distinct from old.decision' },
  { table: 'role_assignments', on: 'insert or update or delete' },
  { table: 'scim_tokens', on: 'insert or delete' },
  { table: 'team_lifecycles', on: 'insert or update' },
  { table: 'team_metadata', on: 'insert or update' },
  { table: 'templates', on: 'insert or update or delete' },
];

export interface GuardFunction {
  name: string;
  /** Its body, as pg_proc stores it. */
  body: string;
}

/** The trigger on audit_records marks the transaction as audited. The mark ends with the transaction. */
export const GUARD_FUNCTIONS: readonly GuardFunction[] = [
  {
    name: 'charter.note_audit_record',
    body: `
   begin
     perform set_config('charter.audited', 'yes', true);
     return null;
   end `,
  },
  {
    name: 'charter.require_audit_record',
    body: `
   begin
     if coalesce(current_setting('charter.audited', true), '') = ''
        and (select relowner from pg_class where oid = tg_relid) <> current_user::regrole then
       raise exception 'A change of charter.% has no audit record in its transaction.', tg_table_name
         using errcode = 'integrity_constraint_violation',
               hint = 'Write it with unit.events.append or unit.audit.append in the same transaction.';
     end if;
     return null;
   end `,
  },
];

/** A trigger of the guard on a table of schema charter. */
export interface GuardTrigger {
  table: string;
  name: string;
  create: string;
}

const triggerOf = ({ table, on, when }: GuardedChange): GuardTrigger => {
  const name = `audited_${on.split(' ')[0]}`;
  return {
    table,
    name,
    // The check is deferred to the commit, so that the record may follow the change.
    create: `create constraint trigger ${name} after ${on} on charter.${table} deferrable initially deferred
      for each row ${when === undefined ? '' : `when (${when})`} execute function charter.require_audit_record()`,
  };
};

export const GUARD_TRIGGERS: readonly GuardTrigger[] = [
  {
    table: 'audit_records',
    name: 'audit_noted',
    create: `create trigger audit_noted after insert on charter.audit_records
      for each row execute function charter.note_audit_record()`,
  },
  ...GUARDED.map(triggerOf),
];
