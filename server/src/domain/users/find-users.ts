import type { Suite } from '../../engine/suite.ts';
import { invalidRequest } from '../../kernel/errors.ts';
import type { User } from './model.ts';

/** A person whom the input names. */
export interface NamedUser {
  /** Place in the input, for example `members[0].user.id`. */
  path: string;
  /** Id, user principal name or mail address. */
  reference: string;
}

/**
 * Returns the named users in order.
 * @throws InvalidRequest that names each unknown person
 */
export async function findUsers(
  suite: Suite,
  tenantId: string,
  named: readonly NamedUser[],
): Promise<User[]> {
  const resolved = await suite.users.resolve(
    tenantId,
    named.map(({ reference }) => reference),
  );
  const details = named
    .filter((_, index) => resolved[index] === undefined)
    .map(({ path, reference }) => ({
      target: path,
      code: 'UnknownUser',
      message: `No user '${reference}' is in the directory. Give an id, a user principal name or a mail address.`,
    }));
  if (details.length) throw invalidRequest('Some users are not in the directory. See details.', details);
  return resolved as User[];
}
