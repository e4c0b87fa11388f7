/** Records the tenants in which Microsoft gives Charter no access, for the Graph suite. */
import type { Logger } from 'pino';
import type { AccessStore } from '../domain/registrations/ports.ts';
import { SYSTEM_ACTOR } from '../engine/principal.ts';
import type { Clock } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import type { AccessRecords } from '../suites/graph/accounts/access.ts';

export function keptAccess(access: AccessStore, clock: Clock, log: Logger): AccessRecords {
  const cause = () => ({ actor: SYSTEM_ACTOR, requestId: newId(), at: clock.now() });
  return {
    lostSince: (tenantId) => access.lostSince(tenantId),
    async lose(tenantId, reason) {
      if (!(await access.lose(tenantId, reason, cause()))) return;
      log.error({ tenantId, reason }, 'Microsoft 365 gives Charter no access to a tenant.');
    },
    async regain(tenantId) {
      if (!(await access.regain(tenantId, cause()))) return;
      log.info({ tenantId }, 'Microsoft 365 gives Charter access to the tenant again.');
    },
  };
}
