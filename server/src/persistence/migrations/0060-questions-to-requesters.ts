import { type Kysely, sql } from 'kysely';

/** Adds approvers' questions to requesters, and comments (docs/approvals.md, "Questions and comments"). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table charter.approvals add column question json`.execute(db);
  await sql`
    alter table charter.approval_decisions
      drop constraint approval_decisions_outcome_check,
      add constraint approval_decisions_outcome_check check (outcome in
        ('approved', 'rejected', 'delegated', 'cancelled', 'asked', 'answered', 'withdrawn', 'commented'))`.execute(
    db,
  );
}
