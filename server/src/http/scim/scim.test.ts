import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { type ScimService, startScimService } from '../../../test/scim-service.ts';
import { TENANT } from '../../../test/team-world.ts';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

const patch = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
});
const filtered = (collection: string, filter: string, rest = '') =>
  `/${collection}?filter=${encodeURIComponent(filter)}${rest}`;

let service: ScimService;
before(async () => {
  service = await startScimService();
});
after(() => service.close());

/** Adds a user, whose id is also the external id. */
async function newUser(change: object = {}): Promise<string> {
  const id = randomUUID();
  const body = { schemas: [USER], externalId: id, userName: `${id}@fabrikam.example`, ...change };
  const answer = await service.scim('POST', '/Users', body);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.id;
}

async function newGroup(members: readonly string[] = [], change: object = {}): Promise<string> {
  const body = {
    schemas: [GROUP],
    displayName: randomUUID(),
    members: members.map((value) => ({ value })),
    ...change,
  };
  const answer = await service.scim('POST', '/Groups', body);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.id;
}

const membersOf = async (id: string): Promise<string[]> =>
  (await service.scim('GET', `/Groups/${id}`)).body.members
    .map(({ value }: { value: string }) => value)
    .sort();

/** Types and attributes of the audit records about a target, oldest first. */
async function recordsOf(id: string) {
  const filter = encodeURIComponent(`target/id eq '${id}'`);
  const { body } = await service.call('ada', 'GET', `/audittrails/security/records?$filter=${filter}`);
  return body.value.toReversed();
}

describe('a SCIM token', () => {
  const ADDRESSES: [method: string, path: string][] = [
    ['GET', '/Users'],
    ['POST', '/Users'],
    ['GET', '/Users/olga-id'],
    ['PUT', '/Users/olga-id'],
    ['PATCH', '/Users/olga-id'],
    ['DELETE', '/Users/olga-id'],
    ['GET', '/Groups'],
    ['POST', '/Groups'],
    ['GET', '/Groups/some'],
    ['PUT', '/Groups/some'],
    ['PATCH', '/Groups/some'],
    ['DELETE', '/Groups/some'],
    ['GET', '/Schemas'],
    ['GET', '/ResourceTypes'],
    ['GET', '/ServiceProviderConfig'],
    ['GET', '/elsewhere'],
  ];

  it('is required by every SCIM address', async () => {
    const [, app = ''] = (await service.authorization('app')).split(' ');
    const [, person = ''] = (await service.authorization('ada')).split(' ');
    for (const [method, path] of ADDRESSES) {
      for (const token of [person, app, 'charter_scim_', `charter_scim_${'a'.repeat(43)}`, '']) {
        const answer = await service.scim(method, path, undefined, { token });
        assert.equal(answer.status, 401, `${method} ${path}`);
        assert.deepEqual([answer.body.schemas, answer.body.status], [[ERROR], '401']);
        assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="charter-scim"');
      }
    }
    const basic = { authorization: await service.authorization('app') };
    assert.equal((await service.scim('GET', '/Users', undefined, { headers: basic })).status, 401);
  });

  it('is rejected by operations outside of SCIM', async () => {
    const authorization = `Bearer ${service.token}`;
    for (const path of ['/me', '/users', '/groups', '/apps', '/audittrails']) {
      assert.equal(
        (await service.call('nobody', 'GET', path, undefined, { authorization })).status,
        401,
        path,
      );
    }
  });

  it('gives access to its own tenant only', async () => {
    const id = await newUser();
    const group = await newGroup([id]);
    const foreign = { token: service.foreignToken };
    assert.equal((await service.scim('GET', `/Users/${id}`, undefined, foreign)).status, 404);
    assert.equal((await service.scim('DELETE', `/Users/${id}`, undefined, foreign)).status, 404);
    assert.equal((await service.scim('GET', `/Groups/${group}`, undefined, foreign)).status, 404);
    const remove = patch({ op: 'remove', path: 'members' });
    assert.equal((await service.scim('PATCH', `/Groups/${group}`, remove, foreign)).status, 404);
    const found = await service.scim('GET', filtered('Users', `id eq "${id}"`), undefined, foreign);
    assert.equal(found.body.totalResults, 0);
    assert.deepEqual(await membersOf(group), [id]);
  });

  it('is rejected once it has expired', async () => {
    const { token } = await service.createToken(TENANT, new Date(Date.now() + 3_600_000));
    assert.equal((await service.scim('GET', '/Users?count=0', undefined, { token })).status, 200);
    await sqlAsOwner(
      `update charter.scim_tokens set expires_at = now() where display_name = 'Entra' and expires_at is not null`,
    );
    assert.equal((await service.scim('GET', '/Users?count=0', undefined, { token })).status, 401);
  });

  it('has a rate limit of its own, set by CHARTER_RATE_LIMIT_SCIM', async () => {
    const limited = await startScimService({ rateLimitScim: 3 });
    try {
      const get = async (token: string) => limited.scim('GET', '/Users?count=0', undefined, { token });
      for (const left of ['2', '1', '0']) {
        const { status, headers } = await get(limited.token);
        assert.deepEqual([status, headers.get('x-ratelimit-remaining')], [200, left]);
      }
      const { status, headers, body } = await get(limited.token);
      assert.deepEqual([status, body.schemas, body.status], [429, [ERROR], '429']);
      assert.match(body.detail, /At most 3 calls a minute/);
      assert.ok(Number(headers.get('retry-after')) > 0);
      const other = await limited.createToken(TENANT);
      assert.equal((await get(other.token)).status, 200);
      assert.equal((await get(limited.foreignToken)).status, 200);
    } finally {
      await limited.close();
    }
  });

  it('is stored as a hash, with the time of its last use', async () => {
    await service.scim('GET', '/Users?count=0');
    const [row] = await sqlAsOwner(
      `select t::text as all, last_used_at from charter.scim_tokens t where token_id = '${service.tokenId}'`,
    );
    assert.ok(row.last_used_at instanceof Date);
    assert.doesNotMatch(row.all, new RegExp(service.token.slice(20)));
  });
});

