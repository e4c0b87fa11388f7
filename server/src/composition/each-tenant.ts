/** Runs work for every tenant, so that one failing or slow tenant does not hold up the others. */

/** Number of tenants whose work runs at the same time on a node. */
const AT_ONCE = 4;

/** Runs the work for every tenant, several at a time. Reports a failure, which ends the work of its tenant only. */
export async function eachTenant(
  tenantIds: readonly string[],
  run: (tenantId: string) => Promise<unknown>,
  report: (error: unknown, tenantId: string) => void,
): Promise<void> {
  const waiting = tenantIds.values();
  const place = async (): Promise<void> => {
    for (const tenantId of waiting) await run(tenantId).catch((error: unknown) => report(error, tenantId));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, place));
}
