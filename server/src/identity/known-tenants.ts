/** Stores each tenant at its first call, so that scheduled work includes it. */
import { LRUCache } from 'lru-cache';
import type { TenantStore } from '../domain/identity/ports.ts';
import type { Principal } from '../engine/principal.ts';
import { maxEntries } from '../kernel/cache.ts';
import type { Authenticator } from './authenticate.ts';

const MAX_KNOWN = 10_000;

export interface KnownTenantsDeps {
  tenants: TenantStore;
  /** Returns the tenant's organisation in the suite. Creates it when it is missing. */
  open(tenantId: string): Promise<{ displayName: string }>;
}

/** Wraps an authenticator so that the tenant of every principal is stored. */
export function withTenantStorage(
  authenticator: Authenticator,
  { tenants, open }: KnownTenantsDeps,
): Authenticator {
  const known = new LRUCache<string, true>(maxEntries(MAX_KNOWN));

  const keep = async (principal: Principal): Promise<Principal> => {
    const { tenantId } = principal;
    if (known.has(tenantId)) return principal;
    const { displayName } = await open(tenantId);
    if ((await tenants.find(tenantId))?.displayName !== displayName) {
      await tenants.save({ id: tenantId, displayName });
    }
    known.set(tenantId, true);
    return principal;
  };

  return {
    authenticate(authorization, network) {
      const answer = authenticator.authenticate(authorization, network);
      if (answer instanceof Promise) return answer.then(keep);
      return known.has(answer.tenantId) ? answer : keep(answer);
    },
  };
}
