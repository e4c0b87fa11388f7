/** Tests the stored answers of teams, through the API. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { buildTeam } from '../../../test/build-team.ts';
import { assertRejected, testRejections } from '../../../test/team-rejections.ts';
import { startTeamService, type TeamService } from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';

const QUESTIONS = [
  { id: 'kind', type: 'choice', title: 'Kind', options: ['internal', 'client'], required: true },
  { id: 'client', title: 'Client', when: "request.metadata.kind === 'client'", required: true },
  { id: 'budget', type: 'number', title: 'Budget', maximum: 1000 },
  { id: 'ends', type: 'date', title: 'Ends on' },
  { id: 'areas', type: 'multipleChoice', title: 'Areas', options: ['IT', 'Sales'] },
  { id: 'remote', type: 'boolean', title: 'Remote?', default: 'true' },
];

let service: TeamService;
let call: TeamService['call'];
before(async () => {
  service = await startTeamService();
  call = service.call;
  await apply('asked', QUESTIONS);
  await apply('free', []);
});
after(() => service.close());

async function apply(id: string, questions: readonly object[]): Promise<void> {
  const templateConfiguration = { id, name: id, language: 'en-US', questions };
  const manifest = { manifestVersion: '1.0', templateConfiguration };
  assert.equal((await call('ada', 'POST', '/catalog/templates', { manifest })).status, 200);
}

/** Builds a team of Olga's with these answers. Returns its id. */
const build = (metadata: object, template = 'asked'): Promise<string> =>
  buildTeam(service, 'olga', {
    template: { id: template },
    team: { name: `Team ${crypto.randomUUID()}` },
    metadata,
  });

const read = (teamId: string) => call('olga', 'GET', `/teams/${teamId}/metadata`);
const change = (teamId: string, body: object, headers = {}) =>
  call('olga', 'PATCH', `/teams/${teamId}/metadata`, body, headers);

for (const method of ['GET', 'PATCH']) {
  describe(`${method} /teams/{teamId}/metadata`, () => {
    testRejections(() => service, {
      method,
      path: async () => `/teams/${(await service.world.newTeam()).team.id}/metadata`,
      missing: '/teams/no-such-team/metadata',
      ...(method === 'PATCH' && { body: { kind: 'internal' } }),
      denied: ['mia', 'gus'],
      hidden: ['sam', 'ivan', 'foreigner', 'foreign app'],
    });
  });
}

