import { type Kysely, sql } from 'kysely';

/** Marks governed teams whose channels were checked, so that other teams cost no query of known channels. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table charter.governed_teams add column has_known_channels boolean not null default false;
    update charter.governed_teams team set has_known_channels = true
      from charter.known_channels known where known.tenant_id = team.tenant_id and known.team_id = team.team_id;
  `.execute(db);
}
