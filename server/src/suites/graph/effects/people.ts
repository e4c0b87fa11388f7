/**
 * Detects people who were deleted from the directory after a request named them. Graph responds to a call that names
 * one of them as if the team or group were missing, and does the same for new people. A single 404 about a person can
 * come from an outdated replica, or be about a new person. A person therefore counts as deleted only when
 * - Graph lists them among the deleted items, or
 * - Graph has them neither in the directory nor among the deleted items, and Charter's copy lacks them too. The delta
 *   query of people removes them from the copy, and a lookup adds people to it.
 * While the copy still has them, the call is retried.
 */
import { unknownUsers } from '../../../domain/directory/suite-rules.ts';
import { CharterError, invalidRequest } from '../../../kernel/errors.ts';
import { say } from '../../../kernel/messages.ts';
import { accountCall, deletedItemCall } from '../calls/directory.ts';
import { retryLater } from '../client/failure.ts';
import type { GraphParts } from './effects.ts';

/** Seconds until the retry of a call that names a person whom Graph does not show. */
const UNSEEN_WAIT = 30;

export interface NamedPerson {
  id: string;
  name: string;
}

/** Returns the people with their names in Charter's copy. The id replaces an unknown name. */
async function namedPeople(
  { users }: Pick<GraphParts, 'users'>,
  tenantId: string,
  ids: readonly string[],
): Promise<NamedPerson[]> {
  const known = await users.resolve(tenantId, ids);
  return ids.map((id, index) => ({ id, name: known[index]?.displayName ?? id }));
}

function deletedPeople(named: readonly NamedPerson[]): CharterError {
  const names = named.map(({ name }) => name).join(', ');
  return new CharterError(
    'NotFound',
    say('graph.deletedPeople', 'Deleted from the directory: {names}.', { names }),
    {
      details: named.map(({ id, name }) => ({
        target: id,
        code: 'UnknownUser',
        ...say('graph.deletedPerson', '{name} was deleted from the directory.', { name }),
      })),
    },
  );
}

/** A person as the directory shows them. Without the permission to read it, accountEnabled is null. */
interface ShownPerson {
  id: string;
  accountEnabled?: boolean | null;
}

/**
 * Checks whether people were deleted, after Graph has rejected a call that names them.
 * @returns the people as Graph shows them
 * @throws NotFound that names the deleted ones; ServiceUnavailable for those who may be new
 * @throws GraphFailure when the check itself fails
 */
export async function assertNobodyDeleted(
  parts: GraphParts,
  tenantId: string,
  ids: readonly string[],
): Promise<ShownPerson[]> {
  const graph = parts.graphOf(tenantId);
  const inBin = await graph.find(ids.map(deletedItemCall));
  const gone = ids.filter((_, index) => inBin[index] !== undefined);
  if (gone.length > 0) throw deletedPeople(await namedPeople(parts, tenantId, gone));
  const shown = await graph.find<ShownPerson>(ids.map(accountCall));
  const unseen = ids.filter((_, index) => shown[index] === undefined);
  if (unseen.length === 0) return shown.filter((person) => person !== undefined);
  const known = await parts.users.resolve(tenantId, unseen);
  const unknown = unseen.filter((_, index) => known[index] === undefined);
  if (unknown.length > 0) throw unknownUsers(unknown);
  const names = known.map((user) => user?.displayName).join(', ');
  throw retryLater(
    say('graph.unseenPeople', 'Microsoft Graph does not show these people at the moment: {names}.', {
      names,
    }),
    UNSEEN_WAIT,
  );
}

/*
 * Detects people with disabled accounts. Teams responds to a call that adds one of them with the same 404 as for a
 * missing team or person ("Add member to team"; "Add member to channel"), and every retry would fail too.
 */

function disabledPeople(named: readonly NamedPerson[]): CharterError {
  const names = named.map(({ name }) => name).join(', ');
  return invalidRequest(
    say(
      'graph.disabledPeople',
      'These accounts are disabled in Microsoft Entra ID: {names}. Enable them, or leave these people out.',
      { names },
    ),
    named.map(({ id, name }) => ({
      target: id,
      code: 'AccountClosed',
      ...say('graph.disabledPerson', 'The account of {name} is disabled.', { name }),
    })),
  );
}

/**
 * Checks whether Teams can add the people, after a 404 to the call that adds them.
 * @throws InvalidRequest that names those with disabled accounts; NotFound for deleted people; ServiceUnavailable for
 *   those who may be new
 * @throws GraphFailure when the check itself fails
 */
export async function assertAddable(
  parts: GraphParts,
  tenantId: string,
  ids: readonly string[],
): Promise<void> {
  const people = await assertNobodyDeleted(parts, tenantId, ids);
  const disabled = people.filter(({ accountEnabled }) => accountEnabled === false).map(({ id }) => id);
  if (disabled.length > 0) throw disabledPeople(await namedPeople(parts, tenantId, disabled));
}
