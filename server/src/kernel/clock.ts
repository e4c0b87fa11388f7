/**
 * The only source of the current time for the engine, the domain and the flows. Tests inject a clock and move it
 * instead of sleeping.
 */
export interface Clock {
  now(): Date;
}

/** Waits. Tests advance their clock instead. */
export type Sleep = (milliseconds: number) => Promise<void>;

export const systemClock: Clock = { now: () => new Date() };

export const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Returns the time in the middle: people are reminded after half of the time that they have. */
export const halfwayBetween = (start: Date, end: Date): Date =>
  new Date((start.getTime() + end.getTime()) / 2);

/** Returns the same time of the same day `months` later, in UTC. A day that the month lacks becomes its last day. */
export function monthsAfter(time: Date, months: number): Date {
  const later = new Date(time);
  later.setUTCMonth(later.getUTCMonth() + months);
  // JavaScript turns 31 January plus one month into 2 or 3 March.
  if (later.getUTCDate() !== time.getUTCDate()) later.setUTCDate(0);
  return later;
}
