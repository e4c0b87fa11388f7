/**
 * Replays requests of the connectors of Microsoft Entra and Okta, and checks the responses that they need, as
 * documented in "Develop a SCIM endpoint for user provisioning" (Microsoft Learn) and "SCIM 2.0 Protocol Reference"
 * (Okta Developer).
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type ScimService, startScimService } from '../../../test/scim-service.ts';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

const patch = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
});
const filtered = (collection: string, filter: string, rest = '') =>
  `/${collection}?filter=${encodeURIComponent(filter)}${rest}`;

interface Expected {
  status: number;
  /** Members that the response must contain. */
  body?: Record<string, unknown>;
  /** Members that the response must not contain. */
  without?: string[];
  /** Stores the id of the response, or of its only resource, under this name. Paths and bodies use it as `{name}`. */
  saves?: string;
}

type Recorded = [what: string, method: string, path: string, body: unknown, expected: Expected];

const NOTHING = { schemas: [LIST], totalResults: 0, itemsPerPage: 0, Resources: [] };
const one = (resource: object) => ({ totalResults: 1, Resources: [resource] });

/** Requests in the order in which they are sent, because later ones depend on earlier ones. */
const ENTRA: Recorded[] = [
  [
    'the connection test, a query for a user who does not exist',
    'GET',
    filtered('Users', 'userName eq "7c1f1a0e-0000-4b7d-9b4e-000000000000"'),
    undefined,
    { status: 200, body: NOTHING },
  ],
  [
    'a request for the schemas',
    'GET',
    '/Schemas',
    undefined,
    { status: 200, body: { schemas: [LIST], totalResults: 3 } },
  ],
  [
    'a query for a user before the creation',
    'GET',
    filtered('Users', 'userName eq "grace@fabrikam.example"'),
    undefined,
    { status: 200, body: NOTHING },
  ],
  [
    'the creation of a user with the attributes of the default mapping',
    'POST',
    '/Users',
    {
      schemas: [USER, ENTERPRISE],
      externalId: '11111111-aaaa-4bbb-8ccc-000000000001',
      userName: 'grace@fabrikam.example',
      active: true,
      displayName: 'Grace Hopper',
      emails: [{ primary: true, type: 'work', value: 'grace.hopper@fabrikam.example' }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Grace Hopper', familyName: 'Hopper', givenName: 'Grace' },
      title: 'Rear admiral',
      preferredLanguage: 'en-US',
      phoneNumbers: [{ type: 'work', value: '+1 555 0100' }],
      addresses: [
        { type: 'work', country: 'US', locality: 'Arlington', streetAddress: '1 Navy Way', primary: false },
      ],
      [ENTERPRISE]: {
        department: 'Research',
        employeeNumber: '701984',
        costCenter: '4130',
        organization: 'Navy',
      },
    },
    {
      status: 201,
      saves: 'grace',
      body: {
        schemas: [USER, ENTERPRISE],
        id: '11111111-aaaa-4bbb-8ccc-000000000001',
        externalId: '11111111-aaaa-4bbb-8ccc-000000000001',
        userName: 'grace@fabrikam.example',
        active: true,
        displayName: 'Grace Hopper',
        name: { formatted: 'Grace Hopper', givenName: 'Grace', familyName: 'Hopper' },
        title: 'Rear admiral',
        preferredLanguage: 'en-US',
        emails: [{ value: 'grace.hopper@fabrikam.example', type: 'work', primary: true }],
        addresses: [{ locality: 'Arlington', country: 'US', type: 'work', primary: true }],
        [ENTERPRISE]: {
          department: 'Research',
          employeeNumber: '701984',
          costCenter: '4130',
          organization: 'Navy',
        },
      },
      without: ['phoneNumbers', 'password'],
    },
  ],
  [
    'a second creation of the same user',
    'POST',
    '/Users',
    {
      schemas: [USER],
      externalId: '11111111-aaaa-4bbb-8ccc-000000000001',
      userName: 'grace@fabrikam.example',
      displayName: 'Grace Hopper',
    },
    { status: 409, body: { schemas: [ERROR], status: '409', scimType: 'uniqueness' } },
  ],
  [
    'the creation of another user with the same name in capitals',
    'POST',
    '/Users',
    { schemas: [USER], externalId: 'other', userName: 'GRACE@FABRIKAM.EXAMPLE' },
    { status: 409, body: { scimType: 'uniqueness' } },
  ],
  [
    'the creation of a second user, whose manager is the first',
    'POST',
    '/Users',
    {
      schemas: [USER, ENTERPRISE],
      externalId: '11111111-aaaa-4bbb-8ccc-000000000002',
      userName: 'hedy@fabrikam.example',
      displayName: 'Hedy Lamarr',
      active: true,
      [ENTERPRISE]: { manager: { value: '{grace}' } },
    },
    {
      status: 201,
      saves: 'hedy',
      body: { [ENTERPRISE]: { manager: { value: '11111111-aaaa-4bbb-8ccc-000000000001' } } },
    },
  ],
  [
    'a request for a user by id',
    'GET',
    '/Users/{grace}',
    undefined,
    { status: 200, body: { userName: 'grace@fabrikam.example', active: true } },
  ],
  [
    'a request for a user who does not exist',
    'GET',
    '/Users/nobody',
    undefined,
    { status: 404, body: { schemas: [ERROR], status: '404' } },
  ],
  [
    'a query for a user by name in another case',
    'GET',
    filtered('Users', 'userName eq "Grace@Fabrikam.example"'),
    undefined,
    { status: 200, body: { totalResults: 1, startIndex: 1, itemsPerPage: 1 } },
  ],
  [
    'a query for a user by external id',
    'GET',
    filtered('Users', 'externalId eq "11111111-aaaa-4bbb-8ccc-000000000001"'),
    undefined,
    { status: 200, body: { totalResults: 1 } },
  ],
  [
    'a query by external id in another case, and finds nobody',
    'GET',
    filtered('Users', 'externalId eq "11111111-AAAA-4bbb-8ccc-000000000001"'),
    undefined,
    { status: 200, body: NOTHING },
  ],
  [
    'a query for a user by mail address',
    'GET',
    filtered('Users', 'emails[type eq "work"].value eq "Grace.Hopper@fabrikam.example"', '&attributes=id'),
    undefined,
    { status: 200, body: one({ schemas: [USER, ENTERPRISE], id: '11111111-aaaa-4bbb-8ccc-000000000001' }) },
  ],
  [
    'a PATCH of several attributes',
    'PATCH',
    '/Users/{grace}',
    patch(
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'grace@navy.example' },
      { op: 'Replace', path: 'name.familyName', value: 'Murray' },
      { op: 'Replace', path: 'displayName', value: 'Grace Murray' },
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Compilers' },
    ),
    {
      status: 200,
      body: {
        displayName: 'Grace Murray',
        name: { formatted: 'Grace Murray', givenName: 'Grace', familyName: 'Murray' },
        emails: [{ value: 'grace@navy.example', type: 'work', primary: true }],
        [ENTERPRISE]: {
          department: 'Compilers',
          employeeNumber: '701984',
          costCenter: '4130',
          organization: 'Navy',
        },
      },
    },
  ],
  [
    'a PATCH of the user name',
    'PATCH',
    '/Users/{grace}',
    patch({ op: 'Replace', path: 'userName', value: 'grace.murray@fabrikam.example' }),
    { status: 200, body: { userName: 'grace.murray@fabrikam.example' } },
  ],
  [
    'a PATCH with the user name of another user',
    'PATCH',
    '/Users/{grace}',
    patch({ op: 'Replace', path: 'userName', value: 'Hedy@fabrikam.example' }),
    { status: 409, body: { scimType: 'uniqueness' } },
  ],
  [
    'a PATCH without a path, whose value has paths and URNs as keys',
    'PATCH',
    '/Users/{grace}',
    patch({
      op: 'replace',
      value: {
        'name.givenName': 'Amazing',
        title: 'Commodore',
        [`${ENTERPRISE}:costCenter`]: '4131',
        [ENTERPRISE]: { division: 'North' },
      },
    }),
    {
      status: 200,
      body: {
        title: 'Commodore',
        name: { formatted: 'Grace Murray', givenName: 'Amazing', familyName: 'Murray' },
        [ENTERPRISE]: {
          department: 'Compilers',
          employeeNumber: '701984',
          costCenter: '4131',
          division: 'North',
          organization: 'Navy',
        },
      },
    },
  ],
  [
    'a PATCH whose value is an array with one element, as older connectors send it',
    'PATCH',
    '/Users/{grace}',
    patch({ op: 'Replace', path: 'title', value: [{ $ref: null, value: 'Admiral' }] }),
    { status: 200, body: { title: 'Admiral' } },
  ],
  [
    'a PATCH with the id of the manager as a string',
    'PATCH',
    '/Users/{grace}',
    patch({ op: 'Add', path: `${ENTERPRISE}:manager`, value: '{hedy}' }),
    { status: 200 },
  ],
  [
    'a PATCH that removes the manager',
    'PATCH',
    '/Users/{hedy}',
    patch({ op: 'Remove', path: `${ENTERPRISE}:manager` }),
    { status: 200, body: { schemas: [USER] }, without: [ENTERPRISE] },
  ],
  [
    'a PATCH that removes the mail address',
    'PATCH',
    '/Users/{grace}',
    patch({ op: 'Remove', path: 'emails[type eq "work"].value' }),
    { status: 200, without: ['emails'] },
  ],
  [
    'a PATCH that adds a mail address to a user without one',
    'PATCH',
    '/Users/{grace}',
    patch({ op: 'Add', path: 'emails[type eq "work"].value', value: 'grace@fabrikam.example' }),
    { status: 200, body: { emails: [{ value: 'grace@fabrikam.example', type: 'work', primary: true }] } },
  ],
  [
    'a PATCH of attributes that Charter does not store',
    'PATCH',
    '/Users/{grace}',
    patch(
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 555 0101' },
      { op: 'Add', path: 'addresses[type eq "work"].streetAddress', value: '2 Navy Way' },
      { op: 'Add', path: 'nickName', value: 'Amazing Grace' },
      { op: 'Replace', path: 'addresses[type eq "work"].locality', value: 'Boston' },
    ),
    {
      status: 200,
      body: { addresses: [{ locality: 'Boston', country: 'US', type: 'work', primary: true }] },
      without: ['phoneNumbers', 'nickName'],
    },
  ],
  [
    'a PATCH of an attribute that is in no schema',
    'PATCH',
    '/Users/{grace}',
    patch({ op: 'Add', path: 'urn:contoso:scim:User:badge', value: 'gold' }),
    { status: 400, body: { scimType: 'invalidPath' } },
  ],
  [
    'a PATCH that disables the account with the string "False"',
    'PATCH',
    '/Users/{grace}',
    patch({ op: 'Replace', path: 'active', value: 'False' }),
    { status: 200, body: { active: false } },
  ],
  [
    'a PATCH that enables the account again',
    'PATCH',
    '/Users/{grace}',
    patch({ op: 'replace', path: 'active', value: true }),
    { status: 200, body: { active: true } },
  ],
  [
    'a PATCH of active with a value that is not a boolean',
    'PATCH',
    '/Users/{grace}',
    patch({ op: 'Replace', path: 'active', value: 'No' }),
    { status: 400, body: { scimType: 'invalidValue' } },
  ],
  [
    'a query for a group that does not exist',
    'GET',
    filtered('Groups', 'displayName eq "7c1f1a0e-0000"', '&excludedAttributes=members'),
    undefined,
    { status: 200, body: NOTHING },
  ],
  [
    'the creation of a group without members',
    'POST',
    '/Groups',
    {
      schemas: [GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: '22222222-aaaa-4bbb-8ccc-000000000001',
      displayName: 'Research',
      meta: { resourceType: 'Group' },
    },
    {
      status: 201,
      saves: 'research',
      body: { displayName: 'Research', externalId: '22222222-aaaa-4bbb-8ccc-000000000001', members: [] },
    },
  ],
  [
    'the creation of a second group with the same name',
    'POST',
    '/Groups',
    { schemas: [GROUP], externalId: 'other', displayName: 'research' },
    { status: 409, body: { scimType: 'uniqueness' } },
  ],
  [
    'a PATCH that adds each member in an operation of its own',
    'PATCH',
    '/Groups/{research}',
    patch(
      { op: 'Add', path: 'members', value: [{ $ref: null, value: '{grace}' }] },
      { op: 'Add', path: 'members', value: [{ $ref: null, value: '{hedy}' }] },
    ),
    { status: 204 },
  ],
  [
    'a request for the group without its members',
    'GET',
    '/Groups/{research}?excludedAttributes=members',
    undefined,
    {
      status: 200,
      body: { id: '22222222-aaaa-4bbb-8ccc-000000000001', displayName: 'Research' },
      without: ['members'],
    },
  ],
  [
    'a query whether a user is a member of the group',
    'GET',
    filtered('Groups', 'id eq "{research}" and members eq "{hedy}"', '&attributes=id'),
    undefined,
    { status: 200, body: one({ schemas: [GROUP], id: '22222222-aaaa-4bbb-8ccc-000000000001' }) },
  ],
  [
    'a PATCH that removes a member by value',
    'PATCH',
    '/Groups/{research}',
    patch({ op: 'Remove', path: 'members', value: [{ $ref: null, value: '{grace}' }] }),
    { status: 204 },
  ],
  [
    'a request for the remaining members',
    'GET',
    '/Groups/{research}?attributes=members',
    undefined,
    {
      status: 200,
      body: {
        members: [{ value: '11111111-aaaa-4bbb-8ccc-000000000002', display: 'Hedy Lamarr', type: 'User' }],
      },
      without: ['displayName', 'meta'],
    },
  ],
  [
    'a PATCH of the name of the group',
    'PATCH',
    '/Groups/{research}',
    patch({ op: 'Replace', path: 'displayName', value: 'Research and development' }),
    { status: 204 },
  ],
  [
    'a PATCH that adds a member who is not in the directory',
    'PATCH',
    '/Groups/{research}',
    patch({ op: 'Add', path: 'members', value: [{ value: 'nobody' }] }),
    { status: 400, body: { scimType: 'invalidValue' } },
  ],
  ['a deletion of the group', 'DELETE', '/Groups/{research}', undefined, { status: 204 }],
  ['a request for the deleted group', 'GET', '/Groups/{research}', undefined, { status: 404 }],
  ['a deletion of a user', 'DELETE', '/Users/{hedy}', undefined, { status: 204 }],
  ['a request for the deleted user', 'GET', '/Users/{hedy}', undefined, { status: 404 }],
  ['a second deletion of the user', 'DELETE', '/Users/{hedy}', undefined, { status: 404 }],
];

const OKTA: Recorded[] = [
  [
    'the connection test',
    'GET',
    '/ServiceProviderConfig',
    undefined,
    {
      status: 200,
      body: { patch: { supported: true }, etag: { supported: true }, sort: { supported: false } },
    },
  ],
  [
    'a request for a page of users',
    'GET',
    '/Users?startIndex=1&count=2',
    undefined,
    { status: 200, body: { startIndex: 1, itemsPerPage: 2 } },
  ],
  [
    'a query for a user before the creation',
    'GET',
    filtered('Users', 'userName eq "isaac.brock@fabrikam.example"', '&startIndex=1&count=100'),
    undefined,
    { status: 200, body: NOTHING },
  ],
  [
    'the creation of a user with a password and groups, and stores neither',
    'POST',
    '/Users',
    {
      schemas: [USER],
      userName: 'isaac.brock@fabrikam.example',
      name: { givenName: 'Isaac', familyName: 'Brock' },
      emails: [{ primary: true, value: 'isaac.brock@fabrikam.example', type: 'work' }],
      displayName: 'Isaac Brock',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    },
    {
      status: 201,
      saves: 'isaac',
      body: { id: '00ujl29u0le5T6Aj10h7', userName: 'isaac.brock@fabrikam.example', active: true },
      without: ['password', 'groups', 'locale'],
    },
  ],
  [
    'the creation of a second user',
    'POST',
    '/Users',
    {
      schemas: [USER],
      userName: 'lola@fabrikam.example',
      name: { givenName: 'Lola', familyName: 'Ray' },
      externalId: '00ulola',
    },
    { status: 201, saves: 'lola', body: { displayName: 'Lola Ray', active: true } },
  ],
  [
    'a request for the new user',
    'GET',
    '/Users/{isaac}',
    undefined,
    { status: 200, body: { externalId: '00ujl29u0le5T6Aj10h7' } },
  ],
  [
    'a PUT of the user with changes',
    'PUT',
    '/Users/{isaac}',
    {
      schemas: [USER],
      id: '{isaac}',
      userName: 'isaac.brock@fabrikam.example',
      name: { givenName: 'Isaac', middleName: '', familyName: 'Brockman' },
      emails: [{ primary: true, value: 'isaac@fabrikam.example', type: 'work', display: 'isaac' }],
      displayName: 'Isaac Brockman',
      externalId: '00ujl29u0le5T6Aj10h7',
      title: 'Engineer',
      active: true,
      groups: [],
      meta: { resourceType: 'User' },
    },
    {
      status: 200,
      body: {
        displayName: 'Isaac Brockman',
        title: 'Engineer',
        emails: [{ value: 'isaac@fabrikam.example', type: 'work', primary: true }],
      },
    },
  ],
  [
    'a PUT of the user without the title, and removes the title',
    'PUT',
    '/Users/{isaac}',
    {
      schemas: [USER],
      userName: 'isaac.brock@fabrikam.example',
      externalId: '00ujl29u0le5T6Aj10h7',
      displayName: 'Isaac Brock',
    },
    { status: 200, body: { displayName: 'Isaac Brock', active: true }, without: ['title', 'emails'] },
  ],
  [
    'a PATCH that deactivates the user without a path',
    'PATCH',
    '/Users/{isaac}',
    patch({ op: 'replace', value: { active: false } }),
    { status: 200, body: { active: false } },
  ],
  [
    'a PUT of the deactivated user without active, and leaves the user deactivated',
    'PUT',
    '/Users/{isaac}',
    {
      schemas: [USER],
      userName: 'isaac.brock@fabrikam.example',
      externalId: '00ujl29u0le5T6Aj10h7',
      displayName: 'Isaac Brock',
    },
    { status: 200, body: { active: false } },
  ],
  [
    'a PATCH that activates the user',
    'PATCH',
    '/Users/{isaac}',
    patch({ op: 'replace', value: { active: true } }),
    { status: 200, body: { active: true } },
  ],
  [
    'a PATCH of the password, and changes nothing',
    'PATCH',
    '/Users/{isaac}',
    patch({ op: 'replace', value: { password: 'n3w' } }),
    { status: 200, body: { displayName: 'Isaac Brock' }, without: ['password'] },
  ],
  [
    'a query for users who changed since a time',
    'GET',
    filtered('Users', 'meta.lastModified gt "2011-05-13T04:42:34Z"', '&startIndex=1&count=100'),
    undefined,
    { status: 200, body: { schemas: [LIST] } },
  ],
  [
    'a request for a page of groups',
    'GET',
    '/Groups?startIndex=1&count=100',
    undefined,
    { status: 200, body: { startIndex: 1 } },
  ],
  [
    'a query for a group before the creation',
    'GET',
    filtered('Groups', 'displayName eq "Test SCIMv2"', '&startIndex=1&count=100'),
    undefined,
    { status: 200, body: NOTHING },
  ],
  [
    'the creation of a group with a member',
    'POST',
    '/Groups',
    {
      schemas: [GROUP],
      displayName: 'Test SCIMv2',
      members: [{ value: '{isaac}', display: 'isaac.brock@fabrikam.example' }],
    },
    {
      status: 201,
      saves: 'pushed',
      body: {
        displayName: 'Test SCIMv2',
        members: [{ value: '00ujl29u0le5T6Aj10h7', display: 'Isaac Brock', type: 'User' }],
      },
    },
  ],
  [
    'a PATCH of the name of the group, whose value also has the id',
    'PATCH',
    '/Groups/{pushed}',
    patch({ op: 'replace', value: { id: '{pushed}', displayName: 'Test SCIMv3' } }),
    { status: 204 },
  ],
  [
    'a PATCH that adds a member',
    'PATCH',
    '/Groups/{pushed}',
    patch({ op: 'add', path: 'members', value: [{ value: '{lola}', display: 'lola@fabrikam.example' }] }),
    { status: 204 },
  ],
  [
    'a PATCH that removes a member by a filter and adds the member again',
    'PATCH',
    '/Groups/{pushed}',
    patch(
      { op: 'remove', path: 'members[value eq "{isaac}"]' },
      { op: 'add', path: 'members', value: [{ value: '{isaac}' }] },
      { op: 'remove', path: 'members[value eq "{lola}"]' },
    ),
    { status: 204 },
  ],
  [
    'a request for the group after the PATCH',
    'GET',
    '/Groups/{pushed}',
    undefined,
    {
      status: 200,
      body: {
        displayName: 'Test SCIMv3',
        members: [{ value: '00ujl29u0le5T6Aj10h7', display: 'Isaac Brock', type: 'User' }],
      },
    },
  ],
  [
    'a PATCH that replaces all members',
    'PATCH',
    '/Groups/{pushed}',
    patch({ op: 'replace', path: 'members', value: [{ value: '{lola}' }] }),
    { status: 204 },
  ],
  [
    'a PUT of the group',
    'PUT',
    '/Groups/{pushed}',
    {
      schemas: [GROUP],
      id: '{pushed}',
      displayName: 'Test SCIMv4',
      members: [{ value: '{isaac}' }, { value: '{lola}' }],
    },
    {
      status: 200,
      body: {
        displayName: 'Test SCIMv4',
        members: [
          { value: '00ujl29u0le5T6Aj10h7', display: 'Isaac Brock', type: 'User' },
          { value: '00ulola', display: 'Lola Ray', type: 'User' },
        ],
      },
    },
  ],
  [
    'a PATCH that removes all members',
    'PATCH',
    '/Groups/{pushed}',
    patch({ op: 'remove', path: 'members' }),
    { status: 204 },
  ],
  [
    'a request for the group without members',
    'GET',
    '/Groups/{pushed}',
    undefined,
    { status: 200, body: { members: [] } },
  ],
  ['a deletion of the group', 'DELETE', '/Groups/{pushed}', undefined, { status: 204 }],
];

let service: ScimService;
before(async () => {
  service = await startScimService();
});
after(() => service.close());

for (const [vendor, requests] of Object.entries({ 'Microsoft Entra': ENTRA, Okta: OKTA })) {
  describe(`SCIM for the connector of ${vendor}`, () => {
    const ids = new Map<string, string>();
    const filled = (text: string) =>
      text.replace(/\{([a-z]+)\}|%7B([a-z]+)%7D/g, (all, plain, encoded) => ids.get(plain ?? encoded) ?? all);

    for (const [what, method, path, body, { status, body: members = {}, without = [], saves }] of requests) {
      it(`responds with ${status} to ${what}`, async () => {
        const sent = body === undefined ? undefined : filled(JSON.stringify(body));
        const answer = await service.scim(method, filled(path), sent);
        assert.equal(answer.status, status, JSON.stringify(answer.body));
        if (saves !== undefined) ids.set(saves, answer.body.id);
        for (const [name, value] of Object.entries(members)) {
          assert.deepEqual(answer.body[name], value, name);
        }
        for (const name of without) assert.equal(answer.body[name], undefined, name);
        if (status !== 204)
          assert.match(answer.headers.get('content-type') ?? '', /^application\/scim\+json/);
        if (status === 201) assert.equal(answer.headers.get('location'), answer.body.meta.location);
      });
    }
  });
}
