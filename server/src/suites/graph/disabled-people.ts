/**
 * People whose accounts are disabled. Teams answers a call that adds one of them with the same 404 as for a missing
 * team or person ("Add member to team"; "Add member to channel"), and would do so to every retry.
 */
import { type CharterError, invalidRequest } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { assertNobodyDeleted, type NamedPerson, namedPeople } from './deleted-people.ts';
import type { GraphParts } from './parts.ts';

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
 * Checks whether Teams can add people, after it has answered that it does not find something.
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
