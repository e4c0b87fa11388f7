import { sql } from 'kysely';

/** Webhooks, events that wait for their deliveries, and deliveries (docs/webhooks.md). */
export const webhooks = sql`
  create table charter.hooks (
    tenant_id text not null,
    hook_id uuid not null,
    name text not null,
    description text,
    active boolean not null,
    events text[] not null,
    -- Without its query, which may hold keys: encrypted.
    url text not null,
    sealed_query text,
    templates text[] not null,
    -- Encrypted, newest first.
    secrets jsonb not null,
    scope text not null check (scope in ('tenant', 'personal')),
    -- The role and directory entry that the scope depends on; the scope ends with them.
    standing jsonb not null default '{"roleFrom": null, "inDirectory": false}',
    creator jsonb not null,
    creator_id text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    -- Events from before this time are still delivered when the webhook is active again.
    inactive_since timestamptz,
    failing_since timestamptz,
    disabled_reason text check (disabled_reason in ('gone', 'failing')),
    primary key (tenant_id, hook_id)
  );
  create index hooks_by_creator on charter.hooks (tenant_id, creator_id);

  -- Events whose deliveries are not made yet; written in the transaction of the event.
  create table charter.hook_fan_outs (
    tenant_id text not null,
    event_id uuid not null,
    audience text[],
    -- End of the lease of the node that makes the deliveries; null: not leased.
    leased_until timestamptz,
    -- Fencing number: each lease increments it.
    lease integer not null default 0,
    primary key (tenant_id, event_id)
  );

  create table charter.hook_deliveries (
    tenant_id text not null,
    hook_id uuid not null,
    delivery_id uuid not null,
    event_id uuid not null,
    event text not null,
    -- Scope of the webhook when the delivery was made; a redelivery needs at least this scope.
    scope text not null check (scope in ('tenant', 'personal')),
    status text not null check (status in ('pending', 'delivered', 'failed')),
    -- Fencing number: each run increments it.
    run integer not null,
    -- Tries since the delivery was made or redelivered.
    tries integer not null default 0,
    -- Time of the next try; during a try, the end of its lease.
    due_at timestamptz,
    created_at timestamptz not null,
    completed_at timestamptz,
    -- json keeps the text of the answers.
    attempts json not null default '[]',
    -- Only of a test delivery, which has no recorded event.
    body text,
    primary key (tenant_id, hook_id, delivery_id)
  );
  create index hook_deliveries_due
      on charter.hook_deliveries (tenant_id, hook_id, due_at) where status = 'pending';

  create function charter.announce_webhooks() returns trigger language plpgsql as $function$
  begin
    perform pg_notify('charter_webhooks', new.tenant_id);
    return null;
  end $function$;
  create trigger announced after insert on charter.hook_fan_outs
    for each row execute function charter.announce_webhooks();

  -- A trigger instead of a foreign key: deliveries are inserted by the hundred, and a foreign key would
  -- check the webhook for each row (fan-outs.ts locks the few webhooks once).
  create function charter.remove_deliveries() returns trigger language plpgsql as $function$
  begin
    delete from charter.hook_deliveries where tenant_id = old.tenant_id and hook_id = old.hook_id;
    return null;
  end $function$;
  create trigger deliveries_removed after delete on charter.hooks
    for each row execute function charter.remove_deliveries();
`;
