/**
 * Changes no table: the audit guard now also requires a record for changed ends and sponsors of stays, for reviews and
 * for decisions in them (persistence/audit-guard.ts).
 */
export async function up(): Promise<void> {}
