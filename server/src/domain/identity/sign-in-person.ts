/**
 * Copies the claims of a token to the person: names, verified mail address, member or guest, groups at the provider. A
 * missing claim changes nothing.
 */
import { newId } from '../../kernel/ids.ts';
import type { User } from '../directory/model.ts';
import { type AdmitDeps, admitPerson, type PersonProfile } from './admit-person.ts';
import { writePersonChanges } from './change-person.ts';
import { userGroupsChanged } from './identity-records.ts';
import type { ProviderGroups } from './ports.ts';

type Changes = Partial<
  Pick<User, 'displayName' | 'userPrincipalName' | 'userType'> &
    Record<'givenName' | 'surname' | 'mail', string>
>;

/** Returns the claims that differ. Omits a mail address or user name that another person has. */
async function findChanges(
  { users }: Pick<AdmitDeps, 'users'>,
  tenantId: string,
  user: User,
  { displayName, givenName, surname, mail, userName: userPrincipalName, userType }: PersonProfile,
): Promise<Changes> {
  const claimed = { displayName, givenName, surname, mail, userPrincipalName, userType };
  const changes: Changes = Object.fromEntries(
    Object.entries(claimed).filter(
      ([name, value]) => value !== undefined && value !== user[name as keyof typeof claimed],
    ),
  );
  const unique = (['mail', 'userPrincipalName'] as const).filter((name) => changes[name] !== undefined);
  const holders = await users.resolve(
    tenantId,
    unique.map((name) => changes[name] ?? ''),
  );
  for (const [index, name] of unique.entries()) {
    if (holders[index] !== undefined && holders[index].id !== user.id) delete changes[name];
  }
  return changes;
}

/**
 * Merges incomplete groups with the stored ones, because the person may still be in a group that the provider omits.
 */
const groupsAfter = (stored: ProviderGroups, { names, isComplete }: ProviderGroups): ProviderGroups => ({
  names: isComplete ? names : [...new Set([...stored.names, ...names])],
  isComplete,
});

/**
 * Adds an unknown person, or changes a known one. State, event and audit records are written in one transaction.
 * @returns the directory's entry; undefined when the person was deleted, or another person's user principal name equals
 * the id
 */
export async function signInPerson(
  deps: AdmitDeps,
  tenantId: string,
  id: string,
  profile: PersonProfile,
  known: User | undefined,
): Promise<User | undefined> {
  const { store, clock } = deps;
  const user = known ?? (await admitPerson(deps, tenantId, id, profile));
  if (user === undefined) return undefined;
  const { people } = store.in(tenantId);
  const [person, stored] = await Promise.all([people.find(id), people.providerGroups(id)]);
  if (person === undefined) return user;
  // A SCIM connector maintains the people that it has added (domain/scim), so a token changes only their groups at the
  // provider.
  const changes = person.externalId === null ? await findChanges(deps, tenantId, user, profile) : {};
  const groups = groupsAfter(stored, profile.groups);
  const added = groups.names.filter((name) => !stored.names.includes(name));
  const removed = stored.names.filter((name) => !groups.names.includes(name));
  const isRegrouped = added.length + removed.length > 0 || groups.isComplete !== stored.isComplete;
  if (Object.keys(changes).length === 0 && !isRegrouped) return user;
  const changed = { ...user, ...changes };
  const { displayName } = changed;
  const cause = { actor: { id, kind: 'user', displayName } as const, requestId: newId() };
  await store.transaction(tenantId, async (unit) => {
    await writePersonChanges(unit, person, changes, cause, clock.now());
    if (isRegrouped) {
      await unit.people.setProviderGroups(id, groups);
      const { isComplete } = groups;
      const record = userGroupsChanged.record({ id, displayName, added, removed, isComplete }, cause);
      await unit.audit.append([record], clock.now());
    }
  });
  return changed;
}
