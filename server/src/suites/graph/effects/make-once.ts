/**
 * Creates objects for which Graph stores no marker, each exactly once. Returns the result of an earlier attempt if
 * there is one. When the response to an earlier attempt was lost, looks for the object in Graph, and requests it again
 * only when it was certainly not created.
 */

import type { TeamsAsyncOperation } from '@microsoft/microsoft-graph-types';
import { CharterError, hasCode } from '../../../kernel/errors.ts';
import { say } from '../../../kernel/messages.ts';
import { ALL_VALUES } from '../calls/channels.ts';
import { POLL_MILLISECONDS } from '../client/budgets.ts';
import { GraphFailure, hasStatus, retryLater } from '../client/failure.ts';
import type { GraphCall } from '../client/transport.ts';
import type { Effect, EffectScope, Effects, GraphParts } from './effects.ts';

/** Graph's response when it creates the object asynchronously: the address of the operation. */
export interface StartedOperation {
  operation: string;
}

/** The attempt to create an item. */
export interface CreationAttempt {
  /** Whether an earlier attempt may have created the object, although it was not found. */
  isRepeat: boolean;
  /** Options of the call that creates the object. They keep the time of the attempt current while the call waits. */
  options: Pick<GraphCall, 'beforeSending'>;
}

export interface CreateOnceOptions<Item extends { marker: string }, Result extends { id: string }> {
  tenantId: string;
  key: EffectScope;
  /**
   * Lists the existing objects. Called at most once.
   * @param isResult whether an object can be the result for the item; with a single item, the list may end at such an
   *   object
   */
  list(isResult: (present: Result) => boolean): Promise<readonly Result[]>;
  /**
   * Milliseconds after which `make` may be repeated for a missing object: it was certainly not created, or Graph
   * rejects a second object of the same name. Default: that of effects.ts.
   */
  settlesIn?(item: Item): number | undefined;
  /** Whether an existing object can be the result for the item. */
  matches(item: Item, present: Result): boolean;
  /** Checks that the call that creates an item can be made now. */
  assertOpen(): Promise<void>;
  make(item: Item, attempt: CreationAttempt): Promise<Result | StartedOperation>;
  /** Adds the parts of the object that `make` omits. It runs again after a failure, and must be idempotent. */
  finish?(item: Item, made: Result): Promise<void>;
  /**
   * Returns the result of an operation.
   * @throws ServiceUnavailable while the operation runs
   */
  await?(item: Item, effect: Effect & { operation: string }): Promise<Result>;
}

const isBegun = (made: object): made is StartedOperation => 'operation' in made;

const surelyNot = (error: unknown): boolean =>
  error instanceof GraphFailure ? !error.mayHaveHappened : !hasCode(error, 'ServiceUnavailable');

/** Whether Graph may accept the same call later, or with another token. */
const isRejectedForNow = (error: unknown): boolean =>
  hasStatus(error, 401, 403, 429) || (error instanceof GraphFailure && error.isThrottled);

class OnceCreation<Item extends { marker: string }, Result extends { id: string }> {
  readonly #effects: Effects;
  readonly #making: CreateOnceOptions<Item, Result>;
  readonly #asked: ReadonlyMap<string, Effect>;
  #present: readonly Result[] | undefined;

  constructor(effects: Effects, making: CreateOnceOptions<Item, Result>, asked: ReadonlyMap<string, Effect>) {
    this.#effects = effects;
    this.#making = making;
    this.#asked = asked;
  }

  async obtain(item: Item): Promise<Result> {
    const { tenantId, key } = this.#making;
    const effect = this.#asked.get(item.marker);
    if (effect?.result) return effect.result as Result;
    if (effect?.operation && this.#making.await) {
      const made = await this.#making.await(item, { ...effect, operation: effect.operation });
      return this.#finish(item, made);
    }
    if (effect?.askedAt == null) {
      await this.#making.assertOpen();
      return this.#make(item, await this.#effects.claim(tenantId, key, item.marker));
    }
    const found = await this.#find(item, effect);
    if (found) return this.#finish(item, found);
    await this.#making.assertOpen();
    const askedAt = await this.#effects.reclaim(tenantId, key, item.marker, effect.askedAt);
    return this.#make(item, askedAt, effect.askedAt);
  }

