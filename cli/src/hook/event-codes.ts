/** Codes of events as people type them. */
import type { CharterClient, HookPayload } from '@charter/sdk';
import { CommandFailure, EXIT } from '../exit-codes.ts';

export type EventCodes = HookPayload['events'];

/**
 * The codes; all that the service publishes when none is given.
 * @throws CommandFailure that says which there are
 */
export async function readEvents(
  client: CharterClient,
  given: readonly string[] | undefined,
): Promise<EventCodes> {
  const { value } = await client.webhooks.getHooksEvents();
  const known = value.map(({ code }) => code);
  const unknown = given?.find((code) => !known.includes(code));
  if (unknown !== undefined) {
    throw new CommandFailure(EXIT.usage, `There is no event ${unknown}. There are ${known.join(', ')}.`);
  }
  // The service's own list, compared with it above.
  return [...(given ?? known)] as EventCodes;
}
