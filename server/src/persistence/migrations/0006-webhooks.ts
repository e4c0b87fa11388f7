import { type Kysely, sql } from 'kysely';

/** Webhooks: what is asked for, which events wait to be handed on, and what is delivered (docs/webhooks.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table charter.hooks (
      tenant_id text not null,
      hook_id uuid not null,
      name text not null,
      description text,
      active boolean not null,
      events text[] not null,
      url text not null,
      templates text[] not null,
      -- Encrypted, newest first.
      secrets jsonb not null,
      scope text not null check (scope in ('tenant', 'personal')),
      creator jsonb not null,
      creator_id text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      failing_since timestamptz,
      disabled_reason text check (disabled_reason in ('gone', 'failing')),
      primary key (tenant_id, hook_id)
    );
    create index hooks_by_creator on charter.hooks (tenant_id, creator_id);

    -- Events for which deliveries are still to be made: written with the event.
    create table charter.hook_fan_outs (
      tenant_id text not null,
      event_id uuid not null,
      audience text[],
      primary key (tenant_id, event_id)
    );

    create table charter.hook_deliveries (
      tenant_id text not null,
      hook_id uuid not null,
      delivery_id uuid not null,
      event_id uuid not null,
      event text not null,
      status text not null check (status in ('pending', 'delivered', 'failed')),
      -- Fences writers: each run has the next number.
      run integer not null,
      -- Tries since it was made or redelivered.
      tries integer not null default 0,
      -- Next try of a pending one; while it is under way, the end of its lease.
      due_at timestamptz,
      created_at timestamptz not null,
      completed_at timestamptz,
      -- As json, which keeps what was answered to the letter.
      attempts json not null default '[]',
      -- Where no event is recorded: a test.
      body text,
      primary key (tenant_id, hook_id, delivery_id),
      foreign key (tenant_id, hook_id) references charter.hooks on delete cascade
    );
    create index hook_deliveries_due
        on charter.hook_deliveries (tenant_id, hook_id, due_at) where status = 'pending';

    -- Which template a team was made from.
    create index jobs_by_team on charter.jobs (tenant_id, team_id) where team_id is not null;
  `.execute(db);
  await sql`
    create function charter.announce_webhooks() returns trigger language plpgsql as $function$
    begin
      perform pg_notify('charter_webhooks', new.tenant_id);
      return null;
    end $function$;
    create trigger announced after insert on charter.hook_fan_outs
      for each row execute function charter.announce_webhooks();
  `.execute(db);
}
