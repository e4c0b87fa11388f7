import type { CharterClient } from '@charter/sdk';
import { usage } from '../exit-codes.ts';

/**
 * Returns the id of the person whom the reference names: an id, a user principal name, a mail address or a name. A
 * reference without a match is returned unchanged: it may be the id of a person who is no longer in the directory.
 * @throws CommandFailure (usage) when several people match
 */
export async function findPerson(client: CharterClient, reference: string): Promise<string> {
  const { value } = await client.users.lookupUsers({ references: [reference] });
  const matches = value[0]?.matches ?? [];
  if (matches.length > 1) {
    const names = matches.map(({ id, displayName }) => `${displayName} (${id})`).join(', ');
    throw usage(`Several people fit '${reference}': ${names}. Give an id.`);
  }
  return matches[0]?.id ?? reference;
}
