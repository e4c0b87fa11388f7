import { backoff } from '../../kernel/retry.ts';
import type { Deps } from '../deps.ts';
import { leaseFor } from '../leases/lease.ts';
import {
  type AnyOperation,
  abandon,
  executeIntent,
  INTENT_LEASE_MILLISECONDS,
  isFinalRejection,
  type SuiteOperation,
} from './perform.ts';
import type { Intent } from './ports.ts';

const MAX_AT_ONCE = 100;
/** The backoff needs no jitter: one node retries a tenant's intents one after the other. */
const BACKOFF = { first: INTENT_LEASE_MILLISECONDS, longest: 60 * 60_000, jitter: [1, 1] } as const;
/** With the backoff above, an operation is retried for about three days. */
const MAX_ATTEMPTS = 80;

export interface RecoverDeps extends Deps {
  /** Receives each failure except the suite's final rejections. `givenUp`: the operation is not retried. */
  report(error: unknown, intent: { id: string; operation: string; givenUp: boolean }): void;
}

/**
 * Finishes the tenant's operations that a crash or a transient failure interrupted, at most MAX_AT_ONCE. Returns how
 * many were settled: done, or rejected by the suite permanently. Other failures are retried later, with backoff.
 */
export async function recoverIntents(
  deps: RecoverDeps,
  operations: readonly SuiteOperation<never, unknown>[],
  tenantId: string,
): Promise<number> {
  const byName = new Map(
    operations.map((operation) => [operation.name, operation as unknown as AnyOperation]),
  );
  const { intents } = deps.store.in(tenantId);
  let settled = 0;
  for (let number = 0; number < MAX_AT_ONCE; number += 1) {
    // Leases the intents one by one: the leases of a batch would expire while the suite is slow.
    const { now, leaseUntil } = leaseFor(deps, INTENT_LEASE_MILLISECONDS);
    const [intent] = await intents.takeOverExpired(now, leaseUntil, 1);
    if (intent === undefined) break;
    if (await settle(deps, byName.get(intent.operation), intent)) settled += 1;
  }
  return settled;
}

async function settle(
  deps: RecoverDeps,
  operation: AnyOperation | undefined,
  intent: Intent,
): Promise<boolean> {
  try {
    if (operation === undefined) throw new Error(`No operation is called ${intent.operation}.`);
    await executeIntent(deps, operation, intent);
    return true;
  } catch (error) {
    if (isFinalRejection(error)) return true;
    await postponeOrGiveUp(deps, operation, intent, error);
    return false;
  }
}

/** Retries later, or gives up after MAX_ATTEMPTS. Never gives up an operation that only a later version knows. */
async function postponeOrGiveUp(
  deps: RecoverDeps,
  operation: AnyOperation | undefined,
  intent: Intent,
  error: unknown,
): Promise<void> {
  const { id, attempt } = intent;
  const { intents } = deps.store.in(intent.principal.tenantId);
  const givenUp = operation !== undefined && attempt >= MAX_ATTEMPTS;
  deps.report(error, { id, operation: intent.operation, givenUp });
  if (givenUp) return abandon(deps, operation, intent, error);
  const wait = backoff(BACKOFF, attempt, 1);
  await intents.postpone(id, attempt, new Date(deps.clock.now().getTime() + wait));
}