describe('the answers of a team', () => {
  it('are those of its request, with the questions of its template', async () => {
    const { status, headers, body } = await read(await build({ kind: 'client', client: 'Acme' }));
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.metadata, { kind: 'client', client: 'Acme', remote: true });
    assert.deepEqual(body.template, { id: 'asked', version: '1.0' });
    assert.deepEqual(
      body.questions.map(({ title }: { title: string }) => title),
      QUESTIONS.map(({ title }) => title),
    );
    assert.deepEqual(body.answers[1], {
      id: 'client',
      title: 'Client',
      type: 'text',
      value: 'Acme',
      text: 'Acme',
    });
    assert.equal(headers.get('etag'), '"1"');
  });

  it('are changed by an owner, with one event and one audit record', async () => {
    const teamId = await build({ kind: 'client', client: 'Acme', budget: 5 });
    const { status, body } = await change(teamId, { budget: 7, remote: null }, { 'if-match': '"1"' });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.metadata, body.revision], [{ kind: 'client', client: 'Acme', budget: 7 }, 2]);
    const events = (await service.world.events()).filter(
      ({ type, target }) => type === 'team_metadata_updated' && target.id === teamId,
    );
    assert.deepEqual(
      events.map(({ payload }) => [payload.changed, payload.metadata]),
      [[['budget', 'remote'], { kind: 'client', client: 'Acme', budget: 7 }]],
    );
    const { value } = (await call('olga', 'GET', `/teams/${teamId}/history`)).body;
    const records = value.filter(({ type }: { type: string }) => type === 'team_metadata_updated');
    assert.deepEqual(
      records.map(({ answers }: { answers: object }) => answers),
      [{ budget: 7 }],
    );
  });

  it('are removed when their questions are no longer asked', async () => {
    const teamId = await build({ kind: 'client', client: 'Acme' });
    assert.deepEqual((await change(teamId, { kind: 'internal' })).body.metadata, {
      kind: 'internal',
      remote: true,
    });
  });

  it('stay, and do not become required, when the condition of their question names the requester of the team', async () => {
    await apply('byPerson', [
      { id: 'region', title: 'Region', when: "user.givenName === 'olga'" },
      { id: 'country', title: 'Country', when: "request.metadata.region === 'EU'" },
      { id: 'code', title: 'Code', when: "user.givenName === 'ada'", required: true },
      { id: 'budget', type: 'number', title: 'Budget' },
    ]);
    const teamId = await build({ region: 'EU', country: 'DE' }, 'byPerson');
    const { status, body } = await call('ada', 'PATCH', `/teams/${teamId}/metadata`, { budget: 7 });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.metadata, { region: 'EU', country: 'DE', budget: 7 });
    assert.deepEqual((await change(teamId, { region: 'US' })).body.metadata, { region: 'US', budget: 7 });
  });

  it('are checked against the template version that created the team', async () => {
    const teamId = await build({ kind: 'internal' });
    await apply('asked', QUESTIONS.slice(0, 3));
    assert.equal((await change(teamId, { ends: '2027-01-31' })).body.metadata.ends, '2027-01-31');
    for (const [body, targets] of [
      [{ budget: 1001 }, ['metadata.budget']],
      [{ kind: null }, ['metadata.kind']],
      [{ client: 'x' }, ['metadata.client']],
      [{ other: 'x', ends: 'soon' }, ['metadata.ends', 'metadata.other']],
    ] as const)
      assertRejected(await change(teamId, body), 400, 'InvalidRequest', [...targets]);
    await apply('asked', QUESTIONS);
  });

  it('stay when one of them names a person who has left', async () => {
    const leaver = { id: 'leaver-id', displayName: 'Leaver', userPrincipalName: 'leaver@fabrikam.example' };
    await service.world.suite.saveUsers(TENANT, [leaver]);
    await apply('sponsored', [
      { id: 'sponsor', type: 'person', title: 'Sponsor', required: true },
      { id: 'why', title: 'Why', when: "request.metadata.sponsor.id !== ''" },
      { id: 'budget', type: 'number', title: 'Budget' },
    ]);
    const teamId = await build({ sponsor: 'leaver-id', why: 'Trust' }, 'sponsored');
    await sql`delete from directory.users where tenant_id = ${TENANT} and user_id = 'leaver-id'`.execute(
      service.world.database.tenancy.for(TENANT),
    );
    const { status, body } = await change(teamId, { budget: 7 });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.metadata, { sponsor: 'leaver-id', why: 'Trust', budget: 7 });
    assertRejected(await change(teamId, { sponsor: 'nobody' }), 400, 'InvalidRequest', ['metadata.sponsor']);
  });

  it('are not changed when If-Match names another revision', async () => {
    const teamId = await build({ kind: 'internal' });
    assertRejected(await change(teamId, { budget: 1 }, { 'if-match': '"7"' }), 412, 'PreconditionFailed');
    assert.equal((await change(teamId, { kind: 'internal' })).body.revision, 1);
  });

  it('may be any object when the template has no questions', async () => {
    const teamId = await build({ a: { b: 1 }, c: 'x' }, 'free');
    assert.deepEqual((await change(teamId, { c: null, d: [null] })).body.metadata, {
      a: { b: 1 },
      d: [null],
    });
    assertRejected(await change(teamId, { d: 'x'.repeat(17_000) }), 400, 'InvalidRequest', ['metadata']);
  });

  it('are deleted with the team', async () => {
    const teamId = await build({ kind: 'internal' });
    assert.equal((await call('ada', 'DELETE', `/teams/${teamId}`)).status, 204);
    assert.equal(await service.world.deps.store.in(TENANT).teamMetadata.find(teamId), undefined);
  });
});

