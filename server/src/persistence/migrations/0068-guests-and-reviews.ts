import { type Kysely, sql } from 'kysely';

/** Creates the tables of the stays of guests in teams, and of reviews of the people of teams (docs/guests.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table charter.guest_stays (
      tenant_id text not null,
      team_id text not null,
      user_id text not null,
      -- Start of the time that a policy limits.
      since timestamptz not null,
      ends_at timestamptz,
      sponsor_id text,
      reported_policy_id uuid,
      -- The end that was announced; another one is announced again.
      announced_end timestamptz,
      -- Time of the next step, or the end of a lease; null: none.
      due_at timestamptz,
      primary key (tenant_id, team_id, user_id)
    );
    create index guest_stays_by_due on charter.guest_stays (tenant_id, due_at) where due_at is not null;

    create table charter.reviews (
      tenant_id text not null,
      review_id uuid not null,
      team_id text not null,
      kind text not null check (kind in ('guests', 'members')),
      status text not null check (status in ('open', 'ending', 'completed', 'cancelled')),
      policy_id uuid not null,
      policy_name text not null,
      unanswered text not null check (unanswered in ('remove', 'keep')),
      -- The stay that a confirmation gives a guest anew.
      stay_days integer,
      request_id text not null,
      created_at timestamptz not null,
      deadline_at timestamptz not null,
      completed_at timestamptz,
      item_count integer not null,
      keep_count integer not null,
      remove_count integer not null,
      removed_count integer not null,
      -- Time of the next step, or the end of a lease; null: none.
      due_at timestamptz,
      attempt integer not null,
      primary key (tenant_id, review_id)
    );
    create index reviews_by_team on charter.reviews (tenant_id, team_id, kind, created_at);
    create index reviews_by_due on charter.reviews (tenant_id, due_at) where due_at is not null;
    -- A team has one review of a kind at a time.
    create unique index reviews_under_way on charter.reviews (tenant_id, team_id, kind)
      where status in ('open', 'ending');

    create table charter.review_items (
      tenant_id text not null,
      review_id uuid not null,
      user_id text not null,
      role text not null,
      decision text check (decision in ('keep', 'remove')),
      decided_by text,
      decided_at timestamptz,
      outcome text check (outcome in ('kept', 'removed', 'gone', 'permanent', 'failed')),
      error json,
      primary key (tenant_id, review_id, user_id),
      foreign key (tenant_id, review_id) references charter.reviews on delete cascade
    );

    do $do$
    begin
      execute replace(pg_get_functiondef('charter.tenants_with_due_work'::regproc), 'end case;', $text$
          when 'guests_and_reviews' then
            v_is_due := exists (
                select from charter.guest_stays where tenant_id = v_tenant and due_at <= p_at)
              or exists (select from charter.reviews where tenant_id = v_tenant and due_at <= p_at);
        end case;$text$);
    end $do$;
  `.execute(db);
}
