/** Work that is repeated for every tenant: what fails or is slow for one does not hold the others up. */

/** Tenants whose work runs at the same time on a node. */
const AT_ONCE = 4;

/** Runs the work for every tenant, some at once. A failure is reported and ends only its tenant's work. */
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
