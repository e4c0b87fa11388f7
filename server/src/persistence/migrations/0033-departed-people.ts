import { type Kysely, sql } from 'kysely';

/** People who have left the directory and of whom administrators were notified, by the template that names them. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table charter.departed_people (
      tenant_id text not null,
      template_id text not null,
      -- Id, user principal name or mail address, as the template or the request has it.
      person_id text not null,
      noticed_at timestamptz not null,
      primary key (tenant_id, template_id, person_id)
    );
  `.execute(db);
}
