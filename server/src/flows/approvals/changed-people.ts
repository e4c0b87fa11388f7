/** The people whom approvers add to a request. Asks the directory, so it never runs inside a transaction. */
import { findPeople, type NamedPerson, referencesOf } from '../../domain/directory/find-people.ts';
import type { Suite } from '../../engine/suite.ts';
import { invalidFields } from '../../kernel/errors.ts';
import { type ApprovalRecord, type ApprovalUpdates, updatedTeam } from './model.ts';

/**
 * Returns the people whom the updates add to a list. People of the request itself are not checked: if they have left
 * since, the plan omits them.
 */
const added = (
  role: 'owners' | 'members',
  { membership: before }: ApprovalUpdates,
  { membership: after }: ApprovalUpdates,
): NamedPerson[] => {
  const known = new Set(before?.[role]?.map(({ id }) => id));
  return (after?.[role] ?? []).flatMap(({ id }, index) =>
    known.has(id) ? [] : [{ path: `updates.membership.${role}[${index}].id`, reference: id }],
  );
};

/** @throws InvalidRequest that names each person whom the updates add and who is unknown or can't have the role */
export async function assertAddedPeople(
  { users }: Pick<Suite, 'users'>,
  tenantId: string,
  approval: ApprovalRecord,
  updates: ApprovalUpdates,
): Promise<void> {
  const team = updatedTeam(approval);
  const people = {
    owners: added('owners', team, updates),
    members: added('members', team, updates),
    permanentOwners: [],
    permanentMembers: [],
  };
  const { problems } = findPeople(people, await users.resolve(tenantId, referencesOf(people)));
  if (problems.length > 0) throw invalidFields(problems);
}
