import { sql } from 'kysely';

/** Approvals of requests for teams (docs/approvals.md). */
export const approvals = sql`
  create table charter.approvals (
    tenant_id text not null,
    approval_id uuid not null,
    job_id uuid not null,
    status text not null check (status in ('pending', 'approved', 'rejected', 'expired', 'cancelled')),
    -- For optimistic locking: each write increments it.
    revision integer not null default 1,
    template json not null,
    requester json not null,
    request_id text not null,
    -- The requested team, and the changes that approvers made to it.
    request json not null,
    updates json not null default '{}',
    stages json not null,
    -- Position of the stage that decides now.
    stage smallint not null default 0,
    decided_by json,
    message text,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    decided_at timestamptz,
    -- When the approvers were last notified; the first time with the request.
    reminded_at timestamptz not null,
    primary key (tenant_id, approval_id)
  );
  create unique index approvals_by_job on charter.approvals (tenant_id, job_id);
  create index approvals_by_status on charter.approvals (tenant_id, status, approval_id);
  create index approvals_by_expiry on charter.approvals (tenant_id, expires_at) where status = 'pending';
  create index approvals_by_reminder on charter.approvals (tenant_id, reminded_at) where status = 'pending';

  -- The people an approval is shown to. The primary key is the order of their list.
  create table charter.approval_people (
    tenant_id text not null,
    person_id text not null,
    role text not null check (role in ('requester', 'approver')),
    approval_id uuid not null,
    primary key (tenant_id, person_id, role, approval_id)
  );

  -- Every decision in every stage. Insert-only.
  create table charter.approval_decisions (
    tenant_id text not null,
    approval_id uuid not null,
    -- Id of the deciding call: tells its retry from a second decision.
    decision_id uuid not null,
    stage smallint not null,
    outcome text not null check (outcome in ('approved', 'rejected', 'delegated', 'cancelled')),
    decider json not null,
    message text,
    decided_at timestamptz not null,
    primary key (tenant_id, approval_id, decision_id)
  );
`;
