import { type Kysely, sql } from 'kysely';

/** Creates the table of the answers of teams, from the requests that created the teams (domain/answers). */
export async function up(db: Kysely<never>): Promise<void> {
  // json keeps the order of members and the character U+0000, as the request had them.
  await sql`
    create table charter.team_metadata (
      tenant_id text not null,
      team_id text not null,
      -- The template and its version that the team was made from.
      template_id text,
      template_version text,
      metadata json not null,
      -- The texts of the answers in lower case, each after a space.
      search_text text not null,
      revision integer not null,
      primary key (tenant_id, team_id)
    );

    -- The values that lists of teams compare. A list has a row for each of its items.
    create table charter.team_answers (
      tenant_id text not null,
      team_id text not null,
      answer_id text not null,
      item integer not null,
      value text collate "C" not null,
      number double precision,
      primary key (tenant_id, team_id, answer_id, item),
      foreign key (tenant_id, team_id) references charter.team_metadata on delete cascade
    );
    create index team_answers_by_value on charter.team_answers (tenant_id, answer_id, value, team_id);
    create index team_answers_by_number on charter.team_answers (tenant_id, answer_id, number, team_id)
      where number is not null;
  `.execute(db);
}
