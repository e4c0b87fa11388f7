/**
 * Seals records shortly after their commit, so that a burst is sealed together. If the node dies first, the next
 * reader of the trail or the next checkpoint seals them.
 */
import type { SecretBox } from '../domain/webhooks/ports.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { sealAll } from './audit-chain.ts';

const MOMENT_MILLISECONDS = 250;
const AFTER_FAILURE_MILLISECONDS = 2_000;

export interface AuditSealerLog {
  warn(details: object, message: string): void;
}

export interface AuditSealer {
  /** Schedules sealing after a commit with audit records. */
  schedule(tenantId: string): void;
  /** Calls the listener after the records of a tenant are sealed. Returns a function that removes the listener. */
  onSealed(listener: (tenantId: string) => void): () => void;
  /** Seals pending records once more, and stops. */
  stop(): Promise<void>;
}

export function startAuditSealer(
  databases: TenantDatabases,
  box: SecretBox,
  log: AuditSealerLog,
): AuditSealer {
  const waiting = new Set<string>();
  const listeners = new Set<(tenantId: string) => void>();
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | undefined;
  let stopped = false;

  const plan = (milliseconds: number): void => {
    if (timer !== undefined || round !== undefined || stopped) return;
    timer = setTimeout(() => {
      timer = undefined;
      round = sealWaiting().then((failed) => {
        round = undefined;
        if (waiting.size > 0) plan(failed ? AFTER_FAILURE_MILLISECONDS : MOMENT_MILLISECONDS);
      });
    }, milliseconds).unref();
  };

  /** Returns true when sealing failed for a tenant. Its records stay pending. */
  const sealWaiting = async (): Promise<boolean> => {
    const tenants = [...waiting];
    waiting.clear();
    let failed = false;
    for (const tenantId of tenants) {
      try {
        await sealAll(databases.for(tenantId), tenantId, box);
        for (const listener of listeners) listener(tenantId);
      } catch (error) {
        failed = true;
        waiting.add(tenantId);
        log.warn({ err: error, tenantId }, 'Audit records could not be sealed. The service tries again.');
      }
    }
    return failed;
  };

  return {
    schedule(tenantId) {
      waiting.add(tenantId);
      plan(MOMENT_MILLISECONDS);
    },
    onSealed(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await round;
      await sealWaiting();
    },
  };
}