/** Runs a statement as the owner of the database. */
async function sqlAsOwner(text: string) {
  const { default: pg } = await import('pg');
  const client = new pg.Client(service.world.database.ownerUrl);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

describe('the SCIM endpoint for users', () => {
  it('rejects bad input with the type of the error, and writes nothing', async () => {
    const id = await newUser({ title: 'Engineer' });
    const user = `/Users/${id}`;
    const deep = '('.repeat(5_000);
    const cases: [method: string, path: string, body: unknown, scimType: string | undefined][] = [
      ['POST', '/Users', '{', 'invalidSyntax'],
      ['POST', '/Users', '[]', 'invalidSyntax'],
      ['POST', '/Users', undefined, 'invalidSyntax'],
      ['POST', '/Users', { schemas: [USER] }, 'invalidValue'],
      ['POST', '/Users', { userName: 'a\u0000b' }, 'invalidValue'],
      ['POST', '/Users', { userName: 'a'.repeat(257) }, 'invalidValue'],
      ['POST', '/Users', { userName: 'x', externalId: 'a\nb' }, 'invalidValue'],
      ['POST', '/Users', { userName: { formatted: 'x' }, emails: 3 }, 'invalidValue'],
      ['POST', '/Users', { userName: 'x', name: ['a', 'b'] }, 'invalidValue'],
      ['PATCH', user, {}, 'invalidSyntax'],
      ['PATCH', user, patch(), 'invalidSyntax'],
      ['PATCH', user, patch({ op: 'move', path: 'title' }), 'invalidSyntax'],
      ['PATCH', user, patch({ op: 'remove' }), 'noTarget'],
      ['PATCH', user, patch({ op: 'add', value: 'text' }), 'invalidSyntax'],
      ['PATCH', user, patch({ op: 'add', path: 'titles', value: 'x' }), 'invalidPath'],
      ['PATCH', user, patch({ op: 'add', path: 'title[type eq "work"]', value: 'x' }), 'invalidPath'],
      ['PATCH', user, patch({ op: 'add', path: 'emails[type', value: 'x' }), 'invalidPath'],
      ['PATCH', user, patch({ op: 'add', path: `emails[${deep}]`, value: 'x' }), 'invalidPath'],
      ['PATCH', user, patch({ op: 'add', path: 'emails[type sw "w"].value', value: 'x' }), 'noTarget'],
      ['PATCH', user, patch({ op: 'remove', path: 'userName' }), 'invalidValue'],
      ['PATCH', user, patch({ op: 'add', path: '__proto__.polluted', value: 'x' }), 'invalidPath'],
      [
        'PATCH',
        user,
        patch({ op: 'add', path: 'constructor.prototype.polluted', value: 'x' }),
        'invalidPath',
      ],
      ['PATCH', user, patch({ op: 'add', path: 'manager', value: id }), 'invalidPath'],
      ['GET', '/Users?startIndex=x', undefined, 'invalidValue'],
      ['GET', '/Users?attributes=id&excludedAttributes=name', undefined, 'invalidValue'],
    ];
    for (const [method, path, body, scimType] of cases) {
      const answer = await service.scim(method, path, body);
      const what = `${method} ${path} ${JSON.stringify(body)?.slice(0, 90)} ${JSON.stringify(answer.body)}`;
      assert.equal(answer.status, 400, what);
      assert.deepEqual(
        [answer.body.schemas, answer.body.status, answer.body.scimType],
        [[ERROR], '400', scimType],
        what,
      );
    }
    const own = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager';
    const answer = await service.scim('PATCH', user, patch({ op: 'add', path: own, value: id }));
    assert.deepEqual([answer.status, answer.body.scimType], [400, 'invalidValue']);
    assert.equal((await service.scim('GET', user)).body.title, 'Engineer');
    assert.equal(({} as { polluted?: string }).polluted, undefined);
    assert.deepEqual(
      (await recordsOf(id)).map(({ type }: { type: string }) => type),
      ['user_added'],
    );
  });

  it('ignores or rejects __proto__ in a value without a path', async () => {
    const id = await newUser();
    const body = `{"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"Operations":[{"op":"add","value":{"__proto__":{"polluted":"x"},"__proto__.polluted":"x","name":{"__proto__":{"polluted":"x"},"givenName":"Ada"}}}]}`;
    const answer = await service.scim('PATCH', `/Users/${id}`, body);
    // The body parser may reject such a name first.
    assert.ok([200, 400].includes(answer.status));
    assert.equal(({} as { polluted?: string }).polluted, undefined);
  });

  it('normalises names, and finds users by name in any letter case and Unicode form', async () => {
    const id = await newUser({ displayName: ' Zoe\u0301 ' });
    const { body } = await service.scim(
      'GET',
      filtered('Users', 'displayName eq "ZOE\u0301"', '&attributes=displayName'),
    );
    assert.deepEqual(body.Resources, [{ schemas: [USER], id, displayName: 'Zo\u00e9' }]);
  });

  it('updates a person who is already in the directory when the connector first adds that person', async () => {
    const before = (await service.scim('GET', '/Users/ida-id')).body;
    assert.equal(before.externalId, undefined);
    const body = {
      schemas: [USER],
      externalId: 'ida-id',
      userName: before.userName,
      displayName: 'Ida Rhodes',
    };
    const adopted = await service.scim('POST', '/Users', body);
    assert.deepEqual(
      [adopted.status, adopted.body.id, adopted.body.displayName],
      [201, 'ida-id', 'Ida Rhodes'],
    );
    assert.equal((await service.scim('POST', '/Users', body)).status, 409);
  });

  it('records the changed person and attributes, with the token as the actor', async () => {
    const id = await newUser();
    const change = patch(
      { op: 'replace', path: 'title', value: 'Engineer' },
      { op: 'replace', path: 'displayName', value: 'Ada' },
      { op: 'replace', path: 'active', value: 'false' },
      {
        op: 'replace',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:costCenter',
        value: '7',
      },
    );
    await service.scim('PATCH', `/Users/${id}`, change);
    await service.scim('PATCH', `/Users/${id}`, change);
    await service.scim('DELETE', `/Users/${id}`);
    const records = await recordsOf(id);
    assert.deepEqual(
      records.map(({ type, attributes, actor }: never) => [type, attributes, actor]),
      [
        ['user_added', undefined],
        ['user_updated', ['displayName', 'jobTitle', 'extension_costCenter', 'accountEnabled']],
        ['user_deleted', undefined],
      ].map((record) => [...record, { id: service.tokenId, kind: 'app', displayName: 'Entra' }]),
    );
    assert.deepEqual(records[1].changes, { displayName: 'Ada', accountEnabled: false });
  });

  it('disables an account at once', async () => {
    assert.equal((await service.call('sam', 'GET', '/me')).status, 200);
    const close = await service.scim(
      'PATCH',
      '/Users/sam-id',
      patch({ op: 'replace', value: { active: false } }),
    );
    assert.equal(close.body.active, false);
    assert.equal((await service.call('sam', 'GET', '/me')).status, 403);
    await service.scim('PATCH', '/Users/sam-id', patch({ op: 'replace', value: { active: true } }));
    assert.equal((await service.call('sam', 'GET', '/me')).status, 200);
  });

  it('deletes a person, and rejects their calls until the person is added again', async () => {
    const group = await newGroup(['mia-id']);
    assert.equal((await service.call('mia', 'GET', '/me')).status, 200);
    const { body: mia } = await service.scim('GET', '/Users/mia-id');
    assert.equal((await service.scim('DELETE', '/Users/mia-id')).status, 204);
    assert.equal((await service.call('mia', 'GET', '/me')).status, 403);
    assert.equal((await service.scim('GET', filtered('Users', 'id eq "mia-id"'))).body.totalResults, 0);
    assert.equal(await service.world.deps.suite.users.presence(TENANT, 'mia-id'), 'deleted');
    const again = await service.scim('POST', '/Users', { ...mia, externalId: 'mia-id' });
    assert.deepEqual([again.status, again.body.id], [201, 'mia-id']);
    assert.equal((await service.call('mia', 'GET', '/me')).status, 200);
    assert.deepEqual(await membersOf(group), []);
  });

  it('rejects a change with 412 when the version in If-Match is not the current one', async () => {
    const id = await newUser();
    const read = await service.scim('GET', `/Users/${id}`);
    const etag = read.headers.get('etag') ?? '';
    assert.equal(etag, read.body.meta.version);
    const unchanged = await service.scim('GET', `/Users/${id}`, undefined, {
      headers: { 'if-none-match': etag },
    });
    assert.equal(unchanged.status, 304);
    const change = (title: string) => patch({ op: 'replace', path: 'title', value: title });
    const headers = { 'if-match': etag };
    const first = await service.scim('PATCH', `/Users/${id}`, change('First'), { headers });
    assert.equal(first.status, 200);
    assert.notEqual(first.headers.get('etag'), etag);
    const second = await service.scim('PATCH', `/Users/${id}`, change('Second'), { headers });
    assert.deepEqual([second.status, second.body.status], [412, '412']);
    assert.equal((await service.scim('PUT', `/Users/${id}`, { userName: id }, { headers })).status, 412);
    assert.equal((await service.scim('DELETE', `/Users/${id}`, undefined, { headers })).status, 412);
    const later = { 'if-none-match': etag };
    assert.equal(
      (await service.scim('GET', `/Users/${id}`, undefined, { headers: later })).body.title,
      'First',
    );
    const both = { 'if-match': `${etag}, ${first.headers.get('etag')}` };
    assert.equal((await service.scim('DELETE', `/Users/${id}`, undefined, { headers: both })).status, 204);
  });

  it('lists each user once over the pages', async () => {
    const department = randomUUID();
    const enterprise = { 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department } };
    const ids = await Promise.all(Array.from({ length: 7 }, () => newUser(enterprise)));
    const filter = `urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department eq "${department}"`;
    const found: string[] = [];
    for (let start = 1; ; start += 3) {
      const { body } = await service.scim('GET', filtered('Users', filter, `&startIndex=${start}&count=3`));
      assert.deepEqual([body.totalResults, body.startIndex], [7, start]);
      found.push(...body.Resources.map(({ id }: { id: string }) => id));
      if (body.itemsPerPage === 0) break;
    }
    assert.deepEqual(found, ids.sort());
    const none = await service.scim('GET', filtered('Users', filter, '&count=0'));
    assert.deepEqual([none.body.totalResults, none.body.Resources], [7, []]);
    const early = await service.scim('GET', filtered('Users', filter, '&startIndex=-4&count=-1'));
    assert.deepEqual([early.body.startIndex, early.body.itemsPerPage], [1, 0]);
  });
});

