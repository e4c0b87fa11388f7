/**
 * Tenants with an app registration: that of the settings, and those that `charter graph-tenant set` adds while the
 * node runs.
 */
import type { TenantStore } from '../domain/identity/ports.ts';
import type { Clock } from '../kernel/clock.ts';

/** Maximum age of the list. docs/microsoft-365.md promises half a minute. */
const FRESH_MILLISECONDS = 30_000;

/**
 * Returns the function that checks whether a tenant is registered. Unauthenticated callers can name any tenant, so a
 * tenant that the list lacks must not cause a query.
 */
export function registeredTenants(
  tenants: Pick<TenantStore, 'list'>,
  isRegistered: (tenantId: string) => Promise<boolean>,
  ofSettings: readonly string[],
  clock: Clock,
): (tenantId: string) => Promise<boolean> {
  let known: Promise<ReadonlySet<string>> | undefined;
  let readAt = 0;
  const read = async (): Promise<ReadonlySet<string>> =>
    new Set([...ofSettings, ...(await tenants.list()).map(({ id }) => id)]);

  function ids(): Promise<ReadonlySet<string>> {
    const now = clock.now().getTime();
    if (known !== undefined && now - readAt < FRESH_MILLISECONDS) return known;
    readAt = now;
    known = read();
    // The next caller retries a failed read.
    known.catch(() => {
      known = undefined;
    });
    return known;
  }

  return async (tenantId) => (await ids()).has(tenantId) && isRegistered(tenantId);
}
