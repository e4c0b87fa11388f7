import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  MISSING_POLICY as MISSING,
  NON_MANAGERS,
  naming,
  type PolicyService,
  startPolicyService,
} from '../../../test/policy-service.ts';
import { assertRejected, testRejections } from '../../../test/team-rejections.ts';
import { TENANT } from '../../../test/team-world.ts';

let service: PolicyService;
let call: PolicyService['call'];
let made: PolicyService['made'];
let pathOf: PolicyService['pathOf'];
let recordsOf: PolicyService['recordsOf'];
before(async () => {
  service = await startPolicyService();
  ({ call, made, pathOf, recordsOf } = service);
});
after(() => service.close());

describe('POST /policies', () => {
  it('requires credentials of a manager of policies', async () => {
    assertRejected(await call('nobody', 'POST', '/policies', naming()), 401, 'Unauthenticated');
    for (const caller of NON_MANAGERS) {
      assertRejected(await call(caller, 'POST', '/policies', naming()), 403, 'Forbidden');
    }
  });

  it('creates a policy of the caller’s tenant and an audit record', async () => {
    const wanted = { ...naming(), description: 'No secrets' };
    const { status, headers, body } = await call('app', 'POST', '/policies', wanted);
    assert.equal(status, 201);
    const { id, createdDateTime, lastModifiedDateTime, '@odata.context': context, ...rest } = body;
    assert.deepEqual(rest, { ...wanted, enabled: true, mode: 'enforce', version: 1 });
    assert.equal(createdDateTime, lastModifiedDateTime);
    assert.match(context, /#policies\/\$entity$/);
    assert.equal(headers.get('location'), `${service.url}/policies/${id}`);
    assert.equal(headers.get('etag'), '"1"');
    assert.deepEqual((await call('ada', 'GET', `/policies/${id}`)).body, body);
    const records = await recordsOf(id);
    assert.deepEqual(
      records.map(({ type, actor }) => [type, actor.id]),
      [['policy_created', `${TENANT}-app`]],
    );
  });

  it('treats null as absent, because some clients send it', async () => {
    const scope = { type: 'teams', templateIds: null };
    const settings = { blockedWords: ['secret'], reservedNames: null, minLength: null, owners: null };
    const { body } = await call('ada', 'POST', '/policies', { ...naming(settings), scope, enabled: null });
    assert.deepEqual(
      [body.enabled, body.scope, body.settings],
      [true, { type: 'teams' }, { blockedWords: ['secret'] }],
    );
    const plain = { name: 'Names once', kind: 'duplicateNames', enabled: false };
    const made = await call('ada', 'POST', '/policies', { ...plain, scope: null, settings: null });
    assert.deepEqual([made.status, made.body.scope, made.body.settings], [201, { type: 'tenant' }, {}]);
    await call('ada', 'DELETE', `/policies/${made.body.id}`);
  });

  it('creates one policy when the call is repeated with its idempotency key', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const body = naming();
    const answers = await Promise.all([
      call('ada', 'POST', '/policies', body, key),
      call('ada', 'POST', '/policies', body, key),
    ]);
    const again = await call('ada', 'POST', '/policies', body, key);
    const ids = [...answers, again].filter(({ status }) => status === 201).map((answer) => answer.body.id);
    assert.equal(new Set(ids).size, 1);
  });

  const BAD: [what: string, body: unknown, targets: string[]][] = [
    ['an empty body', {}, ['kind', 'name']],
    ['an unknown field', { ...naming(), colour: 'red' }, ['colour']],
    ['an unknown kind', { ...naming(), kind: 'colour' }, ['kind']],
    ['a blank name', { ...naming(), name: '  ' }, ['name']],
    ['a policy without settings', { name: 'x', kind: 'naming' }, ['settings']],
    ['the settings of another kind', naming({ visibility: 'private' }), ['settings.visibility']],
    ['an unknown setting', naming({ blocked: ['x'] }), ['settings.blocked']],
    [
      'invalid words',
      naming({ blockedWords: ['ok', '--', '', 'x'.repeat(129)] }),
      ['settings.blockedWords[1]', 'settings.blockedWords[2]', 'settings.blockedWords[3]'],
    ],
    [
      'too many words',
      naming({ blockedWords: Array.from({ length: 5001 }, (_, index) => `word${index}`) }),
      ['settings.blockedWords'],
    ],
    ['a length outside of the bounds', naming({ minLength: 0 }), ['settings.minLength']],
    ['a minimum length above the maximum', naming({ minLength: 5, maxLength: 4 }), ['settings.maxLength']],
    [
      'character sets that exclude every character',
      naming({ allowedCharacters: 'ab\\p{N}', forbiddenCharacters: '\\p{L}\\p{N}' }),
      ['settings.allowedCharacters'],
    ],
    ['an unknown character class', naming({ allowedCharacters: '\\p{Han}' }), ['settings.allowedCharacters']],
    [
      'a lifecycle without an action and with an invalid inactivity period',
      { ...naming({ inactivityDays: 8, graceDays: 7 }), kind: 'lifecycle' },
      ['settings.action', 'settings.inactivityDays'],
    ],
    [
      'numbers in place of people',
      { ...naming({ owners: 2, members: 1 }), kind: 'permanentMembership' },
      ['settings.members', 'settings.owners'],
    ],
    [
      'unknown people, and a guest as owner',
      { ...naming({ owners: ['gus-id'], members: ['mia-id', 'nobody'] }), kind: 'permanentMembership' },
      ['settings.members[1]', 'settings.owners[0]'],
    ],
    ['an unknown label', { ...naming({ labelId: 'x' }), kind: 'sensitivityLabel' }, ['settings.labelId']],
    [
      'an unknown label among those to which the policy is limited',
      { ...naming({ guests: 'allowed', labelIds: ['x'] }), kind: 'guests' },
      ['settings.labelIds[0]'],
    ],
    [
      'an unknown fallback group of owners',
      { ...naming({ minimumOwners: 1, fallbackGroupId: 'x' }), kind: 'owners' },
      ['settings.fallbackGroupId'],
    ],
    [
      'a scope of templates without template ids',
      { ...naming(), scope: { type: 'templates' } },
      ['scope.templateIds'],
    ],
    [
      'unknown templates',
      { ...naming(), scope: { type: 'templates', templateIds: ['project', 'ghost'] } },
      ['scope.templateIds[1]'],
    ],
    [
      'templates in a scope of the tenant',
      { ...naming(), scope: { type: 'tenant', templateIds: ['project'] } },
      ['scope.templateIds'],
    ],
    ['a singleton for the whole tenant', { name: 'x', kind: 'singleton' }, ['scope.type']],
    [
      'a mandatory membership with a scope of existing teams',
      { ...naming({ owners: 2, members: 0 }), kind: 'mandatoryMembership' },
      ['scope.type'],
    ],
  ];
  for (const [what, body, targets] of BAD) {
    it(`rejects ${what} and writes nothing`, async () => {
      const before = (await call('ada', 'GET', '/policies')).body['@odata.count'];
      assertRejected(await call('ada', 'POST', '/policies', body), 400, 'InvalidRequest', targets);
      assert.equal((await call('ada', 'GET', '/policies')).body['@odata.count'], before);
    });
  }
});

