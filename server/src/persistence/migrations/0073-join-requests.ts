import { type Kysely, sql } from 'kysely';

/** Creates the table of people's requests to join teams (docs/team-directory.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table charter.join_requests (
      tenant_id text not null,
      request_id uuid not null,
      team_id text not null,
      -- Name of the team when the person asked.
      team_name text not null,
      person_id text not null,
      message text,
      status text not null check (status in ('pending', 'accepted', 'declined', 'expired', 'withdrawn')),
      reason text check (reason in ('requester', 'joined', 'left', 'teamClosed')),
      created_at timestamptz not null,
      expires_at timestamptz not null,
      reminded_at timestamptz,
      resolved_at timestamptz,
      -- Who decided; of a pending request: who is accepting it, since claimed_at.
      decider json,
      claimed_at timestamptz,
      answer text,
      -- Time of the reminder or of the end; null: none.
      due_at timestamptz,
      primary key (tenant_id, request_id)
    );
    -- A person has one pending request for a team.
    create unique index join_requests_pending on charter.join_requests (tenant_id, person_id, team_id)
      where status = 'pending';
    create index join_requests_by_person on charter.join_requests (tenant_id, person_id, request_id);
    create index join_requests_by_team on charter.join_requests (tenant_id, team_id, request_id);
    create index join_requests_by_due on charter.join_requests (tenant_id, due_at) where due_at is not null;

    do $do$
    begin
      execute replace(pg_get_functiondef('charter.tenants_with_due_work'::regproc), 'end case;', $text$
          when 'join_requests' then
            -- A request is also due when nobody can decide it any more (persistence/join-requests.ts).
            v_is_due := exists (
              select from charter.join_requests item
               where item.tenant_id = v_tenant and item.status = 'pending'
                 and (item.due_at <= p_at
                   or not exists (
                     select from directory.teams t
                      where t.tenant_id = v_tenant and t.team_id = item.team_id and not t.is_archived)
                   or not exists (
                     select from directory.users u
                      where u.tenant_id = v_tenant and u.user_id = item.person_id and u.account_enabled)
                   or exists (
                     select from directory.team_members m
                      where m.tenant_id = v_tenant and m.team_id = item.team_id and m.user_id = item.person_id)));
        end case;$text$);
    end $do$;
  `.execute(db);
}