describe('the answers of a team that a node of an earlier release creates', () => {
  let owner: pg.Client;
  before(async () => {
    owner = new pg.Client(service.world.database.ownerUrl);
    await owner.connect();
    await owner.query("select set_config('charter.tenant_id', $1, false)", [TENANT]);
  });
  after(() => owner.end());

  async function readStored(teamId: string): Promise<object | undefined> {
    const { rows } = await owner.query(
      `select template_id, template_version, metadata, search_text, revision,
              array(select to_json(a) from charter.team_answers a
                     where a.team_id = m.team_id order by answer_id, item) as answers
         from charter.team_metadata m where team_id = $1`,
      [teamId],
    );
    return rows[0];
  }

  /** Records the team as a node of an earlier release does, which knows no answers. */
  async function recordAgain(teamId: string): Promise<void> {
    await owner.query('delete from charter.team_metadata where team_id = $1', [teamId]);
    const { rows } = await owner.query('delete from charter.governed_teams where team_id = $1 returning *', [
      teamId,
    ]);
    const { tenant_id, template_id, created_at, due_at } = rows[0];
    await owner.query(
      'insert into charter.governed_teams (tenant_id, team_id, template_id, created_at, due_at) values ($1, $2, $3, $4, $5)',
      [tenant_id, teamId, template_id, created_at, due_at],
    );
  }

  for (const [what, template, metadata] of [
    ['of a template with questions', 'asked', { kind: 'client', client: 'BÄR\t  GmbH', areas: ['IT'] }],
    [
      'of any shape',
      'free',
      { a: { b: 1 }, c: ['X', 2.5, true, null, ['Y']], long: 'L'.repeat(201), empty: '' },
    ],
    ['with a long id', 'free', { ['i'.repeat(65)]: 'x', ok: 1e21 }],
    ['of an empty object', 'free', {}],
  ] as const)
    it(`are stored as this version stores answers ${what}`, async () => {
      const teamId = await build(metadata, template);
      const expected = await readStored(teamId);
      assert.ok(expected);
      await recordAgain(teamId);
      assert.deepEqual(await readStored(teamId), expected);
    });
});

describe('lists of teams', () => {
  let north: string;
  let south: string;
  before(async () => {
    north = await build({ kind: 'client', client: 'Northern Lights', budget: 10, areas: ['IT', 'Sales'] });
    south = await build({ kind: 'client', client: "South's End", budget: 20, remote: false });
  });
  const list = async (query: string, as: 'ada' | 'olga' = 'ada', path = '/teams') =>
    call(as, 'GET', `${path}?${query}`);

  for (const [filter, expected] of [
    ["metadata/client eq 'Northern Lights'", ['north']],
    ["metadata/client eq 'South''s End'", ['south']],
    ["metadata/client in ('Northern Lights', 'South''s End')", ['north', 'south']],
    ['metadata/budget gt 10', ['south']],
    ['metadata/budget ge 10 and metadata/budget lt 20', ['north']],
    ['metadata/budget in (20, 30)', ['south']],
    ['metadata/remote eq false', ['south']],
    ["metadata/areas eq 'Sales'", ['north']],
    ["metadata/client eq 'South''s End' and metadata/budget eq 10", []],
    ["metadata/client ge 'S' and template/id eq 'asked'", ['south']],
  ] as const) {
    it(`filter teams by ${filter}`, async () => {
      const { status, body } = await list(`$filter=${encodeURIComponent(filter)}`);
      assert.equal(status, 200, JSON.stringify(body));
      const names = new Map([
        [north, 'north'],
        [south, 'south'],
      ]);
      assert.deepEqual(
        body.value
          .map(({ id }: { id: string }) => names.get(id))
          .filter(Boolean)
          .sort(),
        expected,
      );
      assert.equal(body.value.length, expected.length);
    });
  }

  it('find a team by words of its answers, and show the answers', async () => {
    const { body } = await list('$search=north%20light');
    assert.deepEqual(
      body.value.map(({ id }: { id: string }) => id),
      [north],
    );
    assert.equal(body.value[0].metadata.client, 'Northern Lights');
  });

  it('show owners the answers of their teams, and reject filters by an answer', async () => {
    const { body } = await list('', 'olga', '/me/teams');
    assert.ok(
      body.value.some(({ id, metadata }: { id: string; metadata: object }) => id === north && metadata),
    );
    const compared = await list(
      `$filter=${encodeURIComponent('metadata/budget eq 10')}`,
      'olga',
      '/me/teams',
    );
    assertRejected(compared, 400, 'InvalidRequest', ['$filter']);
  });

  for (const filter of [
    'metadata/ eq 1',
    'metadata/budget in 5',
    "metadata/budget in (1, 'a')",
    'metadata/budget ne 1',
  ])
    it(`reject the filter ${filter}`, async () => {
      assertRejected(await list(`$filter=${encodeURIComponent(filter)}`), 400, 'InvalidRequest', ['$filter']);
    });
});
