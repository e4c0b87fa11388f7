/** Adds or replaces people of the directory, with their managers and groups. */

import type { Deps } from '../../engine/deps.ts';
import type { Principal, RequestContext } from '../../engine/principal.ts';
import { CharterError, conflict, type ErrorDetail, invalidRequest } from '../../kernel/errors.ts';
import { type Message, say } from '../../kernel/messages.ts';
import type { NewUser, WritableDirectory } from '../directory/ports.ts';
import type { SuiteUsers } from '../directory/suite.ts';
import { assertGlobalAdmin, timedCauseOf } from './access.ts';
import { usersImported } from './identity-records.ts';

/** Maximum number of people in one import. */
export const MOST_IMPORTED = 1_000;

export interface ImportedUser extends NewUser {
  /** Display names of all groups of the person. Without this field the groups do not change. */
  groups?: readonly string[];
}

interface ImportDeps extends Deps {
  /** Undefined when an external system stores the directory. */
  directory: WritableDirectory | undefined;
}

const keyOf = (name: string): string => name.toLowerCase();

function problemsOf(users: readonly ImportedUser[]): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  const ids = new Set<string>();
  const names = new Set<string>();
  for (const [index, { id, userPrincipalName, managerId }] of users.entries()) {
    const reject = (field: string, message: Message) =>
      problems.push({ target: `users[${index}].${field}`, code: 'InvalidValue', ...message });
    if (ids.has(id)) reject('id', say('identity.idTwice', "The id '{id}' is given twice.", { id }));
    if (names.has(keyOf(userPrincipalName))) {
      reject(
        'userPrincipalName',
        say('identity.principalNameTwice', "The user principal name '{name}' is given twice.", {
          name: userPrincipalName,
        }),
      );
    }
    if (managerId === id)
      reject(
        'managerId',
        say('identity.ownManager', 'Nobody is their own manager. Name somebody else, or nobody.'),
      );
    ids.add(id);
    names.add(keyOf(userPrincipalName));
  }
  return problems;
}

/**
 * Rejects user principal names that other people have, even when the same import would free them.
 * @throws Conflict naming each one
 */
async function assertNamesFree(
  users: readonly ImportedUser[],
  resolve: (names: string[]) => ReturnType<SuiteUsers['resolve']>,
): Promise<void> {
  const holders = await resolve(users.map(({ userPrincipalName }) => userPrincipalName));
  const details = users.flatMap(({ id, userPrincipalName }, index): ErrorDetail[] => {
    const holder = holders[index];
    if (holder === undefined || holder.id === id) return [];
    if (keyOf(holder.userPrincipalName) !== keyOf(userPrincipalName)) return [];
    const target = `users[${index}].userPrincipalName`;
    return [
      {
        target,
        code: 'NameAlreadyExists',
        ...say('identity.nameHeld', "The user '{id}' has this name.", { id: holder.id }),
      },
    ];
  });
  if (details.length === 0) return;
  throw new CharterError(
    'Conflict',
    say('identity.namesTaken', 'Some user principal names are taken. See details.'),
    { details },
  );
}

/**
 * Imports people; the API's schema allows at most MOST_IMPORTED. Idempotent, so that a failed import can be sent again.
 * @throws Forbidden, InvalidRequest, Conflict
 */
export async function importUsers(
  { suite, directory, store, clock }: ImportDeps,
  principal: Principal,
  context: RequestContext,
  users: readonly ImportedUser[],
): Promise<void> {
  assertGlobalAdmin(principal);
  if (directory === undefined) {
    throw conflict(
      say('identity.directoryElsewhere', 'Another system keeps this directory. Add people there.'),
    );
  }
  const problems = problemsOf(users);
  if (problems.length > 0)
    throw invalidRequest(
      say('identity.importInvalid', 'Some people cannot be imported. See details.'),
      problems,
    );
  const { tenantId } = principal;
  await assertNamesFree(users, (names) => suite.users.resolve(tenantId, names));
  await directory.saveUsers(
    tenantId,
    users.map(({ groups: _, ...user }) => user),
  );
  const memberships = users.flatMap(({ id, groups }) =>
    groups === undefined ? [] : [{ userId: id, groups }],
  );
  if (memberships.length > 0) await directory.setGroups(tenantId, memberships);
  const cause = timedCauseOf(principal, context, clock.now());
  await store.transaction(tenantId, (unit) =>
    unit.audit.append([usersImported.record({ tenantId, count: users.length }, cause)], cause.at),
  );
}
