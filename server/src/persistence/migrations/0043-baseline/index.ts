import type { Kysely } from 'kysely';
import { approvals } from './approvals.ts';
import { audit } from './audit.ts';
import { catalog } from './catalog.ts';
import { directory } from './directory.ts';
import { embeddedSuite } from './embedded-suite.ts';
import { engine } from './engine.ts';
import { graphSuite } from './graph-suite.ts';
import { identity } from './identity.ts';
import { jobs } from './jobs.ts';
import { lifecycle } from './lifecycle.ts';
import { notifications } from './notifications.ts';
import { policies } from './policies.ts';
import { webhooks } from './webhooks.ts';

/**
 * The schema that migrations 0001 to 0042 created (docs/adr/0033-baseline-of-the-migrations.md), one file for each
 * noun.
 *
 * The primary key of each table with tenants' data starts with tenant_id, and forced row-level security shows only the
 * rows of one tenant. secure-tables.ts lists the few tables that hold no tenant's data.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const tables of [
    ...[identity, jobs, engine, audit, catalog, webhooks, policies, notifications, approvals, lifecycle],
    ...[directory, embeddedSuite, graphSuite],
  ]) {
    await tables.execute(db);
  }
}
