import { backoff } from '../../kernel/retry.ts';
import { leaseFor } from '../leases/lease.ts';
import { abandon } from './abandon.ts';
import {
  executeIntent,
  isFinal,
  LEASE_MILLISECONDS,
  type PerformDeps,
  type SuiteOperation,
} from './perform.ts';
import type { Intent } from './ports.ts';

const MOST_AT_ONCE = 100;
/** Without jitter: one node retries a tenant's intents one after the other. */
const BACKOFF = { first: LEASE_MILLISECONDS, longest: 60 * 60_000, jitter: [1, 1] } as const;
/** With the waits above: a suite that is away for three days is waited for, and nothing is tried for ever. */
const MOST_ATTEMPTS = 80;

export interface RecoverDeps extends PerformDeps {
  /** Told what failed; `givenUp` when it is not tried again. */
  report(error: unknown, intent: { id: string; operation: string; givenUp: boolean }): void;
}

type AnyOperation = SuiteOperation<Record<string, unknown>, unknown>;

/**
 * Finishes the tenant's operations that a crash interrupted. Answers how many were settled: done, or refused
 * by the suite for good, as the caller was told or would have been. What fails for a passing reason is tried
 * again later, less and less often.
 */
export async function recoverIntents(
  deps: RecoverDeps,
  operations: readonly SuiteOperation<never, unknown>[],
  tenantId: string,
): Promise<number> {
  const byName = new Map(operations.map((operation) => [operation.name, operation as AnyOperation]));
  const { now, leaseUntil } = leaseFor(deps, LEASE_MILLISECONDS);
  const intents = await deps.store.in(tenantId).intents.takeOverExpired(now, leaseUntil, MOST_AT_ONCE);
  let settled = 0;
  for (const intent of intents) {
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
    if (isFinal(error)) return true;
    await postponeOrGiveUp(deps, intent, error);
    return false;
  }
}

async function postponeOrGiveUp(deps: RecoverDeps, intent: Intent, error: unknown): Promise<void> {
  const { id, operation, attempt } = intent;
  const { intents } = deps.store.in(intent.principal.tenantId);
  const givenUp = attempt >= MOST_ATTEMPTS;
  deps.report(error, { id, operation, givenUp });
  if (givenUp) return abandon(deps, intent, error);
  const wait = backoff(BACKOFF, attempt, 1);
  await intents.postpone(id, attempt, new Date(deps.clock.now().getTime() + wait));
}
