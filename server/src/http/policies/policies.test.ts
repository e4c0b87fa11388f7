import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { keepTemplate } from '../../../test/catalog.ts';
import { assertRefused, itRefusesTheOthers } from '../../../test/team-refusals.ts';
import { type Caller, startTeamService, type TeamService } from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';
import { readManifest } from '../../domain/catalog/manifest.ts';
import { encodeCursor } from '../../kernel/cursors.ts';

const MISSING = '/policies/01a1fb81-e8b1-7367-a579-417a0b50c4d5';
const PLAIN: Caller[] = ['olga', 'mia', 'sam', 'ivan', 'gus'];

let service: TeamService;
let call: TeamService['call'];
before(async () => {
  service = await startTeamService();
  call = service.call;
  const { manifest, source } = readManifest({
    manifestVersion: '1.0',
    publisher: { name: 'Fabrikam' },
    templateConfiguration: { id: 'project', name: 'Project', version: '1.0', language: 'en', enabled: true },
    newTeam: { teamPrivacy: 'public', addRequesterAsTeamOwner: true },
  });
  if (manifest === undefined || source === undefined) throw new Error('The template cannot be read.');
  const { catalogTemplate, structure } = manifest;
  await keepTemplate(service.world.deps.store, TENANT, { catalogTemplate, structure, source });
});
after(() => service.close());

const naming = (settings: object = { blockedWords: ['secret'] }) => ({
  name: `Names ${randomUUID()}`,
  kind: 'naming',
  // Applies to no team until it is attached, so that tests don't affect each other.
  scope: { type: 'teams' },
  settings,
});

async function made(body: object = naming()) {
  const answer = await call('ada', 'POST', '/policies', body);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}

const pathOf = async (body?: object): Promise<string> => `/policies/${(await made(body)).id}`;

const recordsOf = async (policyId: string) => {
  const address = `/audittrails/policies/records?$filter=${encodeURIComponent(`target/id eq '${policyId}'`)}`;
  const { body } = await call('ada', 'GET', address);
  // Newest first.
  return (body.value as { type: string; actor: { id: string }; changes?: unknown }[]).toReversed();
};

