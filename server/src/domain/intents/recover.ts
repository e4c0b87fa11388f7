import { isCharterError } from '../../kernel/errors.ts';
import { executeIntent, type PerformDeps, type SuiteOperation } from './perform.ts';

/** How long the recovering node may take before the next one tries. */
const LEASE_MILLISECONDS = 60_000;
const MOST_AT_ONCE = 100;

/**
 * Finishes the tenant's operations that a crash interrupted. Answers how many were finished; what fails for
 * a passing reason stays recorded and is tried at the next sweep.
 */
export async function recoverIntents(
  deps: PerformDeps & { report: (error: unknown, intentId: string) => void },
  operations: readonly SuiteOperation<never, unknown>[],
  tenantId: string,
): Promise<number> {
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  const now = deps.clock.now();
  const leaseUntil = new Date(now.getTime() + LEASE_MILLISECONDS);
  const intents = await deps.store.transaction(tenantId, (unit) =>
    unit.intents.takeOverExpired(now, leaseUntil, MOST_AT_ONCE),
  );
  let finished = 0;
  for (const intent of intents) {
    const operation = byName.get(intent.operation);
    try {
      if (operation === undefined) throw new Error(`No operation is called ${intent.operation}.`);
      await executeIntent(deps, operation as SuiteOperation<Record<string, unknown>, unknown>, intent);
      finished += 1;
    } catch (error) {
      // A final refusal settles the intent too: the caller has had, or would have had, that answer.
      if (!isCharterError(error)) deps.report(error, intent.id);
    }
  }
  return finished;
}
