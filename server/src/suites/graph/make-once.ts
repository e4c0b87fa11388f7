/**
 * Creating things that carry no marker in Graph, each once. What an earlier try has made is returned; what it may have
 * made is looked for among what is there, and asked again only when it is surely missing.
 */
import { hasCode } from '../../kernel/errors.ts';
import { POLL_MILLISECONDS } from './budgets.ts';
import type { Effect, EffectScope, Effects } from './effects.ts';
import { comeBack, GraphFailure } from './failure.ts';

/** Something that Graph makes later, in an operation. */
export interface Begun {
  operation: string;
}

export interface Making<Item extends { marker: string }, Result extends { id: string }> {
  tenantId: string;
  key: EffectScope;
  /** Lists what is there. Called at most once. */
  list(): Promise<readonly Result[]>;
  /** Time after which what was asked is missing for good, when it is more than usual. */
  settlesIn?(item: Item): number | undefined;
  /** Whether what is there can be what the item asks for. */
  matches(item: Item, present: Result): boolean;
  /** @param isRepeat an earlier try may have made it, although it was not found */
  make(item: Item, isRepeat: boolean): Promise<Result | Begun>;
  /** Completes what an earlier try has left unfinished. */
  adopt?(item: Item, found: Result): Promise<void>;
  /** Returns what an operation has made. @throws ServiceUnavailable while it runs */
  await?(item: Item, effect: Effect & { operation: string }): Promise<Result>;
}

const isBegun = (made: object): made is Begun => 'operation' in made;

const surelyNot = (error: unknown): boolean =>
  error instanceof GraphFailure ? !error.mayHaveHappened : !hasCode(error, 'ServiceUnavailable');

class Maker<Item extends { marker: string }, Result extends { id: string }> {
  readonly #effects: Effects;
  readonly #making: Making<Item, Result>;
  readonly #asked: ReadonlyMap<string, Effect>;
  #present: readonly Result[] | undefined;

  constructor(effects: Effects, making: Making<Item, Result>, asked: ReadonlyMap<string, Effect>) {
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
      return this.#complete(item, made);
    }
    const found = effect && (await this.#find(item, effect));
    if (found) {
      await this.#making.adopt?.(item, found);
      return this.#complete(item, found);
    }
    await this.#effects.begin(tenantId, key, item.marker);
    return this.#make(item, effect !== undefined);
  }

  async #make(item: Item, isRepeat: boolean): Promise<Result> {
    const { tenantId, key } = this.#making;
    try {
      const made = await this.#making.make(item, isRepeat);
      if (!isBegun(made)) return await this.#complete(item, made);
      await this.#effects.follow(tenantId, key, item.marker, made.operation);
    } catch (error) {
      if (surelyNot(error)) await this.#effects.forget(tenantId, key, [item.marker]);
      throw error;
    }
    throw comeBack('Microsoft Graph is working on it.', POLL_MILLISECONDS / 1000);
  }

  /** Looks for what an earlier try may have made. What another marker made is not it. */
  async #find(item: Item, effect: Effect): Promise<Result | undefined> {
    this.#present ??= await this.#making.list();
    const claimed = new Set([...this.#asked.values()].map(({ effectId }) => effectId));
    const found = this.#present.find((one) => !claimed.has(one.id) && this.#making.matches(item, one));
    if (found === undefined) this.#effects.assertSettled(effect, this.#making.settlesIn?.(item));
    return found;
  }

  async #complete(item: Item, made: Result): Promise<Result> {
    const { tenantId, key } = this.#making;
    await this.#effects.complete(tenantId, key, item.marker, made.id, made);
    return made;
  }
}

/**
 * Returns what the items ask for, in order. @param before checks, before the first call, the items that no earlier try
 * was about
 */
export async function makeEachOnce<Item extends { marker: string }, Result extends { id: string }>(
  effects: Effects,
  making: Making<Item, Result>,
  items: readonly Item[],
  before: (unasked: readonly Item[]) => Promise<void>,
): Promise<Result[]> {
  const asked = await effects.find(making.tenantId, making.key);
  const unfinished = items.filter(({ marker }) => !asked.get(marker)?.result);
  if (unfinished.length > 0) await before(items.filter(({ marker }) => !asked.has(marker)));
  const maker = new Maker(effects, making, asked);
  const results: Result[] = [];
  let first: unknown;
  for (const item of items) {
    try {
      results.push(await maker.obtain(item));
    } catch (error) {
      // Operations run beside each other: the next item is begun while one goes on.
      if (making.await === undefined) throw error;
      first ??= error;
      if (error instanceof GraphFailure) throw error;
    }
  }
  if (first !== undefined) throw first;
  return results;
}