describe('filters of users', () => {
  const department = randomUUID();
  const people = [
    {
      userName: `ada-${department}`,
      displayName: "Ada O'Neil",
      title: 'Engineer',
      emails: [{ value: `ada@${department}.example` }],
    },
    { userName: `Bob-${department}`, displayName: '100% Bob_', active: false },
    { userName: `cyd-${department}`, displayName: 'Cyd \\ "Quote"', title: 'Manager', userType: 'Guest' },
  ];
  const names = new Map<string, string>();
  before(async () => {
    for (const [index, person] of people.entries()) {
      const id = await newUser({
        ...person,
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department },
      });
      names.set(id, 'abc'[index] ?? '');
    }
  });

  async function find(filter: string): Promise<string> {
    const of = `urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department eq "${department}" and (${filter})`;
    const answer = await service.scim('GET', filtered('Users', of));
    assert.equal(answer.status, 200, `${filter}: ${JSON.stringify(answer.body)}`);
    assert.equal(answer.body.totalResults, answer.body.Resources.length);
    return answer.body.Resources.map(({ id }: { id: string }) => names.get(id))
      .sort()
      .join('');
  }

  const FOUND: [filter: string, people: string][] = [
    [`userName eq "ADA-${department}"`, 'a'],
    [`USERNAME EQ "ada-${department}"`, 'a'],
    [`${USER}:userName sw "b"`, 'b'],
    ['displayName co "o\'neil"', 'a'],
    ['displayName co "%"', 'b'],
    ['displayName co "_"', 'b'],
    ['displayName ew "BOB_"', 'b'],
    ['displayName co "\\"Quote"', 'c'],
    ['title pr', 'ac'],
    ['not (title pr)', 'b'],
    ['title ne "Engineer"', 'bc'],
    ['not (title eq "Engineer")', 'bc'],
    ['title eq null', 'b'],
    ['title ne null', 'ac'],
    ['not (not (title eq "engineer"))', 'a'],
    ['title eq "Engineer" or title eq "Manager"', 'ac'],
    ['title eq "Engineer" and active eq false or userType eq "guest"', 'c'],
    ['active eq true', 'ac'],
    ['active eq "False"', 'b'],
    ['active ne true', 'b'],
    ['emails pr', 'a'],
    [`emails.value ew "${department}.example"`, 'a'],
    [`emails eq "ada@${department}.example"`, 'a'],
    [`emails[type eq "work" and value co "ada@"]`, 'a'],
    [`emails[type eq "home"].value co "ada@"`, ''],
    [`emails[type eq "work"].value eq "Ada@${department}.example"`, 'a'],
    ['userName gt "b" and userName lt "c"', 'b'],
    ['meta.created gt "2020-01-01T00:00:00Z"', 'abc'],
    ['meta.lastModified lt "2020-01-01T00:00:00Z"', ''],
    ['displayName eq "x\' or true --"', ''],
    ['id pr and externalId pr', 'abc'],
  ];
  for (const [filter, expected] of FOUND) {
    it(`find the matching users: ${filter.replaceAll(department, '…')}`, async () =>
      assert.equal(await find(filter), expected));
  }

  const REJECTED = [
    'userName',
    'userName eq',
    'userName eq ada',
    'userName xx "ada"',
    'userName eq "ada" and',
    '(userName eq "ada"',
    'nickName eq "ada"',
    'password sw "a"',
    'tenant_id eq "x"',
    '__proto__ eq "x"',
    'constructor eq "x"',
    'userName constructor "x"',
    'active gt true',
    'active eq "maybe"',
    'meta.lastModified gt "yesterday"',
    'emails[emails[type eq "work"]]',
    'userName eq true',
    'title gt null',
    `userName eq "${'a'.repeat(3_000)}"`,
    '('.repeat(1_900),
    'not '.repeat(400),
    Array.from({ length: 60 }, () => 'title pr').join(' or '),
    '',
    '; drop table directory.users',
    'userName eq "a" or 1=1',
  ];
  for (const filter of REJECTED) {
    it(`are rejected as invalidFilter when invalid: ${filter.slice(0, 40) || 'an empty text'}`, async () => {
      const answer = await service.scim('GET', filtered('Users', filter));
      assert.deepEqual(
        [answer.status, answer.body.scimType],
        [400, 'invalidFilter'],
        JSON.stringify(answer.body),
      );
    });
  }

  for (const filter of ['members pr', 'members.value pr', 'members ne "a"', 'members eq null']) {
    it(`are rejected as invalidFilter for groups: ${filter}`, async () => {
      const answer = await service.scim('GET', filtered('Groups', filter));
      assert.deepEqual([answer.status, answer.body.scimType], [400, 'invalidFilter']);
    });
  }

  it('are answered with 200, or with 400 and invalidFilter, when they are random', async () => {
    const token = fc.constantFrom(
      ...[
        'userName',
        'emails',
        'title',
        'active',
        'eq',
        'ne',
        'co',
        'pr',
        'and',
        'or',
        'not',
        '(',
        ')',
        '[',
        ']',
        '.',
      ],
      ...[
        '"a"',
        '"\\u0000"',
        'true',
        'null',
        '1',
        "'",
        ';',
        '--',
        '$1',
        '__proto__',
        'constructor',
        'toString',
      ],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(token, { minLength: 1, maxLength: 8 }), async (tokens) => {
        const answer = await service.scim('GET', filtered('Users', tokens.join(' '), '&count=1'));
        assert.ok([200, 400].includes(answer.status), `${tokens.join(' ')}: ${JSON.stringify(answer.body)}`);
        if (answer.status === 400) assert.equal(answer.body.scimType, 'invalidFilter');
      }),
      { numRuns: 150 },
    );
  });
});

