import type { CharterClient, HookPayload } from '@charter/sdk';
import { CommandFailure, EXIT } from '../exit-codes.ts';

export type EventCodes = HookPayload['events'];

/**
 * Returns the given event codes, or all published ones.
 * @throws CommandFailure for an unknown code; the message lists the known ones
 */
export async function readEvents(
  client: CharterClient,
  given: readonly string[] | undefined,
): Promise<EventCodes> {
  const { value } = await client.webhooks.getHooksEvents();
  const known = value.map(({ code }) => code);
  const unknown = given?.find((code) => !known.includes(code));
  if (unknown !== undefined) {
    throw new CommandFailure(
      EXIT.usage,
      `The event ${unknown} does not exist. Known events: ${known.join(', ')}.`,
    );
  }
  // The cast is safe: the service's list contains every code, as checked above.
  return [...(given ?? known)] as EventCodes;
}
