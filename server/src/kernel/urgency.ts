/** Priorities of calls that compete for the same resource, such as a budget of Microsoft Graph. */
import { AsyncLocalStorage } from 'node:async_hooks';

const ranks = new AsyncLocalStorage<number>();

/** Runs the work with the rank. Calls with a lower rank come first. */
export const runWithRank = <Result>(rank: number, work: () => Result): Result => ranks.run(rank, work);

/** Returns the rank of the running work. Work without a rank comes last. */
export const currentRank = (): number => ranks.getStore() ?? Number.POSITIVE_INFINITY;