describe('the selection of attributes', () => {
  const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
  let id: string;
  before(async () => {
    id = await newUser({
      displayName: 'Ada',
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      emails: [{ value: 'ada@selected.example' }],
      [ENTERPRISE]: { department: 'Research', costCenter: '1' },
    });
  });
  const CASES: [query: string, expected: (id: string) => object][] = [
    ['attributes=displayName', (own) => ({ id: own, displayName: 'Ada' })],
    [
      'attributes=DISPLAYNAME,name.familyName',
      (own) => ({ id: own, displayName: 'Ada', name: { familyName: 'Lovelace' } }),
    ],
    ['attributes=emails.value', (own) => ({ id: own, emails: [{ value: 'ada@selected.example' }] })],
    [`attributes=${ENTERPRISE}:department`, (own) => ({ id: own, [ENTERPRISE]: { department: 'Research' } })],
    [
      `attributes=${ENTERPRISE}`,
      (own) => ({ id: own, [ENTERPRISE]: { department: 'Research', costCenter: '1' } }),
    ],
    [`attributes=${USER}:active`, (own) => ({ id: own, active: true })],
    [
      `excludedAttributes=id,externalId,userName,userType,active,name.formatted,emails,meta,${ENTERPRISE}:department`,
      (own) => ({
        id: own,
        displayName: 'Ada',
        name: { givenName: 'Ada', familyName: 'Lovelace' },
        [ENTERPRISE]: { costCenter: '1' },
      }),
    ],
  ];
  for (const [query, expected] of CASES) {
    it(`returns only the selected attributes for ${query.replaceAll(/urn:[\w:.]*:/g, '')}`, async () => {
      const { schemas: _, ...body } = (await service.scim('GET', `/Users/${id}?${query}`)).body;
      assert.deepEqual(body, expected(id));
    });
  }
});