describe('GET /policies', () => {
  it('requires a manager of policies', async () => {
    assertRejected(await call('nobody', 'GET', '/policies'), 401, 'Unauthenticated');
    for (const caller of NON_MANAGERS)
      assertRejected(await call(caller, 'GET', '/policies'), 403, 'Forbidden');
  });

  it('lists the policies of the tenant in pages, also by kind', async () => {
    const ids = [await made(), await made(), await made({ ...naming({}), kind: 'duplicateNames' })].map(
      ({ id }) => id as string,
    );
    const listed: string[] = [];
    let address: string | undefined = '/policies?$top=2';
    while (address !== undefined) {
      const { status, body } = await call('ada', 'GET', address);
      assert.equal(status, 200);
      assert.ok(body.value.length <= 2);
      listed.push(...body.value.map(({ id }: { id: string }) => id));
      address = body['@odata.nextLink']?.replace(service.url, '');
    }
    assert.deepEqual(
      ids.filter((id) => !listed.includes(id)),
      [],
    );
    assert.equal(new Set(listed).size, listed.length);
    const ofKind = (await call('ada', 'GET', '/policies?kind=duplicateNames')).body.value;
    assert.ok(ofKind.length > 0);
    assert.ok(ofKind.every(({ kind }: { kind: string }) => kind === 'duplicateNames'));
    assert.deepEqual((await call('foreigner', 'GET', '/policies')).body.value, []);
    assertRejected(await call('ada', 'GET', '/policies?kind=x'), 400, 'InvalidRequest', ['kind']);
    assertRejected(await call('ada', 'GET', '/policies?$top=0'), 400, 'InvalidRequest', ['$top']);
  });
});

describe('GET /policies/{policyId}', () => {
  testRejections(() => service, {
    method: 'GET',
    path: () => pathOf(),
    missing: MISSING,
    denied: NON_MANAGERS,
    hidden: ['foreigner', 'foreign app'],
  });
});

