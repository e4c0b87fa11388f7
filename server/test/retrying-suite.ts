/** Wraps a suite so that calls retry after a 503 with a delay. A movable clock advances by the delay. */
import type { Suite } from '../src/engine/suite.ts';
import { hasCode, isCharterError } from '../src/kernel/errors.ts';
import type { TestClock } from './clock.ts';

const MAX_WAITS = 200;

export async function waitAndRetry<Result>(clock: TestClock, call: () => Promise<Result>): Promise<Result> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await call();
    } catch (error) {
      const seconds = isCharterError(error) ? error.retryAfterSeconds : undefined;
      if (!hasCode(error, 'ServiceUnavailable') || seconds === undefined || waits === MAX_WAITS) throw error;
      clock.advance(seconds);
    }
  }
}

const retryingPart = <Part extends object>(part: Part, clock: TestClock): Part =>
  Object.fromEntries(
    Object.entries(part).map(([name, method]) => [
      name,
      (...input: unknown[]) => {
        // The clock advances, so that no two calls have the same time.
        clock.advance(0.001);
        return waitAndRetry(clock, () => method(...input));
      },
    ]),
  ) as Part;

export const retryingSuite = <Patient extends Suite>(suite: Patient, clock: TestClock): Patient => ({
  ...suite,
  teams: retryingPart(suite.teams, clock),
  channels: retryingPart(suite.channels, clock),
  contents: retryingPart(suite.contents, clock),
  users: retryingPart(suite.users, clock),
  groups: retryingPart(suite.groups, clock),
  labels: retryingPart(suite.labels, clock),
  activity: retryingPart(suite.activity, clock),
  organisation: (tenantId: string) => waitAndRetry(clock, () => suite.organisation(tenantId)),
});
