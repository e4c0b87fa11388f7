import { defaultLimits } from '../src/rules/limits.ts';

const LONG = 60_000;

/** Limits under which no rule runs out of time: only the test's own timeout applies. */
export const UNLIMITED_TIME = {
  ...defaultLimits,
  ruleMilliseconds: LONG,
  stallMilliseconds: LONG,
  prepareMilliseconds: LONG,
  backstopMilliseconds: LONG,
  batchMilliseconds: LONG,
  waitMilliseconds: LONG,
};