describe('PATCH /policies/{policyId}', () => {
  testRejections(() => service, {
    method: 'PATCH',
    path: () => pathOf(),
    missing: MISSING,
    body: { enabled: false },
    denied: NON_MANAGERS,
    hidden: ['foreigner', 'foreign app'],
  });

  it('replaces the sent settings, removes those that are null, and returns the changed policy', async () => {
    const { id } = await made(naming({ blockedWords: ['one', 'two'], maxLength: 50 }));
    const changes = { description: 'New', settings: { blockedWords: ['two', 'three'], maxLength: null } };
    const { status, headers, body } = await call('ada', 'PATCH', `/policies/${id}`, changes);
    assert.equal(status, 200);
    assert.equal(headers.get('etag'), '"2"');
    assert.equal(body.description, 'New');
    assert.deepEqual(body.settings, { blockedWords: ['two', 'three'] });
    assert.deepEqual((await call('ada', 'GET', `/policies/${id}`)).body, body);
    const [, updated] = await recordsOf(id);
    assert.equal(updated?.type, 'policy_updated');
    assert.deepEqual(updated?.changes, {
      description: { from: null, to: 'New' },
      'settings.blockedWords': { added: ['three'], removed: ['one'] },
      'settings.maxLength': { from: 50, to: null },
    });
  });

  it('treats null as absent, except where it removes a value', async () => {
    const { id, ...before } = await made({ ...naming(), description: 'Words' });
    const nulls = { name: null, kind: null, enabled: null, scope: null, settings: null };
    const { status, body } = await call('ada', 'PATCH', `/policies/${id}`, nulls);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body, { id, ...before });
    const scope = { type: 'templates', templateIds: ['project'] };
    await call('ada', 'PATCH', `/policies/${id}`, { scope });
    const back = await call('ada', 'PATCH', `/policies/${id}`, {
      description: null,
      scope: { type: 'teams', templateIds: null },
    });
    assert.deepEqual([back.body.description, back.body.scope], [undefined, { type: 'teams' }]);
  });

  it('writes nothing when no field changes', async () => {
    const { id, name } = await made();
    const { status, body } = await call('ada', 'PATCH', `/policies/${id}`, { name, kind: 'naming' });
    assert.deepEqual([status, body.version], [200, 1]);
    assert.equal((await recordsOf(id)).length, 1);
  });

  it('rejects a stale ETag with 412 and changes nothing', async () => {
    const path = await pathOf();
    const rename = (name: string, etag: string) => call('ada', 'PATCH', path, { name }, { 'if-match': etag });
    assert.equal((await rename('First', '"1"')).status, 200);
    assertRejected(await rename('Second', '"1"'), 412, 'PreconditionFailed');
    assert.equal((await call('ada', 'GET', path)).body.name, 'First');
    assert.equal((await rename('Third', '*')).status, 200);
  });

  it('rejects a change of the kind, and invalid settings', async () => {
    const path = await pathOf();
    const patch = (body: unknown) => call('ada', 'PATCH', path, body);
    assertRejected(await patch({ kind: 'privacy' }), 400, 'InvalidRequest', ['kind']);
    assertRejected(await patch({ settings: { blockedWords: null } }), 400, 'InvalidRequest', ['settings']);
    assertRejected(await patch({ settings: { labelId: 'x' } }), 400, 'InvalidRequest', ['settings.labelId']);
    assertRejected(await patch({ scope: { type: 'templates' } }), 400, 'InvalidRequest', [
      'scope.templateIds',
    ]);
    assert.equal((await call('ada', 'GET', path)).body.version, 1);
  });
});

describe('DELETE /policies/{policyId}', () => {
  testRejections(() => service, {
    method: 'DELETE',
    path: () => pathOf(),
    missing: MISSING,
    denied: NON_MANAGERS,
    hidden: ['foreigner', 'foreign app'],
  });

  it('deletes the policy once', async () => {
    const { id } = await made();
    assert.equal((await call('ada', 'DELETE', `/policies/${id}`)).status, 204);
    assertRejected(await call('ada', 'DELETE', `/policies/${id}`), 404, 'NotFound');
    assertRejected(await call('ada', 'GET', `/policies/${id}`), 404, 'NotFound');
    assert.deepEqual(
      (await recordsOf(id)).map(({ type }) => type),
      ['policy_created', 'policy_deleted'],
    );
  });

  it('rejects a stale ETag with 412 and deletes nothing', async () => {
    const path = await pathOf();
    assert.equal((await call('ada', 'PATCH', path, { name: 'Changed' })).status, 200);
    const remove = (etag: string) => call('ada', 'DELETE', path, undefined, { 'if-match': etag });
    assertRejected(await remove('"1"'), 412, 'PreconditionFailed');
    assert.equal((await call('ada', 'GET', path)).status, 200);
    assert.equal((await remove('"2"')).status, 204);
    assert.equal((await call('ada', 'DELETE', await pathOf(), undefined, { 'if-match': '*' })).status, 204);
  });
});