describe('POST /policies', () => {
  it('requires credentials of a manager of policies', async () => {
    assertRefused(await call('nobody', 'POST', '/policies', naming()), 401, 'Unauthenticated');
    for (const caller of PLAIN) {
      assertRefused(await call(caller, 'POST', '/policies', naming()), 403, 'Forbidden');
    }
  });

  it('creates a policy of the caller’s tenant and an audit record', async () => {
    const wanted = { ...naming(), description: 'No secrets' };
    const { status, headers, body } = await call('app', 'POST', '/policies', wanted);
    assert.equal(status, 201);
    const { id, createdDateTime, lastModifiedDateTime, '@odata.context': context, ...rest } = body;
    assert.deepEqual(rest, { ...wanted, enabled: true, version: 1 });
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

  it('treats null as absent, as some clients send it', async () => {
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

  it('makes one policy for one idempotency key', async () => {
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
    ['nothing', {}, ['kind', 'name']],
    ['an unknown field', { ...naming(), colour: 'red' }, ['colour']],
    ['an unknown kind', { ...naming(), kind: 'colour' }, ['kind']],
    ['a blank name', { ...naming(), name: '  ' }, ['name']],
    ['no settings', { name: 'x', kind: 'naming' }, ['settings']],
    ['the settings of another kind', naming({ visibility: 'private' }), ['settings.visibility']],
    ['a setting nobody knows', naming({ blocked: ['x'] }), ['settings.blocked']],
    [
      'words that are none',
      naming({ blockedWords: ['ok', '--', '', 'x'.repeat(129)] }),
      ['settings.blockedWords[1]', 'settings.blockedWords[2]', 'settings.blockedWords[3]'],
    ],
    [
      'too many words',
      naming({ blockedWords: Array.from({ length: 5001 }, (_, index) => `word${index}`) }),
      ['settings.blockedWords'],
    ],
    ['a length out of bounds', naming({ minLength: 0 }), ['settings.minLength']],
    ['lengths that contradict', naming({ minLength: 5, maxLength: 4 }), ['settings.maxLength']],
    [
      'characters that leave none',
      naming({ allowedCharacters: 'ab\\p{N}', forbiddenCharacters: '\\p{L}\\p{N}' }),
      ['settings.allowedCharacters'],
    ],
    ['characters nobody knows', naming({ allowedCharacters: '\\p{Han}' }), ['settings.allowedCharacters']],
    [
      'an impossible lifecycle',
      { ...naming({ inactivityDays: 8, graceDays: 7 }), kind: 'lifecycle' },
      ['settings.action', 'settings.inactivityDays'],
    ],
    [
      'a number of people',
      { ...naming({ owners: 2, members: 1 }), kind: 'permanentMembership' },
      ['settings.members', 'settings.owners'],
    ],
    [
      'people nobody knows, and a guest as owner',
      { ...naming({ owners: ['gus-id'], members: ['mia-id', 'nobody'] }), kind: 'permanentMembership' },
      ['settings.members[1]', 'settings.owners[0]'],
    ],
    ['a label nobody knows', { ...naming({ labelId: 'x' }), kind: 'sensitivityLabel' }, ['settings.labelId']],
    ['a scope without its templates', { ...naming(), scope: { type: 'templates' } }, ['scope.templateIds']],
    [
      'templates nobody knows',
      { ...naming(), scope: { type: 'templates', templateIds: ['project', 'ghost'] } },
      ['scope.templateIds[1]'],
    ],
    [
      'templates that are not asked for',
      { ...naming(), scope: { type: 'tenant', templateIds: ['project'] } },
      ['scope.templateIds'],
    ],
    ['a singleton for everybody', { name: 'x', kind: 'singleton' }, ['scope.type']],
    [
      'a rule for new teams, of teams that are there',
      { ...naming({ owners: 2, members: 0 }), kind: 'mandatoryMembership' },
      ['scope.type'],
    ],
  ];
  for (const [what, body, targets] of BAD) {
    it(`rejects ${what} and writes nothing`, async () => {
      const before = (await call('ada', 'GET', '/policies')).body['@odata.count'];
      assertRefused(await call('ada', 'POST', '/policies', body), 400, 'InvalidRequest', targets);
      assert.equal((await call('ada', 'GET', '/policies')).body['@odata.count'], before);
    });
  }
});

describe('GET /policies', () => {
  it('requires a manager of policies', async () => {
    assertRefused(await call('nobody', 'GET', '/policies'), 401, 'Unauthenticated');
    for (const caller of PLAIN) assertRefused(await call(caller, 'GET', '/policies'), 403, 'Forbidden');
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
    assertRefused(await call('ada', 'GET', '/policies?kind=x'), 400, 'InvalidRequest', ['kind']);
    assertRefused(await call('ada', 'GET', '/policies?$top=0'), 400, 'InvalidRequest', ['$top']);
  });
});

describe('GET /policies/{policyId}', () => {
  itRefusesTheOthers(() => service, {
    method: 'GET',
    path: () => pathOf(),
    missing: MISSING,
    denied: PLAIN,
    hidden: ['foreigner', 'foreign app'],
  });
});

describe('PATCH /policies/{policyId}', () => {
  itRefusesTheOthers(() => service, {
    method: 'PATCH',
    path: () => pathOf(),
    missing: MISSING,
    body: { enabled: false },
    denied: PLAIN,
    hidden: ['foreigner', 'foreign app'],
  });

  it('merges setting by setting and returns what changed', async () => {
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

  it('writes nothing when nothing changes', async () => {
    const { id, name } = await made();
    const { status, body } = await call('ada', 'PATCH', `/policies/${id}`, { name, kind: 'naming' });
    assert.deepEqual([status, body.version], [200, 1]);
    assert.equal((await recordsOf(id)).length, 1);
  });

  it('answers a stale ETag with 412 and changes nothing', async () => {
    const path = await pathOf();
    const rename = (name: string, etag: string) => call('ada', 'PATCH', path, { name }, { 'if-match': etag });
    assert.equal((await rename('First', '"1"')).status, 200);
    assertRefused(await rename('Second', '"1"'), 412, 'PreconditionFailed');
    assert.equal((await call('ada', 'GET', path)).body.name, 'First');
    assert.equal((await rename('Third', '*')).status, 200);
  });

  it('rejects another kind and invalid settings', async () => {
    const path = await pathOf();
    const patch = (body: unknown) => call('ada', 'PATCH', path, body);
    assertRefused(await patch({ kind: 'privacy' }), 400, 'InvalidRequest', ['kind']);
    assertRefused(await patch({ settings: { blockedWords: null } }), 400, 'InvalidRequest', ['settings']);
    assertRefused(await patch({ settings: { labelId: 'x' } }), 400, 'InvalidRequest', ['settings.labelId']);
    assertRefused(await patch({ scope: { type: 'templates' } }), 400, 'InvalidRequest', [
      'scope.templateIds',
    ]);
    assert.equal((await call('ada', 'GET', path)).body.version, 1);
  });
});

describe('DELETE /policies/{policyId}', () => {
  itRefusesTheOthers(() => service, {
    method: 'DELETE',
    path: () => pathOf(),
    missing: MISSING,
    denied: PLAIN,
    hidden: ['foreigner', 'foreign app'],
  });

  it('deletes it once', async () => {
    const { id } = await made();
    assert.equal((await call('ada', 'DELETE', `/policies/${id}`)).status, 204);
    assertRefused(await call('ada', 'DELETE', `/policies/${id}`), 404, 'NotFound');
    assertRefused(await call('ada', 'GET', `/policies/${id}`), 404, 'NotFound');
    assert.deepEqual(
      (await recordsOf(id)).map(({ type }) => type),
      ['policy_created', 'policy_deleted'],
    );
  });

  it('answers a stale ETag with 412 and deletes nothing', async () => {
    const path = await pathOf();
    assert.equal((await call('ada', 'PATCH', path, { name: 'Changed' })).status, 200);
    const remove = (etag: string) => call('ada', 'DELETE', path, undefined, { 'if-match': etag });
    assertRefused(await remove('"1"'), 412, 'PreconditionFailed');
    assert.equal((await call('ada', 'GET', path)).status, 200);
    assert.equal((await remove('"2"')).status, 204);
    assert.equal((await call('ada', 'DELETE', await pathOf(), undefined, { 'if-match': '*' })).status, 204);
  });
});

describe('a policy and its teams', () => {
  const newTeam = async (): Promise<string> => (await service.world.newTeam()).team.id;

  for (const [method, prepare] of [
    ['PUT', async () => undefined],
    ['DELETE', (path: string) => call('ada', 'PUT', path)],
  ] as const) {
    describe(`${method} /policies/{policyId}/teams/{teamId}`, () => {
      itRefusesTheOthers(() => service, {
        method,
        path: async () => {
          const path = `${await pathOf()}/teams/${await newTeam()}`;
          await prepare(path);
          return path;
        },
        missing: `${MISSING}/teams/none`,
        denied: PLAIN,
        hidden: ['foreigner', 'foreign app'],
      });
    });
  }

  it('is attached, listed in pages, enforced on a change, and detached', async () => {
    const { id } = await made();
    const teams = [await newTeam(), await newTeam(), await newTeam()].sort();
    for (const team of teams) {
      assert.equal((await call('ada', 'PUT', `/policies/${id}/teams/${team}`)).status, 204);
      assert.equal((await call('ada', 'PUT', `/policies/${id}/teams/${team}`)).status, 204);
    }
    const page = (await call('ada', 'GET', `/policies/${id}/teams?$top=2`)).body;
    const rest = (await call('ada', 'GET', page['@odata.nextLink'].replace(service.url, ''))).body;
    assert.deepEqual(
      [...page.value, ...rest.value].map(({ teamId }) => teamId),
      teams,
    );
    const [team] = teams;
    const rename = () => call('ada', 'PATCH', `/teams/${team}`, { displayName: 'Top secret' });
    assertRefused(await rename(), 400, 'PolicyViolation', ['naming']);
    assert.equal((await call('ada', 'DELETE', `/policies/${id}/teams/${team}`)).status, 204);
    assertRefused(await call('ada', 'DELETE', `/policies/${id}/teams/${team}`), 404, 'NotFound');
    assert.equal((await rename()).status, 204);
    const types = (await recordsOf(id)).map(({ type }) => type);
    assert.deepEqual(types, ['policy_created', ...teams.map(() => 'policy_attached'), 'policy_detached']);
  });

  it('rejects an unknown team and a kind that cannot be attached', async () => {
    assertRefused(await call('ada', 'PUT', `${await pathOf()}/teams/none`), 404, 'NotFound');
    const mandatory = {
      name: 'Two',
      kind: 'mandatoryMembership',
      settings: { owners: 2, members: 0 },
      enabled: false,
    };
    const path = `${await pathOf(mandatory)}/teams/${await newTeam()}`;
    assertRefused(await call('ada', 'PUT', path), 400, 'InvalidRequest', ['policyId']);
  });

  it('lists teams to managers of policies', async () => {
    const path = `${await pathOf()}/teams`;
    assertRefused(await call('nobody', 'GET', path), 401, 'Unauthenticated');
    for (const caller of PLAIN) assertRefused(await call(caller, 'GET', path), 403, 'Forbidden');
    assertRefused(await call('foreigner', 'GET', path), 404, 'NotFound');
    for (const token of ['x', encodeCursor(['\u0000'])]) {
      const answer = await call('ada', 'GET', `${path}?$skiptoken=${token}`);
      assertRefused(answer, 400, 'InvalidRequest', ['$skiptoken']);
    }
  });
});

describe('POST /policies/check', () => {
  const check = (body: unknown, as: Caller = 'ada') => call(as, 'POST', '/policies/check', body);

  it('requires a manager of policies', async () => {
    assertRefused(await check({ name: 'x' }, 'nobody'), 401, 'Unauthenticated');
    for (const caller of PLAIN) assertRefused(await check({ name: 'x' }, caller), 403, 'Forbidden');
  });

  it('returns the verdicts for a team or a template', async () => {
    const { id, name } = await made();
    const privacy = { name: 'Open', kind: 'privacy', settings: { visibility: 'public' } };
    const scope = { type: 'templates', templateIds: ['project'] };
    const open = await made({ ...privacy, scope });
    const { team } = await service.world.newTeam();
    await call('ada', 'PUT', `/policies/${id}/teams/${team.id}`);
    const of = { team: { id: team.id } };
    const violated = (await check({ name: 'SECRET plans', ...of })).body;
    assert.equal(violated.outcome, 'violated');
    assert.deepEqual(violated.verdicts[0].policy, { id, name, kind: 'naming' });
    assert.match(violated.verdicts[0].message, /"secret", which is blocked/);
    const nulls = { visibility: null, template: null };
    assert.equal((await check({ name: 'Plans', ...of, ...nulls })).body.outcome, 'passed');
    assert.deepEqual((await check({ name: 'SECRET plans' })).body.verdicts, []);
    const visible = (await check({ visibility: 'private', template: { id: 'project' } })).body;
    assert.deepEqual(
      visible.verdicts.map((verdict: { policy: { id: string }; outcome: string }) => [
        verdict.policy.id,
        verdict.outcome,
      ]),
      [[open.id, 'violated']],
    );
    await call('ada', 'DELETE', `/policies/${open.id}`);
  });

  it('rejects an incomplete check', async () => {
    assertRefused(await check({}), 400, 'InvalidRequest', ['name']);
    assertRefused(await check({ name: null, visibility: null }), 400, 'InvalidRequest', ['name']);
    assertRefused(await check({ name: 'x', colour: 1 }), 400, 'InvalidRequest', ['colour']);
    assertRefused(await check({ name: 'x', team: { id: 'none' } }), 404, 'NotFound');
    assertRefused(await check({ name: 'x', template: { id: 'none' } }), 404, 'NotFound');
    assertRefused(await check({ name: 'x', template: { id: 'project' } }, 'foreigner'), 404, 'NotFound');
    const { team } = await service.world.newTeam();
    const both = { name: 'x', team: { id: team.id }, template: { id: 'project' } };
    assertRefused(await check(both), 400, 'InvalidRequest', ['template']);
    assertRefused(await check({ name: 'x', team: { id: team.id } }, 'foreigner'), 404, 'NotFound');
  });
});
