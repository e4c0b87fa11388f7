import type { Migration } from 'kysely/migration';
import * as identity from './0001-identity.ts';
import * as engine from './0002-engine.ts';
import * as audit from './0003-audit.ts';
import * as catalog from './0004-catalog.ts';
import * as webhooks from './0005-webhooks.ts';
import * as policies from './0006-policies.ts';
import * as notifications from './0007-notifications.ts';
import * as approvals from './0008-approvals.ts';
import * as lifecycle from './0009-lifecycle.ts';
import * as embeddedSuite from './0010-embedded-suite.ts';
import * as exactUserIds from './0011-exact-user-ids.ts';
import * as listAndCancelJobs from './0012-list-and-cancel-jobs.ts';
import * as listsOfTeams from './0013-lists-of-teams.ts';
import * as templateVersions from './0014-template-versions.ts';
import * as graphSuite from './0015-graph-suite.ts';
import * as listsOfGroups from './0016-lists-of-groups.ts';
import * as graphRegistrations from './0017-graph-registrations.ts';
import * as deltaRounds from './0018-delta-rounds.ts';
import * as graphAccounts from './0019-graph-accounts.ts';
import * as finishedEffects from './0020-finished-effects.ts';
import * as outsideChanges from './0021-outside-changes.ts';
import * as unusedTeams from './0022-unused-teams.ts';
import * as outcomesOfJobs from './0023-outcomes-of-jobs.ts';
import * as linesOfCalls from './0024-lines-of-calls.ts';
import * as knownChannels from './0025-known-channels.ts';
import * as endsOfLines from './0026-ends-of-lines.ts';
import * as leasesOfDeltaReads from './0027-leases-of-delta-reads.ts';
import * as turnsOfJobs from './0028-turns-of-jobs.ts';
import * as revisionsOfTeams from './0029-revisions-of-teams.ts';
import * as accessToTenants from './0030-access-to-tenants.ts';
import * as notificationSettings from './0031-notification-settings.ts';
import * as messagesOfJobs from './0032-messages-of-jobs.ts';
import * as departedPeople from './0033-departed-people.ts';
import * as bulkJobs from './0034-bulk-jobs.ts';
import * as leftoversOfJobs from './0035-leftovers-of-jobs.ts';
import * as modesOfPolicies from './0036-modes-of-policies.ts';
import * as directory from './0037-directory.ts';
import * as waitsOfJobs from './0038-waits-of-jobs.ts';
import * as answersOfGraph from './0039-answers-of-graph.ts';
import * as messagesOfBulkResults from './0040-messages-of-bulk-results.ts';
import * as searchJobs from './0041-search-jobs.ts';
import * as searchInsideWords from './0042-search-inside-words.ts';

/**
 * All migrations, in order. 0001 to 0010 are the first version of the schema, one file for each area.
 *
 * To change the schema, add `<next number>-<what it does>.ts` with a function `up` and a line here. If tables.ts
 * contains the table, mirror the change there. Migrations only go forward: never edit or renumber one that is on main.
 * A new table needs no rights or row-level security here; secure-tables.ts sets both at each start.
 */
export const migrations: Record<string, Migration> = {
  '0001-identity': identity,
  '0002-engine': engine,
  '0003-audit': audit,
  '0004-catalog': catalog,
  '0005-webhooks': webhooks,
  '0006-policies': policies,
  '0007-notifications': notifications,
  '0008-approvals': approvals,
  '0009-lifecycle': lifecycle,
  '0010-embedded-suite': embeddedSuite,
  '0011-exact-user-ids': exactUserIds,
  '0012-list-and-cancel-jobs': listAndCancelJobs,
  '0013-lists-of-teams': listsOfTeams,
  '0014-template-versions': templateVersions,
  '0015-graph-suite': graphSuite,
  '0016-lists-of-groups': listsOfGroups,
  '0017-graph-registrations': graphRegistrations,
  '0018-delta-rounds': deltaRounds,
  '0019-graph-accounts': graphAccounts,
  '0020-finished-effects': finishedEffects,
  '0021-outside-changes': outsideChanges,
  '0022-unused-teams': unusedTeams,
  '0023-outcomes-of-jobs': outcomesOfJobs,
  '0024-lines-of-calls': linesOfCalls,
  '0025-known-channels': knownChannels,
  '0026-ends-of-lines': endsOfLines,
  '0027-leases-of-delta-reads': leasesOfDeltaReads,
  '0028-turns-of-jobs': turnsOfJobs,
  '0029-revisions-of-teams': revisionsOfTeams,
  '0030-access-to-tenants': accessToTenants,
  '0031-notification-settings': notificationSettings,
  '0032-messages-of-jobs': messagesOfJobs,
  '0033-departed-people': departedPeople,
  '0034-bulk-jobs': bulkJobs,
  '0035-leftovers-of-jobs': leftoversOfJobs,
  '0036-modes-of-policies': modesOfPolicies,
  '0037-directory': directory,
  '0038-waits-of-jobs': waitsOfJobs,
  '0039-answers-of-graph': answersOfGraph,
  '0040-messages-of-bulk-results': messagesOfBulkResults,
  '0041-search-jobs': searchJobs,
  '0042-search-inside-words': searchInsideWords,
};
