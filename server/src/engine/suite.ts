/**
 * The port to the collaboration suite. A suite must pass the conformance tests in `server/test/conformance/`.
 *
 * No suite, not even the embedded one, is called inside a database transaction. Every effect takes a `marker`, which
 * the caller records before the call. A repeated call with the same marker adopts the earlier effect.
 *
 * Errors: CharterError with SuiteError or ServiceUnavailable when a later try may succeed; with another code when the
 * suite rejects the call for good. ServiceUnavailable with retryAfterSeconds says when to come back: the suite is busy,
 * throttled or out of reach, or still works on an earlier call. It never waits for that itself, and such a wait is no
 * failure: jobs wait as often as they are told.
 *
 * Each noun adds its part beside its model (`suite.ts`) by declaration merging, so that this file imports none.
 */
/**
 * What a suite can do besides its duties. A call that needs a missing capability is rejected with InvalidRequest and
 * the code NotSupported; plans say it before anything is built. Each noun adds its part.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the nouns add the members
export interface SuiteCapabilities {}

export interface Suite {
  /** What the suite can do in the tenant now. It may lose a capability between a plan and its job. */
  capabilities(tenantId: string): Promise<SuiteCapabilities>;
  /** Resolves when the suite answers; /readyz asks it. */
  ping(): Promise<void>;
}
