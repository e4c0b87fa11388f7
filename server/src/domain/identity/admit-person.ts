/** Adds people to the directory at their first call. */
import type { Deps } from '../../engine/deps.ts';
import { newId } from '../../kernel/ids.ts';
import { findById } from '../directory/find-people.ts';
import type { User } from '../directory/model.ts';
import type { WritableDirectory } from '../directory/ports.ts';
import type { SuiteUsers } from '../directory/suite.ts';
import { userAdded } from './identity-records.ts';
import type { ProviderGroups } from './ports.ts';

/** Profile claims of a verified token. */
export interface PersonProfile {
  displayName: string | undefined;
  /** Display name if the issuer provides none. */
  fallbackName: string | undefined;
  givenName: string | undefined;
  surname: string | undefined;
  /** An address that the issuer has verified. */
  mail: string | undefined;
  /** A name that is unique within the issuer. */
  userName: string | undefined;
  /** Undefined when the issuer does not state it. */
  userType: User['userType'] | undefined;
  /** Groups at the provider. If they are incomplete, the person may be in further groups. */
  groups: ProviderGroups;
}

export interface AdmitDeps extends Pick<Deps, 'store' | 'clock'> {
  users: Pick<SuiteUsers, 'resolve'>;
  directory: WritableDirectory;
}

/**
 * Adds the person, with an audit record, unless the directory has them. People can choose some names in a token, so a
 * mail or user name that another person has is dropped. The id replaces a dropped user name.
 * @returns the directory's entry; undefined when the person was deleted, or another person's user principal name equals
 * the id
 */
export async function admitPerson(
  { users, directory, store, clock }: AdmitDeps,
  tenantId: string,
  id: string,
  profile: PersonProfile,
): Promise<User | undefined> {
  const { fallbackName = id, userName = id, givenName = null, surname = null, mail = null } = profile;
  const { displayName = fallbackName, userType = 'Member' } = profile;
  const [byName, byMail] = await users.resolve(tenantId, [userName, mail ?? id]);
  const user = {
    id,
    displayName,
    givenName,
    surname,
    userType,
    mail: byMail === undefined ? mail : null,
    userPrincipalName: byName === undefined ? userName : id,
  };
  const isAdded =
    (await directory.addUser(tenantId, user)) ||
    (await directory.addUser(tenantId, { ...user, userPrincipalName: id }));
  const actor = { id, kind: 'user', displayName } as const;
  const record = userAdded.record(user, { actor, requestId: newId() });
  if (isAdded) await store.transaction(tenantId, (unit) => unit.audit.append([record], clock.now()));
  return (await findById(users, tenantId, [id]))[0];
}
