/**
 * Replays requests of the connectors of Microsoft Entra and Okta, and checks the responses that they need, as documented
 * in "Develop a SCIM endpoint for user provisioning" (Microsoft Learn) and "SCIM 2.0 Protocol Reference" (Okta
 * Developer).
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

/** Requests in the order in which they are sent: later ones depend on earlier ones. */
const ENTRA: Recorded[] = [
  [
    'the test of the connection, which asks for a user who does not exist',
    'GET',
    filtered('Users', 'userName eq "7c1f1a0e-0000-4b7d-9b4e-000000000000"'),
    undefined,
    { status: 200, body: NOTHING },
  ],
  ['the schemas', 'GET', '/Schemas', undefined, { status: 200, body: { schemas: [LIST], totalResults: 3 } }],
  [
    'a user before they are created',
    'GET',
    filtered('Users', 'userName eq "grace@fabrikam.example"'),
    undefined,
    { status: 200, body: NOTHING },
  ],
  [
    'a new user with the default mapping',
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
    'the same user again',
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
    'another user with this name in capitals',
    'POST',
    '/Users',
    { schemas: [USER], externalId: 'other', userName: 'GRACE@FABRIKAM.EXAMPLE' },
    { status: 409, body: { scimType: 'uniqueness' } },
  ],
  [
    'a second user, with the manager of the first',
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
    'a user by id',
    'GET',
    '/Users/{grace}',
    undefined,
    { status: 200, body: { userName: 'grace@fabrikam.example', active: true } },
  ],
  [
    'an unknown user',
    'GET',
    '/Users/nobody',
    undefined,
    { status: 404, body: { schemas: [ERROR], status: '404' } },
  ],
  [
    'a user by name in another case',
    'GET',
    filtered('Users', 'userName eq "Grace@Fabrikam.example"'),
    undefined,
    { status: 200, body: { totalResults: 1, startIndex: 1, itemsPerPage: 1 } },
  ],
  [
    'a user by external id',
    'GET',
    filtered('Users', 'externalId eq "11111111-aaaa-4bbb-8ccc-000000000001"'),
    undefined,
    { status: 200, body: { totalResults: 1 } },
  ],
  [
    'a user by external id in another case, which is another id',
    'GET',
    filtered('Users', 'externalId eq "11111111-AAAA-4bbb-8ccc-000000000001"'),
    undefined,
    { status: 200, body: NOTHING },
  ],
  [
    'a user by mail address',
    'GET',
    filtered('Users', 'emails[type eq "work"].value eq "Grace.Hopper@fabrikam.example"', '&attributes=id'),
    undefined,
    { status: 200, body: one({ schemas: [USER, ENTERPRISE], id: '11111111-aaaa-4bbb-8ccc-000000000001' }) },
  ],
  [
    'several attributes in one PATCH',
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
    'a new name and user name',
    'PATCH',
    '/Users/{grace}',
    patch({ op: 'Replace', path: 'userName', value: 'grace.murray@fabrikam.example' }),
    { status: 200, body: { userName: 'grace.murray@fabrikam.example' } },
  ],
  [
    'the user name of somebody else',
    'PATCH',
    '/Users/{grace}',
    patch({ op: 'Replace', path: 'userName', value: 'Hedy@fabrikam.example' }),
    { status: 409, body: { scimType: 'uniqueness' } },
  ],
  [
    'an object without a path, with paths and URNs as names',
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
    'a value as an array of one, as an older connector sends it',
    'PATCH',
    '/Users/{grace}',
    patch({ op: 'Replace', path: 'title', value: [{ $ref: null, value: 'Admiral' }] }),
    { status: 200, body: { title: 'Admiral' } },
  ],
  [
    'the manager as a bare id',
    'PATCH',
    '/Users/{grace}',
    patch({ op: 'Add', path: `${ENTERPRISE}:manager`, value: '{hedy}' }),
    { status: 200 },
  ],
  [
    'the removal of the manager',
    'PATCH',
    '/Users/{hedy}',
    patch({ op: 'Remove', path: `${ENTERPRISE}:manager` }),
    { status: 200, body: { schemas: [USER] }, without: [ENTERPRISE] },
  ],
  [
    'the removal of a mail address',
    'PATCH',
    '/Users/{grace}',
    patch({ op: 'Remove', path: 'emails[type eq "work"].value' }),
    { status: 200, without: ['emails'] },
  ],
  [
    'a mail address where there was none',
    'PATCH',
    '/Users/{grace}',
    patch({ op: 'Add', path: 'emails[type eq "work"].value', value: 'grace@fabrikam.example' }),
    { status: 200, body: { emails: [{ value: 'grace@fabrikam.example', type: 'work', primary: true }] } },
  ],
  [
    'attributes that Charter does not store',
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
    'an attribute that no schema has',
    'PATCH',
    '/Users/{grace}',
    patch({ op: 'Add', path: 'urn:contoso:scim:User:badge', value: 'gold' }),
    { status: 400, body: { scimType: 'invalidPath' } },
  ],
  [
    'the account disabled, with the flag as a text',
    'PATCH',
    '/Users/{grace}',
    patch({ op: 'Replace', path: 'active', value: 'False' }),
    { status: 200, body: { active: false } },
  ],
  [
    'the account enabled again',
    'PATCH',
    '/Users/{grace}',
    patch({ op: 'replace', path: 'active', value: true }),
    { status: 200, body: { active: true } },
  ],
  [
    'a flag that is none',
    'PATCH',
    '/Users/{grace}',
    patch({ op: 'Replace', path: 'active', value: 'No' }),
    { status: 400, body: { scimType: 'invalidValue' } },
  ],
  [
    'the test of groups, which asks for one that does not exist',
    'GET',
    filtered('Groups', 'displayName eq "7c1f1a0e-0000"', '&excludedAttributes=members'),
    undefined,
    { status: 200, body: NOTHING },
  ],
  [
    'a new group without members',
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
    'a group of this name again',
    'POST',
    '/Groups',
    { schemas: [GROUP], externalId: 'other', displayName: 'research' },
    { status: 409, body: { scimType: 'uniqueness' } },
  ],
  [
    'members, with one operation each',
    'PATCH',
    '/Groups/{research}',
    patch(
      { op: 'Add', path: 'members', value: [{ $ref: null, value: '{grace}' }] },
      { op: 'Add', path: 'members', value: [{ $ref: null, value: '{hedy}' }] },
    ),
    { status: 204 },
  ],
  [
    'the group without its members',
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
    'whether somebody is a member',
    'GET',
    filtered('Groups', 'id eq "{research}" and members eq "{hedy}"', '&attributes=id'),
    undefined,
    { status: 200, body: one({ schemas: [GROUP], id: '22222222-aaaa-4bbb-8ccc-000000000001' }) },
  ],
  [
    'a member removed by value',
    'PATCH',
    '/Groups/{research}',
    patch({ op: 'Remove', path: 'members', value: [{ $ref: null, value: '{grace}' }] }),
    { status: 204 },
  ],
  [
    'the members afterwards',
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
    'the group with a new name',
    'PATCH',
    '/Groups/{research}',
    patch({ op: 'Replace', path: 'displayName', value: 'Research and development' }),
    { status: 204 },
  ],
  [
    'a member whom the directory lacks',
    'PATCH',
    '/Groups/{research}',
    patch({ op: 'Add', path: 'members', value: [{ value: 'nobody' }] }),
    { status: 400, body: { scimType: 'invalidValue' } },
  ],
  ['the group deleted', 'DELETE', '/Groups/{research}', undefined, { status: 204 }],
  ['the deleted group', 'GET', '/Groups/{research}', undefined, { status: 404 }],
  ['a user deleted', 'DELETE', '/Users/{hedy}', undefined, { status: 204 }],
  ['the deleted user', 'GET', '/Users/{hedy}', undefined, { status: 404 }],
  ['the deleted user deleted again', 'DELETE', '/Users/{hedy}', undefined, { status: 404 }],
];

