/** How soon the calls of the running work come to their turn, where several works want the same. */
import { AsyncLocalStorage } from 'node:async_hooks';

const ranks = new AsyncLocalStorage<number>();

/** Runs the work, whose calls have the rank: the lower, the sooner. */
export const withRank = <Result>(rank: number, work: () => Result): Result => ranks.run(rank, work);

/** Returns the rank of the running work. Work without one comes last. */
export const presentRank = (): number => ranks.getStore() ?? Number.POSITIVE_INFINITY;
