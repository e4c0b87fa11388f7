import { sql } from 'kysely';

/**
 * Tables of the Graph suite, and the credentials with which Charter signs in to Microsoft. The suite's copy of people
 * and groups is in the tables of the directory.
 */
export const graphSuite = sql`
  -- Registrations of Microsoft Entra tenants, besides the registration in the settings.
  create table charter.graph_registrations (
    tenant_id text not null primary key,
    -- Null with the registration of the settings.
    client_id text,
    credential text not null
      check (credential in ('secret', 'certificate', 'workloadIdentity', 'settings')),
    -- Encrypted by the secret box.
    sealed_credential text,
    expires_at timestamptz,
    changed_at timestamptz not null,
    check ((client_id is null) = (credential = 'settings')),
    check ((sealed_credential is not null) = (credential in ('secret', 'certificate')))
  );

  -- User accounts for calls that Microsoft Graph does not permit with application permissions.
  create table charter.graph_accounts (
    tenant_id text not null primary key,
    client_id text not null,
    user_id text not null,
    user_name text not null,
    -- Delegated permissions.
    scopes text[] not null,
    -- Token cache with the refresh token, encrypted by the secret box.
    sealed_tokens text not null,
    connected_at timestamptz not null,
    -- When Entra rejected the refresh token, and why.
    lost_at timestamptz,
    lost_reason text,
    check ((lost_at is null) = (lost_reason is null))
  );

  -- Copies of the names of organisations.
  create table graph_suite.organisations (
    tenant_id text not null primary key,
    display_name text not null,
    initial_domain_name text not null,
    default_domain_name text not null
  );

  -- Groups of the tenant, teams among them. A deleted one stays as a tombstone, because Graph may still show it.
  create table graph_suite.groups (
    tenant_id text not null,
    group_id text not null,
    marker text,
    display_name text not null,
    display_name_key text not null,
    mail_nickname_key text not null,
    is_team boolean not null,
    is_archived boolean not null default false,
    -- When Charter created it; null for other groups.
    created_at timestamptz,
    -- Latest change by Charter.
    changed_at timestamptz,
    -- Day of the latest activity in the usage report.
    active_on date,
    deleted_at timestamptz,
    -- The team as its last event left it (ShownTeam); null until it was read once. And when it was read.
    shown jsonb,
    looked_at timestamptz,
    -- Grows when answers of Graph about the team become outdated (suites/graph/mirror/shared-reads.ts).
    revision integer not null default 0,
    primary key (tenant_id, group_id)
  );
  create index groups_by_name on graph_suite.groups (tenant_id, display_name_key) where is_team;
  create index groups_by_mail_nickname on graph_suite.groups (tenant_id, mail_nickname_key);
  create index groups_by_look on graph_suite.groups (tenant_id, looked_at nulls first)
    where is_team and deleted_at is null;

  -- Channels of teams as Charter knows them. Differences from Graph's channels are changes by others.
  create table graph_suite.known_channels (
    tenant_id text not null,
    team_id text not null,
    -- The channels by id as their last events left them: KnownChannel (suites/graph/mirror/known-channels.ts).
    -- Null until they were read once.
    channels jsonb,
    read_at timestamptz,
    -- Last change by Charter: Graph may still show the state before it.
    changed_at timestamptz,
    primary key (tenant_id, team_id)
  );

  -- What was asked of Graph under a marker, recorded before the call, and what came of it.
  create table graph_suite.effects (
    tenant_id text not null,
    kind text not null,
    -- Id of the team or channel that the effect is in; empty for a team.
    scope text not null,
    marker text not null,
    -- Null: Charter has checked that the effect can be asked for, and has not asked.
    asked_at timestamptz,
    -- Path of a running teamsAsyncOperation, and when it may be polled next.
    operation text,
    poll_at timestamptz,
    effect_id text,
    result jsonb,
    primary key (tenant_id, kind, scope, marker)
  );
  -- For the removal of old finished effects.
  create index finished_effects_by_age on graph_suite.effects (tenant_id, asked_at) where result is not null;

  -- Calls of the last window for each budget, and the line of jobs that a paused one has rejected
  -- (suites/graph/client/pacing.ts). Times are milliseconds since 1970.
  create table graph_suite.pacing (
    tenant_id text not null,
    budget text not null,
    times double precision[] not null,
    paused_until double precision not null default 0,
    -- When the present pause began, and how many jobs were sent back since.
    paused_at double precision not null default 0,
    sent_back integer not null default 0,
    -- The latest time that was given to a job.
    line_end double precision not null default 0,
    -- How many jobs return at once: about as many calls as were made between the last two pauses.
    line_width integer not null default 200,
    -- Since when the pauses follow one another.
    throttled_since double precision not null default 0,
    primary key (tenant_id, budget)
  );

  -- Answers of Graph that the nodes share for some seconds (suites/graph/mirror/shared-reads.ts). Unlogged: after a
  -- crash, the nodes ask Graph again.
  create unlogged table graph_suite.answers (
    tenant_id text not null,
    team_id text not null,
    -- Hash of the call.
    call text not null,
    -- Revision of the team in graph_suite.groups before the call.
    revision integer not null,
    -- Until then, one node makes the call, and the others wait for its answer.
    leased_until timestamptz not null,
    answered_at timestamptz,
    body text,
    primary key (tenant_id, team_id, call)
  );

  -- Where the next delta query of a collection begins.
  create table graph_suite.synchronisation (
    tenant_id text not null,
    collection text not null,
    link text,
    synchronised_at timestamptz,
    -- Whether the last page of a round was read.
    is_round_over boolean not null default false,
    -- When a round began that replaces a place that Graph has forgotten; null otherwise.
    round_began_at timestamptz,
    -- When all pages were read for the first time: differences are changes only from then on.
    completed_at timestamptz,
    -- The lease of the worker that reads the collection (suites/graph/mirror/delta-rounds.ts).
    lease_id uuid,
    leased_until timestamptz,
    -- Whether another worker has asked for a read during the lease.
    is_read_again boolean not null default false,
    primary key (tenant_id, collection)
  );

  -- Objects that such a round has shown, and who is in them, so that those it omits can be removed.
  create table graph_suite.round_objects (
    tenant_id text not null,
    kind text not null check (kind in ('users', 'groups', 'members', 'owners')),
    object_id text not null,
    -- Member or owner of a group; empty for the object itself.
    related_id text not null,
    primary key (tenant_id, kind, object_id, related_id)
  );

  -- What others may have changed and was not compared and recorded yet: once for a team, once for each person in it.
  create table graph_suite.outside_changes (
    tenant_id text not null,
    team_id text not null,
    -- Id of a person in the team; empty for the team itself.
    subject text not null,
    change_id uuid not null,
    -- State before the change, for what the copy no longer has: PendingBefore (suites/graph/mirror/pending-changes.ts).
    before jsonb not null,
    noticed_at timestamptz not null,
    -- Time of the next comparison; during one, the end of its lease.
    due_at timestamptz not null,
    -- Fencing number: each further change and each change by Charter increments it.
    revision integer not null default 1,
    primary key (tenant_id, team_id, subject)
  );
  create index outside_changes_by_due on graph_suite.outside_changes (tenant_id, due_at);

  -- Subscriptions to Microsoft Graph's notifications.
  create table graph_suite.subscriptions (
    tenant_id text not null,
    resource text not null,
    -- Null until Graph has created it.
    subscription_id text,
    -- Encrypted; Graph repeats it in each notification.
    client_state text not null,
    notification_url text not null,
    expires_at timestamptz,
    -- When it is created, renewed or tried again; during a call, the end of its lease.
    renew_at timestamptz not null,
    primary key (tenant_id, resource)
  );
`;
