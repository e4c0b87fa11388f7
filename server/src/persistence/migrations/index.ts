import type { Kysely } from 'kysely';
import * as baseline from './0043-baseline/index.ts';
import * as secretsOfApps from './0044-secrets-of-apps.ts';
import * as providerGroups from './0045-provider-groups.ts';
import * as scim from './0046-scim.ts';
import * as ownersWhoCanAct from './0047-owners-who-can-act.ts';
import * as endsOfRoles from './0048-ends-of-roles.ts';
import * as textsOfPeople from './0049-texts-of-people.ts';
import * as erasures from './0050-erasures.ts';
import * as messagesOfLifecycleRuns from './0051-messages-of-lifecycle-runs.ts';
import * as migrationRecords from './0052-migration-records.ts';
import * as retention from './0053-retention.ts';
import * as redactedTexts from './0054-redacted-texts.ts';
import * as secondApprovals from './0055-second-approvals.ts';
import * as backlog from './0056-backlog.ts';
import * as traceContexts from './0057-trace-contexts.ts';
import * as dueWork from './0058-due-work.ts';
import * as answers from './0059-answers.ts';
import * as questions from './0060-questions-to-requesters.ts';
import * as distribution from './0061-distribution.ts';
import * as activityFeed from './0062-activity-feed.ts';
import * as answersOfTeams from './0063-answers-of-teams.ts';
import * as blobs from './0064-blobs.ts';
import * as partsOfSteps from './0065-parts-of-steps.ts';
import * as contentsOfChannels from './0066-contents-of-channels.ts';
import * as ownerSearches from './0067-owner-searches.ts';
import * as guestsAndReviews from './0068-guests-and-reviews.ts';
import * as organizationBranding from './0069-organization-branding.ts';
import * as addressesOfTransfers from './0070-addresses-of-transfers.ts';
import * as channelsUnderPolicies from './0071-channels-under-policies.ts';
import * as lifecycleCauses from './0072-lifecycle-causes.ts';
import * as joinRequests from './0073-join-requests.ts';
import * as teamsWithKnownChannels from './0074-teams-with-known-channels.ts';
import * as channelRequests from './0075-channel-requests.ts';
import * as rejectedRemovals from './0076-rejected-removals.ts';
import * as guardedStays from './0077-guarded-stays.ts';
import * as confirmedStays from './0078-confirmed-stays.ts';
import * as answersInScopes from './0079-answers-in-scopes.ts';
import * as archivedChannels from './0080-archived-channels.ts';
import * as inactiveGuests from './0081-inactive-guests.ts';
import * as retentionOfReviews from './0082-retention-of-reviews.ts';
import * as retentionBesideTenants from './0083-retention-beside-tenants.ts';
import * as answersFromEarlierNodes from './0084-answers-from-earlier-nodes.ts';

/** A step of the schema. It runs in a transaction of its own, while nodes of this and the earlier release serve. */
export interface Migration {
  /** Must not depend on results of its statements: `charter migrate --plan` prints them without executing them. */
  up(db: Kysely<never>): Promise<void>;
  /**
   * Only for a contraction: the oldest release whose nodes run on the schema after it. Without it, the migration is an
   * expansion, on which the nodes of every earlier release run.
   */
  oldestRelease?: string;
}

/**
 * All migrations, in order. The baseline is the schema of the 42 migrations before it; migration-records.ts recognises
 * databases that have those.
 *
 * To change the schema, add `<next number>-<what it does>.ts` with a function `up` and a line here. If tables.ts
 * contains the table, mirror the change there. Migrations only go forward: never edit or renumber one that is on main.
 * A new table needs no rights or row-level security here; secure-tables.ts sets both after the migrations.
 *
 * Expand, then contract: nodes of the previous release run on the new schema. A migration adds tables, nullable
 * columns, columns with a default, and indexes. What the previous release still uses may only be removed or restricted
 * one release later, by a contraction, which exports `oldestRelease` (docs/adr/0037-neighbouring-releases.md).
 */
export const migrations: Record<string, Migration> = {
  '0043-baseline': baseline,
  '0044-secrets-of-apps': secretsOfApps,
  '0045-provider-groups': providerGroups,
  '0046-scim': scim,
  '0047-owners-who-can-act': ownersWhoCanAct,
  '0048-ends-of-roles': endsOfRoles,
  '0049-texts-of-people': textsOfPeople,
  '0050-erasures': erasures,
  '0051-messages-of-lifecycle-runs': messagesOfLifecycleRuns,
  '0052-migration-records': migrationRecords,
  '0053-retention': retention,
  '0054-redacted-texts': redactedTexts,
  '0055-second-approvals': secondApprovals,
  '0056-backlog': backlog,
  '0057-trace-contexts': traceContexts,
  '0058-due-work': dueWork,
  '0059-answers': answers,
  '0060-questions-to-requesters': questions,
  '0061-distribution': distribution,
  '0062-activity-feed': activityFeed,
  '0063-answers-of-teams': answersOfTeams,
  '0064-blobs': blobs,
  '0065-parts-of-steps': partsOfSteps,
  '0066-contents-of-channels': contentsOfChannels,
  '0067-owner-searches': ownerSearches,
  '0068-guests-and-reviews': guestsAndReviews,
  '0069-organization-branding': organizationBranding,
  '0070-addresses-of-transfers': addressesOfTransfers,
  '0071-channels-under-policies': channelsUnderPolicies,
  '0072-lifecycle-causes': lifecycleCauses,
  '0073-join-requests': joinRequests,
  '0074-teams-with-known-channels': teamsWithKnownChannels,
  '0075-channel-requests': channelRequests,
  '0076-rejected-removals': rejectedRemovals,
  '0077-guarded-stays': guardedStays,
  '0078-confirmed-stays': confirmedStays,
  '0079-answers-in-scopes': answersInScopes,
  '0080-archived-channels': archivedChannels,
  '0081-inactive-guests': inactiveGuests,
  '0082-retention-of-reviews': retentionOfReviews,
  '0083-retention-beside-tenants': retentionBesideTenants,
  '0084-answers-from-earlier-nodes': answersFromEarlierNodes,
};
