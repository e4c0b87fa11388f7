/** All stores, bound to a tenant, with or without a transaction. */

import type { PgBoss } from 'pg-boss';
import type { SecretBox } from '../domain/webhooks/ports.ts';
import type { Store, TenantStores } from '../engine/store.ts';
import type { Database } from '../kernel/sql.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { approvalStore } from './approvals.ts';
import { appStore } from './apps.ts';
import { auditStore } from './audit.ts';
import { blobStore } from './blobs.ts';
import { brandingStore } from './branding.ts';
import { bulkTeamStore } from './bulk-teams.ts';
import { channelViolationStore } from './channel-violations.ts';
import { deliveryStore } from './deliveries.ts';
import { eventStore } from './events.ts';
import { governedTeamStore } from './governed-teams.ts';
import { groupStore } from './groups.ts';
import { guestStayStore } from './guest-stays.ts';
import { hookStore } from './hooks.ts';
import { intentStore } from './intents.ts';
import { jobStore } from './jobs.ts';
import { joinRequestStore } from './join-requests.ts';
import { leaverStore } from './leavers.ts';
import { lifecycleRunStore, lifecycleStore } from './lifecycle.ts';
import { notificationStore } from './notifications.ts';
import { overviewStore } from './overview.ts';
import { ownerSearchStore } from './owner-searches.ts';
import { personStore } from './people.ts';
import { policyStore } from './policies.ts';
import { privacyStore } from './privacy.ts';
import { queuePort } from './queue.ts';
import { reportStore } from './reports.ts';
import { reviewStore } from './reviews.ts';
import { tenantRoles } from './role-assignments.ts';
import { teamDirectoryStore } from './team-directory.ts';
import { teamMetadataStore } from './team-metadata.ts';
import { teamFactsStore, teamNameStore } from './teams.ts';
import { templateStore } from './templates.ts';

export interface StoreOptions {
  databases: TenantDatabases;
  boss: PgBoss;
  /** Opens the keys of people, for the audit trails. */
  secrets: SecretBox;
  /** Receives each tenant with newly committed audit records, to seal them (audit-sealer.ts). */
  onRecorded?: (tenantId: string) => void;
}

export function createStore({ databases, boss, secrets, onRecorded = () => undefined }: StoreOptions): Store {
  const storesOver = (db: Database, tenantId: string, recorded: () => void): TenantStores => ({
    templates: templateStore(db, tenantId),
    blobs: blobStore(db, tenantId),
    branding: brandingStore(db, tenantId),
    jobs: jobStore(db, tenantId, recorded),
    governedTeams: governedTeamStore(db, tenantId),
    guestStays: guestStayStore(db, tenantId),
    channelViolations: channelViolationStore(db, tenantId),
    reviews: reviewStore(db, tenantId),
    reports: reportStore(db, tenantId),
    teamNames: teamNameStore(db, tenantId),
    teamFacts: teamFactsStore(db, tenantId),
    teamMetadata: teamMetadataStore(db, tenantId),
    apps: appStore(db, tenantId),
    roles: tenantRoles(db, tenantId),
    approvals: approvalStore(db, tenantId),
    notifications: notificationStore(db, tenantId),
    intents: intentStore(db, tenantId),
    events: eventStore(db, tenantId, recorded),
    audit: auditStore(db, tenantId, secrets, recorded),
    groups: groupStore(db, tenantId),
    hooks: hookStore(db, tenantId),
    deliveries: deliveryStore(db, tenantId),
    overview: overviewStore(db, tenantId),
    people: personStore(db, tenantId),
    policies: policyStore(db, tenantId),
    leavers: leaverStore(db, tenantId),
    joinRequests: joinRequestStore(db, tenantId),
    teamDirectory: teamDirectoryStore(db, tenantId),
    lifecycles: lifecycleStore(db, tenantId),
    lifecycleRuns: lifecycleRunStore(db, tenantId),
    ownerSearches: ownerSearchStore(db, tenantId),
    bulkTeams: bulkTeamStore(db, tenantId),
    privacy: privacyStore(db, tenantId, secrets),
  });
  return {
    in: (tenantId) => storesOver(databases.for(tenantId), tenantId, () => onRecorded(tenantId)),
    async transaction(tenantId, work) {
      let recorded = false;
      const markRecorded = (): void => {
        recorded = true;
      };
      const result = await databases
        .for(tenantId)
        .transaction()
        .execute((transaction) =>
          work({ ...storesOver(transaction, tenantId, markRecorded), queue: queuePort(boss, transaction) }),
        );
      if (recorded) onRecorded(tenantId);
      return result;
    },
  };
}
