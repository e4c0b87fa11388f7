/**
 * The port to the collaboration suite. A suite must pass the conformance tests in `server/test/conformance/`.
 *
 * No suite, not even the embedded one, is called inside a database transaction. A call that creates something takes a
 * `marker`, which the caller records before the call. A repeated call with the same marker adopts the earlier effect.
 *
 * Errors: CharterError with SuiteError or ServiceUnavailable when a later try may succeed; with another code when the
 * suite rejects the call permanently. ServiceUnavailable with retryAfterSeconds says when to retry: the suite is busy,
 * throttled or unreachable, or still works on an earlier call. The suite itself never waits. Such a wait does not count
 * as a failure: jobs wait as often as the suite asks.
 *
 * Each noun adds its part beside its model (`suite.ts`) by declaration merging, so that this file imports no noun.
 */
import type { Clock } from '../kernel/clock.ts';
import type { Message } from '../kernel/messages.ts';
import type { SuiteDatabases } from '../kernel/suite-database.ts';

/**
 * The optional capabilities of a suite. A call that needs a missing capability is rejected with InvalidRequest and
 * the code NotSupported. A plan reports this before anything is built. Each noun adds its part.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the nouns add the members
export interface SuiteCapabilities {}

/** A fact about the suite that callers should know. Plans, lists and the description of the caller show it. */
export interface SuiteNotice extends Message {
  /** `accessLost`: the suite gives the service no access to the tenant. */
  code: 'accessLost';
  since: Date;
}

/**
 * The directory in the database: people, groups, and teams with their members as lists show them. A suite fills it, and
 * serves lists from it. Each noun adds its part.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the nouns add the members
export interface StoredDirectory {}

/** The origin of a call: a request whose caller waits, or background work such as a job. */
export type Lane = 'requests' | 'background';

/** Dependencies of every suite. */
export interface SuiteDeps {
  /** For the suite's own tables. */
  databases: SuiteDatabases;
  directory: StoredDirectory;
  clock: Clock;
}

export interface Suite {
  /** Returns the current notices for callers of the tenant. Never calls the suite itself. */
  notices(tenantId: string): Promise<readonly SuiteNotice[]>;
  /** Returns the tenant's current capabilities. A capability may be lost between a plan and its job. */
  capabilities(tenantId: string): Promise<SuiteCapabilities>;
  /**
   * Resolves when the suite responds. /readyz calls it.
   * @returns a sentence when the suite is degraded; it names nobody, because anybody can read it
   */
  ping(): Promise<string | undefined>;
}
