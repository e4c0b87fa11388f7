/** Wraps a suite so that calls retry after a 503 with a delay. A movable clock advances by the delay. */
import type { Suite } from '../src/engine/suite.ts';
import { hasCode, isCharterError } from '../src/kernel/errors.ts';
import type { TestClock } from './clock.ts';

const MOST_WAITS = 200;

export async function patiently<Result>(clock: TestClock, call: () => Promise<Result>): Promise<Result> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await call();
    } catch (error) {
      const seconds = isCharterError(error) ? error.retryAfterSeconds : undefined;
      if (!hasCode(error, 'ServiceUnavailable') || seconds === undefined || waits === MOST_WAITS) throw error;
      clock.advance(seconds);
    }
  }
}

const patientPart = <Part extends object>(part: Part, clock: TestClock): Part =>
  Object.fromEntries(
    Object.entries(part).map(([name, method]) => [
      name,
      (...input: unknown[]) => {
        // The clock advances, so that no two calls have the same time.
        clock.advance(0.001);
        return patiently(clock, () => method(...input));
      },
    ]),
  ) as Part;

export const patientSuite = <Patient extends Suite>(suite: Patient, clock: TestClock): Patient => ({
  ...suite,
  teams: patientPart(suite.teams, clock),
  channels: patientPart(suite.channels, clock),
  contents: patientPart(suite.contents, clock),
  users: patientPart(suite.users, clock),
  groups: patientPart(suite.groups, clock),
  labels: patientPart(suite.labels, clock),
  activity: patientPart(suite.activity, clock),
  organisation: (tenantId: string) => patiently(clock, () => suite.organisation(tenantId)),
});