describe('the SCIM endpoint for groups', () => {
  it('rejects bad input with the type of the error, and writes nothing', async () => {
    const member = await newUser();
    const id = await newGroup([member]);
    const group = `/Groups/${id}`;
    const cases: [method: string, path: string, body: unknown, scimType: string][] = [
      ['POST', '/Groups', { schemas: [GROUP] }, 'invalidValue'],
      ['POST', '/Groups', { displayName: randomUUID(), members: [{ value: 'nobody' }] }, 'invalidValue'],
      ['PUT', group, { members: [] }, 'invalidValue'],
      ['PATCH', group, patch({ op: 'remove', path: 'displayName' }), 'invalidValue'],
      ['PATCH', group, patch({ op: 'remove', path: 'members[display eq "x"]' }), 'invalidPath'],
      ['PATCH', group, patch({ op: 'remove', path: 'members[value ne "x"]' }), 'invalidPath'],
      ['PATCH', group, patch({ op: 'add', path: 'owners', value: [{ value: member }] }), 'invalidPath'],
      [
        'PATCH',
        group,
        patch(
          { op: 'remove', path: 'members' },
          { op: 'add', path: 'members', value: [{ value: 'nobody' }] },
        ),
        'invalidValue',
      ],
    ];
    for (const [method, path, body, scimType] of cases) {
      const answer = await service.scim(method, path, body);
      assert.deepEqual(
        [answer.status, answer.body.scimType],
        [400, scimType],
        JSON.stringify([body, answer.body]),
      );
    }
    assert.deepEqual(await membersOf(id), [member]);
  });

  it('keeps the members after a PUT without members and after a removal of an empty list', async () => {
    const member = await newUser();
    const id = await newGroup([member]);
    await service.scim('PUT', `/Groups/${id}`, { schemas: [GROUP], displayName: randomUUID() });
    await service.scim('PATCH', `/Groups/${id}`, patch({ op: 'Remove', path: 'members', value: [] }));
    assert.deepEqual(await membersOf(id), [member]);
    await service.scim('PUT', `/Groups/${id}`, { schemas: [GROUP], displayName: randomUUID(), members: [] });
    assert.deepEqual(await membersOf(id), []);
  });

  it('records the people who join and leave a group', async () => {
    const [ada, bob] = [await newUser(), await newUser()];
    const id = await newGroup([ada]);
    const change = patch(
      { op: 'replace', path: 'displayName', value: `Renamed ${id}` },
      { op: 'add', path: 'members', value: [{ value: bob }, { value: ada }] },
      { op: 'remove', path: `members[value eq "${ada}"]` },
    );
    await service.scim('PATCH', `/Groups/${id}`, change);
    await service.scim('PATCH', `/Groups/${id}`, change);
    await service.scim('DELETE', `/Groups/${id}`);
    assert.deepEqual(
      (await recordsOf(id)).map(({ type, attributes, added, removed }: never) => [
        type,
        attributes,
        added,
        removed,
      ]),
      [
        ['group_added', undefined, [ada], undefined],
        ['group_changed', ['displayName'], [bob], [ada]],
        ['group_deleted', undefined, undefined, undefined],
      ],
    );
  });

  it('changes the version of a group when its members change, even if the response excludes the members', async () => {
    const [ada, bob] = [await newUser(), await newUser()];
    const id = await newGroup([ada]);
    const address = `/Groups/${id}?excludedAttributes=members`;
    const etag = (await service.scim('GET', address)).headers.get('etag') ?? '';
    const headers = { 'if-match': etag, 'if-none-match': etag };
    assert.equal((await service.scim('GET', address, undefined, { headers })).status, 304);
    const add = patch({ op: 'add', path: 'members', value: [{ value: bob }] });
    assert.equal((await service.scim('PATCH', `/Groups/${id}`, add, { headers })).status, 204);
    assert.equal((await service.scim('PATCH', `/Groups/${id}`, add, { headers })).status, 412);
    assert.equal((await service.scim('GET', address, undefined, { headers })).status, 200);
  });

  it('loses no member when two connectors write concurrently', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => newUser()));
    const other = await service.createToken(TENANT);
    const operation = fc.record({
      connector: fc.constantFrom(service.token, other.token),
      verb: fc.constantFrom('add', 'remove' as const),
      form: fc.constantFrom('list', 'filter' as const),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(operation, { minLength: people.length, maxLength: people.length }),
        fc.array(fc.boolean(), { minLength: people.length, maxLength: people.length }),
        async (operations, initial) => {
          const id = await newGroup(people.filter((_, index) => initial[index]));
          // Each person is written once, so that the result does not depend on the order.
          const answers = await Promise.all(
            people.map((person, index) => {
              const { connector, verb, form } = operations[index] as (typeof operations)[number];
              const isFiltered = verb === 'remove' && form === 'filter';
              const body = isFiltered
                ? patch({ op: 'remove', path: `members[value eq "${person}"]` })
                : patch({ op: verb, path: 'members', value: [{ value: person }] });
              return service.scim('PATCH', `/Groups/${id}`, body, { token: connector });
            }),
          );
          assert.deepEqual([...new Set(answers.map(({ status }) => status))], [204]);
          const expected = people.filter((_, index) => operations[index]?.verb === 'add');
          assert.deepEqual(await membersOf(id), expected.sort());
        },
      ),
      { numRuns: 12 },
    );
  });

  it('adds no member who is deleted concurrently', async () => {
    const group = await newGroup();
    for (let round = 0; round < 10; round += 1) {
      const person = await newUser();
      const add = patch({ op: 'add', path: 'members', value: [{ value: person }] });
      const [added, deleted] = await Promise.all([
        service.scim('PATCH', `/Groups/${group}`, add),
        service.scim('DELETE', `/Users/${person}`),
      ]);
      assert.ok([204, 400].includes(added.status), JSON.stringify(added.body));
      assert.equal(deleted.status, 204);
    }
    const rows = await sqlAsOwner(`select from directory.group_members where group_id = '${group}'`);
    assert.equal(rows.length, 0);
  });
});
