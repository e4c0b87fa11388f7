import { type Kysely, sql } from 'kysely';

/**
 * Creates the tables of the channels of teams under a policy for channels, and of the channels that violate it
 * (docs/channels.md).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table charter.known_channels (
      tenant_id text not null,
      team_id text not null,
      -- Channels that no policy judges again: those of the first check, and those that complied later.
      channel_ids text[] not null,
      primary key (tenant_id, team_id),
      foreign key (tenant_id, team_id) references charter.governed_teams on delete cascade
    );

    create table charter.channel_violations (
      tenant_id text not null,
      violation_id uuid not null,
      team_id text not null,
      channel_id text not null,
      channel_name text not null,
      membership_type text not null,
      policy_id uuid not null,
      policy_name text not null,
      mode text not null check (mode in ('enforce', 'report')),
      reason json not null,
      status text not null check (status in ('reported', 'scheduled', 'deleting', 'allowed')),
      found_at timestamptz not null,
      -- The announced time of the deletion; the check of the team deletes the channel.
      delete_at timestamptz,
      is_reminded boolean not null,
      primary key (tenant_id, violation_id),
      foreign key (tenant_id, team_id) references charter.governed_teams on delete cascade
    );
    create unique index channel_violations_by_team on charter.channel_violations (tenant_id, team_id, channel_id);
    create index channel_violations_by_policy on charter.channel_violations (tenant_id, policy_id);
  `.execute(db);
}