const OKTA: Recorded[] = [
  [
    'the test of the connection',
    'GET',
    '/ServiceProviderConfig',
    undefined,
    {
      status: 200,
      body: { patch: { supported: true }, etag: { supported: true }, sort: { supported: false } },
    },
  ],
  [
    'a page of users',
    'GET',
    '/Users?startIndex=1&count=2',
    undefined,
    { status: 200, body: { startIndex: 1, itemsPerPage: 2 } },
  ],
  [
    'a user before they are created',
    'GET',
    filtered('Users', 'userName eq "isaac.brock@fabrikam.example"', '&startIndex=1&count=100'),
    undefined,
    { status: 200, body: NOTHING },
  ],
  [
    'a new user, with a password and groups',
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
    'a second user',
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
    'the user read back',
    'GET',
    '/Users/{isaac}',
    undefined,
    { status: 200, body: { externalId: '00ujl29u0le5T6Aj10h7' } },
  ],
  [
    'the whole user with changes',
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
    'the whole user without the title',
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
    'the user deactivated, without a path',
    'PATCH',
    '/Users/{isaac}',
    patch({ op: 'replace', value: { active: false } }),
    { status: 200, body: { active: false } },
  ],
  [
    'the whole deactivated user without the flag, who stays deactivated',
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
    'the user reactivated',
    'PATCH',
    '/Users/{isaac}',
    patch({ op: 'replace', value: { active: true } }),
    { status: 200, body: { active: true } },
  ],
  [
    'the password synchronised, which changes nothing',
    'PATCH',
    '/Users/{isaac}',
    patch({ op: 'replace', value: { password: 'n3w' } }),
    { status: 200, body: { displayName: 'Isaac Brock' }, without: ['password'] },
  ],
  [
    'users changed since a time',
    'GET',
    filtered('Users', 'meta.lastModified gt "2011-05-13T04:42:34Z"', '&startIndex=1&count=100'),
    undefined,
    { status: 200, body: { schemas: [LIST] } },
  ],
  [
    'a page of groups',
    'GET',
    '/Groups?startIndex=1&count=100',
    undefined,
    { status: 200, body: { startIndex: 1 } },
  ],
  [
    'a group before it is pushed',
    'GET',
    filtered('Groups', 'displayName eq "Test SCIMv2"', '&startIndex=1&count=100'),
    undefined,
    { status: 200, body: NOTHING },
  ],
  [
    'a pushed group with a member',
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
    'the name of the group, with its id',
    'PATCH',
    '/Groups/{pushed}',
    patch({ op: 'replace', value: { id: '{pushed}', displayName: 'Test SCIMv3' } }),
    { status: 204 },
  ],
  [
    'a member added',
    'PATCH',
    '/Groups/{pushed}',
    patch({ op: 'add', path: 'members', value: [{ value: '{lola}', display: 'lola@fabrikam.example' }] }),
    { status: 204 },
  ],
  [
    'a member removed by a filter, and added again, in one PATCH',
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
    'the group after it',
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
    'all members replaced',
    'PATCH',
    '/Groups/{pushed}',
    patch({ op: 'replace', path: 'members', value: [{ value: '{lola}' }] }),
    { status: 204 },
  ],
  [
    'the whole group',
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
    'the members with their group removed at once',
    'PATCH',
    '/Groups/{pushed}',
    patch({ op: 'remove', path: 'members' }),
    { status: 204 },
  ],
  ['the empty group', 'GET', '/Groups/{pushed}', undefined, { status: 200, body: { members: [] } }],
  ['the group deleted', 'DELETE', '/Groups/{pushed}', undefined, { status: 204 }],
];

let service: ScimService;
before(async () => {
  service = await startScimService();
});
after(() => service.close());

for (const [vendor, requests] of Object.entries({ 'Microsoft Entra': ENTRA, Okta: OKTA })) {
  describe(`the connector of ${vendor}`, () => {
    const ids = new Map<string, string>();
    const filled = (text: string) =>
      text.replace(/\{([a-z]+)\}|%7B([a-z]+)%7D/g, (all, plain, encoded) => ids.get(plain ?? encoded) ?? all);

    for (const [what, method, path, body, { status, body: members = {}, without = [], saves }] of requests) {
      it(`sends ${what}`, async () => {
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
