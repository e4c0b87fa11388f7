/** Notes each tenant the first time somebody of it calls, so that sweeps over all tenants find it. */
import { LRUCache } from 'lru-cache';
import type { TenantStore } from '../domain/identity/ports.ts';
import type { Principal } from '../engine/principal.ts';
import type { Authenticator } from './authenticate.ts';

const MAX_KNOWN = 10_000;

export interface KnownTenantsDeps {
  tenants: TenantStore;
  /** What the suite calls the tenant; undefined where it does not know it. */
  nameOf(tenantId: string): Promise<string | undefined>;
}

/** `authenticator`, with the tenant of every principal kept. */
export function keepingTenants(
  authenticator: Authenticator,
  { tenants, nameOf }: KnownTenantsDeps,
): Authenticator {
  const known = new LRUCache<string, true>({ max: MAX_KNOWN });

  const keep = async (principal: Principal): Promise<Principal> => {
    const { tenantId } = principal;
    if (known.has(tenantId)) return principal;
    if ((await tenants.find(tenantId)) === undefined) {
      await tenants.save({ id: tenantId, displayName: (await nameOf(tenantId)) ?? tenantId });
    }
    known.set(tenantId, true);
    return principal;
  };

  return {
    authenticate(authorization) {
      const answer = authenticator.authenticate(authorization);
      if (answer instanceof Promise) return answer.then(keep);
      return known.has(answer.tenantId) ? answer : keep(answer);
    },
  };
}
