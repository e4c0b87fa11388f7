import { sql } from 'kysely';

/**
 * The audit trails (docs/audit.md). `audit_records` and `audit_chain` are insert-only for the service's role
 * (secure-tables.ts). Retention removes records only through prune_audit_records, which records the removal.
 */
export const audit = sql`
  -- Written in the transaction that makes the change.
  create table charter.audit_records (
    tenant_id text not null,
    record_id uuid not null,
    trail text not null,
    type text not null,
    occurred_at timestamptz not null,
    actor_id text not null,
    actor_kind text not null,
    actor_name text not null,
    target_type text not null,
    target_id text not null,
    target_name text not null,
    request_id text not null,
    outcome text not null check (outcome in ('success', 'failure', 'denied')),
    -- json keeps the hashed text unchanged.
    fields json not null,
    -- The team of the record. Row-level security prevents the use of an index on a JSON member.
    team_id text generated always as (
      coalesce(fields ->> 'teamId', case target_type when 'team' then target_id end)) stored,
    primary key (tenant_id, record_id)
  );
  create index audit_records_by_time
      on charter.audit_records (tenant_id, trail, occurred_at, record_id);
  create index audit_records_by_type
      on charter.audit_records (tenant_id, trail, type, occurred_at, record_id);
  create index audit_records_by_actor
      on charter.audit_records (tenant_id, trail, actor_id, occurred_at, record_id);
  create index audit_records_by_target
      on charter.audit_records (tenant_id, trail, target_id, occurred_at, record_id);
  create index audit_records_by_team on charter.audit_records (tenant_id, team_id, occurred_at, record_id)
    where team_id is not null;

  -- Records that are not sealed yet. Inserted with the record, deleted when it is sealed.
  create table charter.audit_pending (
    tenant_id text not null,
    record_id uuid not null,
    primary key (tenant_id, record_id)
  );

  -- The position of each record in its trail's chain.
  create table charter.audit_chain (
    tenant_id text not null,
    trail text not null,
    sequence bigint not null check (sequence > 0),
    record_id uuid not null,
    hash bytea not null check (length(hash) = 32),
    primary key (tenant_id, trail, sequence)
  );
  create unique index audit_chain_by_record on charter.audit_chain (tenant_id, record_id);

  -- Signed checkpoints: a node claims a number with its line, then writes the line to its folder. Only the
  -- newest stay; where another node finds one that is not written, it writes it.
  create table charter.audit_checkpoints (
    tenant_id text not null,
    number bigint not null check (number > 0),
    line text not null,
    written_at timestamptz,
    primary key (tenant_id, number)
  );

  -- Public keys of all nodes that sign checkpoints.
  create table charter.audit_keys (
    key_id text primary key,
    public_jwk jsonb not null,
    created_at timestamptz not null
  );

  -- Days that a trail's records are kept, as the owner's configuration says; no row: forever.
  create table charter.audit_retention (
    trail text primary key,
    days integer not null check (days > 0)
  );

  -- Removes up to p_most of a trail's oldest records beyond their retention, and records the removal.
  -- Returns their number. The last record of a chain stays, because the chain continues from it.
  create function charter.prune_audit_records(p_trail text, p_most integer, p_record_id uuid, p_at timestamptz)
  returns bigint language plpgsql security definer set search_path = pg_catalog, pg_temp as $function$
  declare
    v_tenant text := current_setting('charter.tenant_id', true);
    v_days integer := (select days from charter.audit_retention where trail = p_trail);
    v_before timestamptz := least(p_at, now()) - make_interval(days => v_days);
    v_head bigint;
    v_through bigint;
    v_hash bytea;
    v_count bigint;
  begin
    if v_days is null or coalesce(v_tenant, '') = '' then return 0; end if;
    perform pg_advisory_xact_lock(hashtextextended('charter.audit:' || v_tenant, 0));
    select max(sequence) into v_head
      from charter.audit_chain where tenant_id = v_tenant and trail = p_trail;
    select max(sequence) into v_through
      from (select c.sequence, bool_and(r.occurred_at < v_before) over (order by c.sequence) as is_over
              from (select * from charter.audit_chain
                     where tenant_id = v_tenant and trail = p_trail
                     order by sequence limit p_most) c
              join charter.audit_records r using (tenant_id, record_id)) beginning
     where is_over and sequence < v_head;
    if v_through is null then return 0; end if;
    select hash into v_hash
      from charter.audit_chain where tenant_id = v_tenant and trail = p_trail and sequence = v_through;
    delete from charter.audit_records r using charter.audit_chain c
     where c.tenant_id = v_tenant and c.trail = p_trail and c.sequence <= v_through
       and r.tenant_id = c.tenant_id and r.record_id = c.record_id;
    delete from charter.audit_chain
     where tenant_id = v_tenant and trail = p_trail and sequence <= v_through;
    get diagnostics v_count = row_count;
    insert into charter.audit_records
      (tenant_id, record_id, trail, type, occurred_at, actor_id, actor_kind, actor_name,
       target_type, target_id, target_name, request_id, outcome, fields)
    values
      (v_tenant, p_record_id, p_trail, 'audit_records_pruned', p_at, 'charter', 'system', 'Charter',
       'trail', p_trail, p_trail, p_record_id::text, 'success',
       json_build_object(
         'prunedThroughSequence', v_through,
         'prunedThroughHash', encode(v_hash, 'hex'),
         'prunedCount', v_count,
         'prunedBefore', to_char(v_before at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
    insert into charter.audit_pending (tenant_id, record_id) values (v_tenant, p_record_id);
    return v_count;
  end $function$;
  revoke execute on function charter.prune_audit_records from public;
`;
