/** What to do when others write the same thing at the same moment, and the caller did not ask to be told. */
import { setTimeout } from 'node:timers/promises';

/** How often a change by others in the same moment is met with another try. */
export const MOST_TRIES = 20;

const SHORTEST_MILLISECONDS = 4;
const LONGEST_MILLISECONDS = 100;

/**
 * How long to wait after the `tries`-th try, in milliseconds: by chance, so that those who met do not meet again,
 * and up to twice as long after each try, at most 100. All of them together take less than 2 s.
 * @param chance from 0 to below 1
 */
export const pauseAfter = (tries: number, chance: number): number =>
  chance * Math.min(LONGEST_MILLISECONDS, SHORTEST_MILLISECONDS * 2 ** (tries - 1));

/** Lets the others finish. */
export const giveWay = (tries: number): Promise<void> => setTimeout(pauseAfter(tries, Math.random()));
