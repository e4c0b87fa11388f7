import { type Kysely, sql } from 'kysely';

/**
 * Counts as owners only people who can act: those in the directory whose account is open. Records when a team loses its
 * last such owner, and who registered an app.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create index team_owners on directory.team_members (tenant_id, team_id, user_id) where role = 'owner';

    -- Teams that have lost their last owner who can act, until they have one again. Administrators are notified once
    -- for each row.
    create table directory.ownerless_teams (
      tenant_id text not null,
      team_id text not null,
      is_announced boolean not null default false,
      primary key (tenant_id, team_id)
    );
    create index unannounced_teams on directory.ownerless_teams (tenant_id, team_id) where not is_announced;

    create function directory.count_owners(p_tenant_id text, p_team_id text) returns void language plpgsql as $$
    declare
      v_owners integer;
    begin
      -- In a statement of its own, so that the snapshot of the count includes the changes that held the lock before.
      perform from directory.team_index i
        where i.tenant_id = p_tenant_id and i.team_id = p_team_id for no key update;
      select count(*) into v_owners
        from directory.team_members m
        join directory.users u on u.tenant_id = m.tenant_id and u.user_id = m.user_id and u.account_enabled
       where m.tenant_id = p_tenant_id and m.team_id = p_team_id and m.role = 'owner';
      update directory.team_index i set owner_count = v_owners
       where i.tenant_id = p_tenant_id and i.team_id = p_team_id and i.owner_count <> v_owners;
    end
    $$;

    create or replace function directory.count_team_members() returns trigger language plpgsql as $$
    declare
      v_team record;
    begin
      if tg_op <> 'DELETE' then
        -- A concurrent change of an owner's account waits, and then finds the new membership.
        perform from directory.users u
          where (u.tenant_id, u.user_id) in (select tenant_id, user_id from after_change where role = 'owner')
          order by u.user_id for share;
      end if;
      if tg_op = 'INSERT' then
        for v_team in
          select tenant_id, team_id, count(*) as members, max(added_at) as active_at, bool_or(role = 'owner') as owners
            from after_change group by tenant_id, team_id order by team_id
        loop
          perform directory.change_team_index(v_team.tenant_id, v_team.team_id, v_team.members, 0, v_team.active_at);
          if v_team.owners then perform directory.count_owners(v_team.tenant_id, v_team.team_id); end if;
        end loop;
      elsif tg_op = 'DELETE' then
        for v_team in
          select tenant_id, team_id, count(*) as members, bool_or(role = 'owner') as owners
            from before_change group by tenant_id, team_id order by team_id
        loop
          perform directory.change_team_index(v_team.tenant_id, v_team.team_id, -v_team.members, 0, null);
          if v_team.owners then perform directory.count_owners(v_team.tenant_id, v_team.team_id); end if;
        end loop;
      else
        for v_team in
          select distinct a.tenant_id, a.team_id
            from after_change a join before_change b using (tenant_id, team_id, user_id)
           where a.role <> b.role and 'owner' in (a.role, b.role)
           order by team_id
        loop
          perform directory.count_owners(v_team.tenant_id, v_team.team_id);
        end loop;
      end if;
      return null;
    end
    $$;

    -- A person can no longer act, or can act again: counts the owners of their teams anew.
    create function directory.count_owned_teams() returns trigger language plpgsql as $$
    declare
      v_team record;
    begin
      if tg_op = 'INSERT' then
        for v_team in
          select distinct m.tenant_id, m.team_id
            from after_change u join directory.team_members m on m.tenant_id = u.tenant_id and m.user_id = u.user_id
           where u.account_enabled and m.role = 'owner' order by m.team_id
        loop
          perform directory.count_owners(v_team.tenant_id, v_team.team_id);
        end loop;
      elsif tg_op = 'DELETE' then
        for v_team in
          select distinct m.tenant_id, m.team_id
            from before_change u join directory.team_members m on m.tenant_id = u.tenant_id and m.user_id = u.user_id
           where u.account_enabled and m.role = 'owner' order by m.team_id
        loop
          perform directory.count_owners(v_team.tenant_id, v_team.team_id);
        end loop;
      else
        for v_team in
          select distinct m.tenant_id, m.team_id
            from after_change u
            join before_change b on b.tenant_id = u.tenant_id and b.user_id = u.user_id
            join directory.team_members m on m.tenant_id = u.tenant_id and m.user_id = u.user_id
           where u.account_enabled <> b.account_enabled and m.role = 'owner' order by m.team_id
        loop
          perform directory.count_owners(v_team.tenant_id, v_team.team_id);
        end loop;
      end if;
      return null;
    end
    $$;
    create trigger count_teams_of_added after insert on directory.users
      referencing new table as after_change
      for each statement execute function directory.count_owned_teams();
    create trigger count_teams_of_changed after update on directory.users
      referencing old table as before_change new table as after_change
      for each statement execute function directory.count_owned_teams();
    create trigger count_teams_of_removed after delete on directory.users
      referencing old table as before_change
      for each statement execute function directory.count_owned_teams();

    -- The change is not announced for teams that have lost their owners before this migration.
    update directory.team_index i set owner_count = counted.owners
      from (select i.tenant_id, i.team_id, count(u.user_id)::integer as owners
              from directory.team_index i
              left join directory.team_members m
                on m.tenant_id = i.tenant_id and m.team_id = i.team_id and m.role = 'owner'
              left join directory.users u
                on u.tenant_id = m.tenant_id and u.user_id = m.user_id and u.account_enabled
             group by i.tenant_id, i.team_id) counted
     where i.tenant_id = counted.tenant_id and i.team_id = counted.team_id and i.owner_count <> counted.owners;

    create function directory.record_ownerless_team() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and new.owner_count = 0 then
        insert into directory.ownerless_teams (tenant_id, team_id) values (new.tenant_id, new.team_id)
        on conflict do nothing;
      else
        delete from directory.ownerless_teams o where o.tenant_id = old.tenant_id and o.team_id = old.team_id;
      end if;
      return null;
    end
    $$;
    create trigger owners_gone after update of owner_count on directory.team_index
      for each row when ((old.owner_count = 0) <> (new.owner_count = 0))
      execute function directory.record_ownerless_team();
    create trigger team_gone after delete on directory.team_index
      for each row execute function directory.record_ownerless_team();

    -- Null: registered by the operator, or by nobody who is known any more.
    alter table charter.apps add column registered_by text;
    update charter.apps a set registered_by = r.actor_id
      from (select distinct on (tenant_id, target_id) tenant_id, target_id, actor_id
              from charter.audit_records where trail = 'security' and type = 'app_registered' and actor_kind = 'user'
             order by tenant_id, target_id, record_id) r
     where r.tenant_id = a.tenant_id and r.target_id = a.app_id;
  `.execute(db);
}
