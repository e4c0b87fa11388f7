import type { Suite } from '../../engine/suite.ts';
import { invalidField, invalidRequest } from '../../kernel/errors.ts';
import { unknownUser } from './find-people.ts';
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
    .map(({ path, reference }) => unknownUser(path, reference));
  if (details.length) throw invalidRequest('Some users are not in the directory. See details.', details);
  return resolved as User[];
}

/** @throws InvalidRequest that names an unknown person */
export async function findUser(
  { users }: Pick<Suite, 'users'>,
  tenantId: string,
  { path, reference }: NamedUser,
): Promise<User> {
  const [user] = await users.resolve(tenantId, [reference]);
  if (user !== undefined) return user;
  const { message, code } = unknownUser(path, reference);
  throw invalidField(path, message, code);
}
