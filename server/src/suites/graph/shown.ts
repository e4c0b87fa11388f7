/** Waits for objects that Charter has just made, because Graph's services show them at different times. */
import { say } from '../../kernel/messages.ts';
import { comeBack } from './failure.ts';
import type { GraphParts } from './parts.ts';

/** Waits between the looks of a request, about ten seconds in all. A job returns later instead. */
const WAITS_MILLISECONDS = [500, 1_000, 1_500, 2_000, 2_500, 2_500];

/** Seconds until a caller may look again. */
const SOON_SECONDS = 10;

interface Look<Found> {
  /** The object, for the message. */
  what: string;
  find(): Promise<Found | undefined>;
  /** Whether Charter has made it so recently that Graph may not show it. */
  isRecent(): Promise<boolean>;
}

/**
 * Returns what Graph shows; undefined for something that is missing.
 * @throws ServiceUnavailable while Graph does not show what Charter has just made
 */
export async function untilShown<Found>(
  { waitForOperation: sleep }: Pick<GraphParts, 'waitForOperation'>,
  { what, find, isRecent }: Look<Found>,
): Promise<Found | undefined> {
  const found = await find();
  if (found !== undefined || !(await isRecent())) return found;
  for (const wait of sleep === undefined ? [] : WAITS_MILLISECONDS) {
    await sleep?.(wait);
    const shown = await find();
    if (shown !== undefined) return shown;
  }
  throw comeBack(
    say('graph.notShown', 'Microsoft Graph does not show the new {what} yet.', { what }),
    SOON_SECONDS,
  );
}
