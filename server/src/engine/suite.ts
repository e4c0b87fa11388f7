/**
 * The port to the collaboration suite: everything that Charter reads from and changes in teams, people and
 * labels. `server/test/conformance/` is its contract in code; a suite is right when it passes.
 *
 * The suite is the outside world, the embedded one too: nobody calls it inside a database transaction. Every
 * effect takes a `marker`, which the caller chooses and records before the call. A repeated call with the same
 * marker adopts what the earlier one left behind and creates nothing twice.
 *
 * Errors: CharterError with NotFound, Conflict, TeamArchived, NameAlreadyExists or InvalidRequest when the
 * suite refuses for good; SuiteError or ServiceUnavailable (with retryAfterSeconds where the suite says so)
 * when a later try may succeed.
 *
 * Each noun adds its part beside its model (`suite.ts`) by declaration merging, so that this file imports none.
 */
export interface Suite {
  /** Resolves when the suite answers; /readyz asks it. */
  ping(): Promise<void>;
}
