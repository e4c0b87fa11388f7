/** Maps people of the directory to SCIM users, and SCIM users to the values of a person. */
import { EXTENSION_FIELDS, extensionOf } from '../../domain/directory/filter.ts';
import type { PersonChanges } from '../../domain/identity/change-person.ts';
import type { PersonValues, StoredPerson } from '../../domain/identity/ports.ts';
import { say } from '../../kernel/messages.ts';
import { invalidScim } from './errors.ts';
import { ENTERPRISE_URN, USER_URN } from './schemas.ts';
import { objectOf, objectsOf, type ScimObject, type ScimValue, textOf } from './values.ts';

const CONTROL_CHARACTERS = /\p{Cc}/u;

/** Returns the members other than null, undefined and empty objects. */
function assigned(members: Readonly<Record<string, ScimValue | null | undefined>>): ScimObject {
  const isAssigned = (value: unknown): boolean =>
    value !== null && value !== undefined && (typeof value !== 'object' || Object.keys(value).length > 0);
  return Object.fromEntries(Object.entries(members).filter(([, value]) => isAssigned(value))) as ScimObject;
}

/** Returns the attributes of a person, without `schemas` and `meta`. */
export function toUser(person: StoredPerson): ScimObject {
  const { city: locality, country, mail } = person;
  const extensions = Object.fromEntries(
    EXTENSION_FIELDS.map((name) => [name, person.extensions[extensionOf(name)] as ScimValue | undefined]),
  );
  return assigned({
    id: person.id,
    externalId: person.externalId,
    userName: person.userPrincipalName,
    name: assigned({
      formatted: person.displayName,
      givenName: person.givenName,
      familyName: person.surname,
    }),
    displayName: person.displayName,
    title: person.jobTitle,
    userType: person.userType,
    preferredLanguage: person.preferredLanguage,
    active: person.accountEnabled,
    emails: mail === null ? undefined : [{ value: mail, type: 'work', primary: true }],
    addresses:
      locality === null && country === null
        ? undefined
        : [assigned({ locality, country, type: 'work', primary: true })],
    [ENTERPRISE_URN]: assigned({
      ...extensions,
      organization: person.companyName,
      department: person.department,
      manager: person.managerId === null ? undefined : { value: person.managerId },
    }),
  });
}

export const userSchemas = (user: ScimObject): string[] =>
  user[ENTERPRISE_URN] === undefined ? [USER_URN] : [USER_URN, ENTERPRISE_URN];

/** Returns the value to store: the last primary one, else the last one of type work, else the last one. */
function preferred(values: readonly ScimObject[]): ScimObject | undefined {
  const last = (isWanted: (value: ScimObject) => boolean) => values.findLast(isWanted);
  return (
    last(({ primary }) => primary === true) ??
    last(({ type }) => String(type).toLowerCase() === 'work') ??
    values.at(-1)
  );
}

function readExternalId(value: ScimValue | undefined): string | null {
  const externalId = textOf(value);
  if (externalId === null || (externalId.length < 256 && !CONTROL_CHARACTERS.test(externalId)))
    return externalId;
  throw invalidScim(
    'invalidValue',
    say('scim.externalId', 'The externalId has up to 255 characters and no control characters.'),
  );
}

/**
 * Returns the values that the resource gives a person. A missing `active` or `userType` stays unchanged; any other
 * missing attribute is cleared.
 * @param current the person whom the resource replaces
 * @throws InvalidRequest (invalidValue)
 */
export function readUser(
  resource: ScimObject,
  current?: PersonValues,
): PersonChanges & Pick<PersonValues, 'displayName' | 'userPrincipalName'> {
  const userPrincipalName = textOf(resource.userName);
  if (userPrincipalName === null)
    throw invalidScim('invalidValue', say('scim.userName', 'A user needs a userName. Send one.'));
  const name = objectOf(resource.name);
  const [givenName, surname] = [textOf(name.givenName), textOf(name.familyName)];
  const joined = [givenName, surname].filter((part) => part !== null).join(' ');
  const address = preferred(objectsOf(resource.addresses)) ?? {};
  const enterprise = objectOf(resource[ENTERPRISE_URN]);
  const extensions: Record<string, unknown> = { ...current?.extensions };
  for (const name of EXTENSION_FIELDS) {
    const value = textOf(enterprise[name]);
    if (value === null) delete extensions[extensionOf(name)];
    else extensions[extensionOf(name)] = value;
  }
  return {
    externalId: readExternalId(resource.externalId),
    userPrincipalName,
    displayName: textOf(resource.displayName) ?? textOf(name.formatted) ?? (joined || userPrincipalName),
    givenName,
    surname,
    mail: textOf(preferred(objectsOf(resource.emails))?.value),
    jobTitle: textOf(resource.title),
    preferredLanguage: textOf(resource.preferredLanguage),
    city: textOf(address.locality),
    country: textOf(address.country),
    companyName: textOf(enterprise.organization),
    department: textOf(enterprise.department),
    managerId: textOf(objectOf(enterprise.manager).value),
    extensions,
    ...(typeof resource.active === 'boolean' && { accountEnabled: resource.active }),
    ...(typeof resource.userType === 'string' && {
      userType: resource.userType.toLowerCase() === 'guest' ? ('Guest' as const) : ('Member' as const),
    }),
  };
}
