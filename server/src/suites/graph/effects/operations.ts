/**
 * Lets a request wait for an asynchronous operation of Graph. Microsoft creates a shared channel in about half a
 * minute, and the published interface returns the channel, not a job. A job waits without holding a worker instead.
 */

import type { TeamsAsyncOperation } from '@microsoft/microsoft-graph-types';
import { CharterError, hasCode } from '../../../kernel/errors.ts';
import { say } from '../../../kernel/messages.ts';
import { ALL_VALUES } from '../calls/channels.ts';
import { POLL_MILLISECONDS } from '../client/budgets.ts';
import { comeBack, hasStatus } from '../client/failure.ts';
import type { Effect, EffectScope } from './effects.ts';
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

/**
 * Returns true once the operation of the effect has succeeded, and false when Graph does not have the operation: it
 * keeps operations only for some time.
 * @throws ServiceUnavailable while it runs or may not be polled yet; SuiteError when it has failed
 */
export async function hasSucceeded(
  parts: GraphParts,
  tenantId: string,
  teamId: string,
  key: EffectScope,
  effect: Effect & { operation: string },
): Promise<boolean> {
  const { effects } = parts;
  effects.assertPollable(effect);
  const graph = parts.graphOf(tenantId);
  await graph.assertOpen({ budget: 'readTeams', teamId });
  // Sets the time of the next poll before the call, so that a call without an answer counts too.
  await effects.follow(tenantId, key, effect.marker, effect.operation);
  let operation: TeamsAsyncOperation;
  try {
    ({ body: operation } = await graph.call<TeamsAsyncOperation>({
      method: 'GET',
      path: effect.operation,
      budget: 'readTeams',
      teamId,
      headers: ALL_VALUES,
      isOnce: true,
    }));
  } catch (error) {
    if (hasStatus(error, 404)) return false;
    throw error;
  }
  if (operation.status === 'succeeded') return true;
  if (operation.status === 'failed' || operation.status === 'invalid') {
    await effects.forget(tenantId, key, [effect.marker]);
    const reason = operation.error?.message ?? undefined;
    const message =
      reason === undefined
        ? say('graph.gaveUpSilently', 'Microsoft Graph gave up, and says no reason.')
        : say('graph.gaveUp', 'Microsoft Graph gave up: {reason}', { reason });
    throw new CharterError('SuiteError', message);
  }
  throw comeBack(say('graph.working', 'Microsoft Graph is still working on it.'), POLL_MILLISECONDS / 1000);
}

/**
 * Returns the address of the operation that an answer names: in Location, and for shared channels in Content-Location
 * ("Create channel").
 */
export function operationOf(headers: Headers): string | undefined {
  const named = [headers.get('location'), headers.get('content-location')];
  const address = named.find((text) => text !== null && /\/operations\b/.test(text));
  if (!address) return undefined;
  return address.startsWith('/') || address.startsWith('http') ? address : `/${address}`;
}