  /** @param earlier time of an earlier attempt that may have created the object, although it was not found */
  async #make(item: Item, claimedAt: Date, earlier?: Date): Promise<Result> {
    const { tenantId, key } = this.#making;
    let askedAt = claimedAt;
    const beforeSending = async (): Promise<void> => {
      askedAt = await this.#effects.renew(tenantId, key, item.marker, askedAt);
    };
    let made: Result | StartedOperation;
    try {
      made = await this.#making.make(item, { isRepeat: earlier !== undefined, options: { beforeSending } });
    } catch (error) {
      if (isRejectedForNow(error)) await this.#effects.takeBack(tenantId, key, item.marker, askedAt, earlier);
      else if (surelyNot(error)) await this.#effects.cancel(tenantId, key, item.marker, askedAt);
      throw error;
    }
    // The object exists now. After a failure the row remains, so that the next attempt looks for the object.
    if (!isBegun(made)) return this.#finish(item, made);
    await this.#effects.follow(tenantId, key, item.marker, made.operation);
    throw retryLater(
      say('graph.working', 'Microsoft Graph is still working on it.'),
      POLL_MILLISECONDS / 1000,
    );
  }

  /**
   * Looks for the result of an earlier attempt among the existing objects. Ignores the results of other markers.
   * @throws ServiceUnavailable when it is not found, but may still appear
   */
  async #find(item: Item, effect: Effect): Promise<Result | undefined> {
    const claimed = new Set([...this.#asked.values()].map(({ effectId }) => effectId));
    const isResult = (one: Result): boolean => !claimed.has(one.id) && this.#making.matches(item, one);
    this.#present ??= await this.#making.list(isResult);
    const found = this.#present.find(isResult);
    if (found === undefined) this.#effects.assertSettled(effect, this.#making.settlesIn?.(item));
    return found;
  }

  async #finish(item: Item, made: Result): Promise<Result> {
    await this.#making.finish?.(item, made);
    return this.#complete(item, made);
  }

  async #complete(item: Item, made: Result): Promise<Result> {
    const { tenantId, key } = this.#making;
    await this.#effects.complete(tenantId, key, item.marker, made.id, made);
    return made;
  }
}

/**
 * Returns the result of each item, in order.
 * @param before checks the items without an earlier attempt, before the first call
 */
export async function createEachOnce<Item extends { marker: string }, Result extends { id: string }>(
  effects: Effects,
  making: CreateOnceOptions<Item, Result>,
  items: readonly Item[],
  before: (unasked: readonly Item[]) => Promise<void>,
): Promise<Result[]> {
  const asked = await effects.find(making.tenantId, making.key);
  const unfinished = items.filter(({ marker }) => !asked.get(marker)?.result);
  if (unfinished.length > 0) {
    const unasked = items.filter(({ marker }) => !asked.has(marker));
    const markers = unasked.map(({ marker }) => marker);
    await effects.check(making.tenantId, making.key, markers, () => before(unasked));
  }
  const maker = new OnceCreation(effects, making, asked);
  const results: Result[] = [];
  let first: unknown;
  for (const item of items) {
    try {
      results.push(await maker.obtain(item));
    } catch (error) {
      // Operations run concurrently: the next item starts while the operation of an earlier one runs.
      if (making.await === undefined) throw error;
      first ??= error;
      if (error instanceof GraphFailure) throw error;
    }
  }
  if (first !== undefined) throw first;
  return results;
}

/*
 * Lets a request wait for an asynchronous operation of Graph. Microsoft creates a shared channel in about half a
 * minute, and the published interface returns the channel, not a job. A job is delayed instead, and occupies no
 * worker.
 */

/** Tolerance for clock skew between the nodes and the database. */
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
 * Returns true once the operation of the effect has succeeded, and false when Graph no longer has the operation,
 * because it stores operations only for some time.
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
  // Sets the time of the next poll before the call, so that a call whose response is lost counts too.
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
  throw retryLater(say('graph.working', 'Microsoft Graph is still working on it.'), POLL_MILLISECONDS / 1000);
}

/**
 * Returns the address of the operation in a response: in Location, and for shared channels in Content-Location
 * ("Create channel").
 */
export function operationOf(headers: Headers): string | undefined {
  const named = [headers.get('location'), headers.get('content-location')];
  const address = named.find((text) => text !== null && /\/operations\b/.test(text));
  if (!address) return undefined;
  return address.startsWith('/') || address.startsWith('http') ? address : `/${address}`;
}
