/**
 * Lets a request wait for an asynchronous operation of Graph. Microsoft creates a shared channel in about half a
 * minute, and the published interface returns the channel, not a job. A job waits without holding a worker instead.
 */
import { hasCode } from '../../kernel/errors.ts';
import type { EffectScope } from './effects.ts';
import type { GraphParts } from './parts.ts';

/** Tolerance for differences between the clocks of the nodes and of the database. */
const TOLERANCE_MILLISECONDS = 250;

/** Returns the milliseconds until all operations of the markers may be polled; undefined without an operation. */
async function untilPoll(
  { effects, clock }: GraphParts,
  tenantId: string,
  key: EffectScope,
  markers: readonly string[],
): Promise<number | undefined> {
  const asked = await effects.find(tenantId, key);
  const times = markers.flatMap((marker) => asked.get(marker)?.pollAt?.getTime() ?? []);
  return times.length === 0 ? undefined : Math.max(...times) - clock.now().getTime() + TOLERANCE_MILLISECONDS;
}

/**
 * Runs the work, and repeats it once when the operations that it started may be polled. The work finds them by their
 * markers.
 * @throws ServiceUnavailable when the operations take longer
 */
export async function withOneWait<Result>(
  parts: GraphParts,
  tenantId: string,
  key: EffectScope,
  markers: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (parts.waitForOperation === undefined || !hasCode(error, 'ServiceUnavailable')) throw error;
    const wait = await untilPoll(parts, tenantId, key, markers);
    if (wait === undefined) throw error;
    await parts.waitForOperation(Math.max(0, wait));
    return work();
  }
}
