/**
 * The port to the collaboration suite. A suite must pass the conformance tests in `server/test/conformance/`.
 *
 * No suite, not even the embedded one, is called inside a database transaction. Every effect takes a `marker`, which
 * the caller records before the call. A repeated call with the same marker adopts the earlier effect.
 *
 * Errors: CharterError with SuiteError or ServiceUnavailable (and retryAfterSeconds when known) when a later try may
 * succeed; with another code when the suite rejects the call for good.
 *
 * Each noun adds its part beside its model (`suite.ts`) by declaration merging, so that this file imports none.
 */
export interface Suite {
  /** Resolves when the suite answers; /readyz asks it. */
  ping(): Promise<void>;
}
