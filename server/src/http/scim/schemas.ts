/**
 * The attributes of users and groups that Charter stores (RFC 7643). /Schemas publishes them. Requests are parsed by
 * these definitions, so that a name in a request never becomes a property of an object or a part of an SQL statement.
 */
export const USER_URN = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_URN = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE_URN = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** An attribute (RFC 7643, section 7). */
export interface Attribute {
  name: string;
  type: 'string' | 'boolean' | 'complex';
  multiValued: boolean;
  description: string;
  required: boolean;
  caseExact: boolean;
  mutability: 'readWrite' | 'readOnly' | 'immutable';
  returned: 'always' | 'default';
  uniqueness: 'none' | 'server';
  canonicalValues?: readonly string[];
  subAttributes?: readonly Attribute[];
}

const attribute = (name: string, description: string, change: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...change,
});

const complex = (
  name: string,
  description: string,
  subAttributes: readonly Attribute[],
  multiValued = false,
) => attribute(name, description, { type: 'complex', multiValued, subAttributes });

const KIND = attribute('type', 'Only work is stored', { canonicalValues: ['work'] });
const PRIMARY = attribute('primary', 'Whether this is the preferred one', { type: 'boolean' });

/** Attributes of every resource, which no schema lists (RFC 7643, section 3.1). */
const COMMON = [
  attribute('id', 'Id in Charter', { mutability: 'readOnly', returned: 'always', caseExact: true }),
  attribute('externalId', 'Id at the identity provider', { caseExact: true }),
];

const USER_ATTRIBUTES = [
  attribute('userName', 'User principal name', { required: true, uniqueness: 'server' }),
  complex('name', 'Names', [
    attribute('formatted', 'Used as the display name of a user without one'),
    attribute('givenName', 'Given name'),
    attribute('familyName', 'Surname'),
  ]),
  attribute('displayName', 'Display name'),
  attribute('title', 'Job title'),
  attribute('userType', 'Guest for a guest of the organisation; anything else is a member', {
    canonicalValues: ['Member', 'Guest'],
  }),
  attribute('preferredLanguage', 'Preferred language'),
  attribute('active', 'False closes the account at once', { type: 'boolean' }),
  complex(
    'emails',
    'Mail addresses, of which one is stored',
    [attribute('value', 'Address'), KIND, PRIMARY],
    true,
  ),
  complex(
    'addresses',
    'Postal addresses, of which the one at work is stored',
    [attribute('locality', 'City'), attribute('country', 'Country'), KIND, PRIMARY],
    true,
  ),
];

const ENTERPRISE_ATTRIBUTES = [
  attribute('employeeNumber', 'Employee number'),
  attribute('costCenter', 'Cost center'),
  attribute('organization', 'Company'),
  attribute('division', 'Division'),
  attribute('department', 'Department'),
  complex('manager', 'Manager', [attribute('value', 'Id of the manager', { caseExact: true })]),
];

const GROUP_ATTRIBUTES = [
  attribute('displayName', 'Name of the group', { required: true, uniqueness: 'server' }),
  complex(
    'members',
    'Users of the group',
    [
      attribute('value', 'Id of the user', { mutability: 'immutable', caseExact: true }),
      attribute('display', 'Name of the user', { mutability: 'readOnly' }),
      attribute('type', 'Kind of the member', { mutability: 'immutable', canonicalValues: ['User'] }),
    ],
    true,
  ),
];

export interface Schema {
  id: string;
  name: string;
  description: string;
  attributes: readonly Attribute[];
}

export const SCHEMAS: readonly Schema[] = [
  { id: USER_URN, name: 'User', description: 'A person of the organisation', attributes: USER_ATTRIBUTES },
  {
    id: ENTERPRISE_URN,
    name: 'EnterpriseUser',
    description: 'A person in their organisation',
    attributes: ENTERPRISE_ATTRIBUTES,
  },
  { id: GROUP_URN, name: 'Group', description: 'A group of people', attributes: GROUP_ATTRIBUTES },
];

/** A kind of resource: its attributes, its extension, and the standard attributes that Charter ignores. */
export interface Shape {
  urn: string;
  attributes: readonly Attribute[];
  extension?: Attribute;
  ignored: readonly string[];
}

export const USER_SHAPE: Shape = {
  urn: USER_URN,
  attributes: [...COMMON, ...USER_ATTRIBUTES],
  extension: complex(ENTERPRISE_URN, 'Enterprise user', ENTERPRISE_ATTRIBUTES),
  ignored: [
    'schemas',
    'meta',
    'nickName',
    'profileUrl',
    'locale',
    'timezone',
    'password',
    'phoneNumbers',
    'ims',
    'photos',
    'groups',
    'entitlements',
    'roles',
    'x509Certificates',
  ],
};

export const GROUP_SHAPE: Shape = {
  urn: GROUP_URN,
  attributes: [...COMMON, ...GROUP_ATTRIBUTES],
  ignored: ['schemas', 'meta'],
};

const isNamed = (name: string) => {
  const wanted = name.toLowerCase();
  return (one: { name: string }): boolean => one.name.toLowerCase() === wanted;
};

/** Returns the attribute with this name, ignoring case. */
export const findAttribute = (attributes: readonly Attribute[], name: string): Attribute | undefined =>
  attributes.find(isNamed(name));

const isIgnored = ({ ignored }: Shape, name: string): boolean =>
  ignored.some((one) => one.toLowerCase() === name.toLowerCase());

const startsWith = (text: string, urn: string): boolean =>
  text.toLowerCase().startsWith(urn.toLowerCase()) && [undefined, ':', '.'].includes(text[urn.length]);

/** The path of a value in a resource: an attribute of the schema or of its extension, and the rest after its name. */
export interface AttributePath {
  attribute: Attribute;
  isExtension: boolean;
  rest: string;
}

/**
 * Finds the attribute that a path begins with, whatever the case, with or without the URN of its schema.
 * @returns `ignored` for a standard attribute that Charter does not store; undefined for an unknown one
 */
export function locate(shape: Shape, path: string): AttributePath | 'ignored' | undefined {
  const { urn, extension } = shape;
  const isExtension = extension !== undefined && startsWith(path, extension.name);
  if (isExtension && path.length === extension.name.length)
    return { attribute: extension, isExtension: false, rest: '' };
  const prefix = isExtension ? extension.name : startsWith(path, urn) ? urn : undefined;
  const relative = prefix === undefined ? path : path.slice(prefix.length + 1);
  const [, name = '', rest = ''] = /^([\w$-]+)(.*)$/su.exec(relative) ?? [];
  const attribute = findAttribute(isExtension ? (extension.subAttributes ?? []) : shape.attributes, name);
  if (attribute !== undefined) return { attribute, isExtension, rest };
  return !isExtension && isIgnored(shape, name) ? 'ignored' : undefined;
}
