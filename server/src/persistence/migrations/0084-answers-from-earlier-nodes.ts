import { type Kysely, sql } from 'kysely';

/**
 * Stores the answers of teams that nodes of releases before 0.3 create: these nodes know no answers. Without them, a
 * team has no end date, and policies for its answers do not apply. This version stores the answers in the statement
 * that records the team (persistence/team-metadata.ts). A later release drops the trigger.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create function charter.store_requested_answers() returns trigger language plpgsql as $function$
    begin
      -- This version has written them: an AFTER trigger runs at the end of the statement.
      if exists (select from charter.team_metadata where tenant_id = new.tenant_id and team_id = new.team_id) then
        return null;
      end if;
      with request as (
        select template_id, plan -> 'template' ->> 'version' as template_version,
               coalesce(request -> 'metadata', '{}') as metadata
          from charter.jobs
         where tenant_id = new.tenant_id and team_id = new.team_id and type = 'TeamProvisioning'
         order by created_at limit 1),
      given as (
        select answer_id, ordinality - 1 as item, value #>> '{}' as value, json_typeof(value) as type,
               row_number() over () as position
          from request
               cross join json_each(metadata) one (answer_id, answer)
               cross join json_array_elements(case json_typeof(answer) when 'array' then answer
                                              else json_build_array(answer) end) with ordinality item (value)
         where json_typeof(value) in ('string', 'number', 'boolean')),
      stored as (
        insert into charter.team_metadata
          (tenant_id, team_id, template_id, template_version, metadata, search_text, revision)
        select new.tenant_id, new.team_id, template_id, template_version, metadata,
               coalesce((select string_agg(' ' || regexp_replace(lower(value), '\\s+', ' ', 'g'), '' order by position)
                           from given where type = 'string'), ''),
               1
          from request)
      insert into charter.team_answers (tenant_id, team_id, answer_id, item, value, number)
      select new.tenant_id, new.team_id, answer_id, item, value, case type when 'number' then value::float8 end
        from given where length(answer_id) <= 64 and length(value) <= 200
       order by position limit 500;
      return null;
    end $function$;

    create trigger store_requested_answers after insert on charter.governed_teams
      for each row when (new.template_id is not null) execute function charter.store_requested_answers();
  `.execute(db);
}
