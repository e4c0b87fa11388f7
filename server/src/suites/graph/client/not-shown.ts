/**
 * Objects that Charter has just made and Graph does not show yet, because its services show them at different times. A
 * person's request waits for them for about ten seconds. A job returns later.
 */
import { CharterError } from '../../../kernel/errors.ts';
import { say } from '../../../kernel/messages.ts';
import type { Sleep } from './pacing.ts';

/** Seconds until a caller may look again. */
const SOON_SECONDS = 10;

/** Waits between the tries of a request. */
const WAITS_MILLISECONDS = [500, 1_000, 1_500, 2_000, 2_500, 2_500];

class NotShown extends CharterError {}

/** @param what the object, for the message */
export const notShown = (
  what: 'group' | 'team' | 'channel' | 'tab' | 'member',
  cause?: unknown,
): CharterError =>
  new NotShown(
    'ServiceUnavailable',
    say('graph.notShown', 'Microsoft Graph does not show the new {what} yet.', { what }),
    { retryAfterSeconds: SOON_SECONDS, ...(cause !== undefined && { cause }) },
  );

/** Runs the work, and repeats it while Graph does not show something. The work finds what an earlier try has made. */
async function untilShown<Result>(work: () => Promise<Result>, sleep: Sleep): Promise<Result> {
  for (const wait of WAITS_MILLISECONDS) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof NotShown)) throw error;
    }
    await sleep(wait);
  }
  return work();
}

/**
 * Wraps each function of the part, so that it waits for new objects.
 * @param sleep undefined when calls do not wait
 */
export function waitingUntilShown<Part extends object>(part: Part, sleep: Sleep | undefined): Part {
  if (sleep === undefined) return part;
  const patient = Object.entries(part).map(([name, value]) => [
    name,
    typeof value === 'function' ? (...input: unknown[]) => untilShown(() => value(...input), sleep) : value,
  ]);
  return Object.fromEntries(patient) as Part;
}
