/** Tests policies for teams with particular answers, through the API, on requests and on existing teams. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { buildTeam } from '../../../test/build-team.ts';
import { naming, type PolicyService, startPolicyService } from '../../../test/policy-service.ts';
import { assertRejected } from '../../../test/team-rejections.ts';
import { TENANT } from '../../../test/team-world.ts';
import { restoreDueTeams } from '../../flows/restoration/restore-teams.ts';

const QUESTIONS = [
  { id: 'class', type: 'choice', title: 'Class', options: ['open', 'secret'] },
  { id: 'areas', type: 'multipleChoice', title: 'Areas', options: ['IT', 'Sales', 'Law, Tax'] },
  { id: 'external', type: 'boolean', title: 'External?' },
  { id: 'seats', type: 'number', title: 'Seats', maximum: 100 },
  { id: 'lead', type: 'person', title: 'Lead' },
  { id: 'ends', type: 'date', title: 'Ends on' },
  { id: 'note', title: 'Note' },
];

let service: PolicyService;
let call: PolicyService['call'];
const policyIds: string[] = [];
before(async () => {
  service = await startPolicyService();
  ({ call } = service);
  for (const [id, questions] of [
    ['asked', QUESTIONS],
    ['other', [{ id: 'class', type: 'choice', title: 'Class', options: ['open', 'shut'] }]],
    ['free', []],
  ] as const) {
    const templateConfiguration = { id, name: id, language: 'en-US', questions };
    const newTeam = { teamPrivacy: 'public', addRequesterAsTeamOwner: true };
    const manifest = { manifestVersion: '1.0', templateConfiguration, newTeam };
    assert.equal((await call('ada', 'POST', '/catalog/templates', { manifest })).status, 200);
  }
});
after(() => service.close());
afterEach(async () => {
  for (const id of policyIds.splice(0)) await call('ada', 'DELETE', `/policies/${id}`);
});

const BLOCKING = { kind: 'naming', settings: { blockedWords: ['harbour'] } };
const PRIVATE = { kind: 'privacy', settings: { visibility: 'private' } };

/** Creates a policy for the teams of the scope, until the end of the test. */
async function policy(scope: object, draft: object = BLOCKING) {
  const { status, body } = await call('ada', 'POST', '/policies', {
    name: `P ${randomUUID()}`,
    scope,
    ...draft,
  });
  assert.equal(status, 201, JSON.stringify(body));
  policyIds.push(body.id);
  return body;
}

const ofAll = (answers: object) => ({ type: 'tenant', answers });
const request = (metadata: object | undefined, template = 'asked') => ({
  template: { id: template },
  team: { name: `Harbour ${randomUUID().slice(-8)}` },
  ...(metadata && { metadata }),
});
const build = (metadata: object | undefined, template?: string): Promise<string> =>
  buildTeam(service, 'olga', request(metadata, template));

/** Whether a policy rejects the name of a request with these answers. */
async function isRejected(metadata: object | undefined, template?: string): Promise<boolean> {
  const dryRun = await call('olga', 'POST', '/teams/provisioning?dryRun=true', request(metadata, template));
  assert.equal(dryRun.status, 200, JSON.stringify(dryRun.body));
  return dryRun.body.verdicts.some(({ outcome }: { outcome: string }) => outcome === 'violated');
}

const visibilityOf = async (teamId: string): Promise<string> =>
  (await call('ada', 'GET', `/teams/${teamId}`)).body.visibility;

const change = async (teamId: string, metadata: object): Promise<void> => {
  const { status, body } = await call('olga', 'PATCH', `/teams/${teamId}/metadata`, metadata);
  assert.equal(status, 200, JSON.stringify(body));
};

/** Checks the due teams, as a worker does. Returns how many there were. */
function checkTeams(): Promise<number> {
  const { store, suite } = service.world.deps;
  const report = (error: unknown) => assert.fail(String(error));
  return restoreDueTeams({ store, suite, clock: { now: () => new Date() }, report }, TENANT);
}

const db = () => service.world.database.tenancy.for(TENANT);

describe('a scope with answers', () => {
  it('is stored and returned with normalised answers', async () => {
    const answers = {
      class: ['secret', 'shut'],
      areas: ['Law, Tax'],
      external: [true],
      seats: ['7.0', 8],
      lead: ['mia@mail.fabrikam.example'],
      note: ['  in  two words '],
    };
    const stored = {
      class: ['secret', 'shut'],
      areas: ['Law, Tax'],
      external: ['true'],
      seats: ['7', '8'],
      lead: ['mia-id'],
      note: ['in two words'],
    };
    const { id, scope, version, people } = await policy(ofAll(answers));
    assert.deepEqual(people, [{ reference: 'mia-id', displayName: 'Mia' }]);
    assert.deepEqual(scope, { type: 'tenant', answers: stored });
    assert.deepEqual((await call('ada', 'GET', `/policies/${id}`)).body.scope, scope);
    const again = await call('ada', 'PATCH', `/policies/${id}`, { scope: ofAll(answers) });
    assert.deepEqual([again.status, again.body.version], [200, version], 'nothing changes');
    const templates = { type: 'templates', templateIds: ['asked'], answers: { class: ['open'] } };
    const changed = await call('ada', 'PATCH', `/policies/${id}`, { scope: templates });
    assert.deepEqual(changed.body.scope, templates);
    const records = await service.recordsOf(id);
    assert.deepEqual(records.at(-1)?.changes, { scope: { from: scope, to: templates } });
    const wide = await call('ada', 'PATCH', `/policies/${id}`, { scope: { type: 'tenant', answers: null } });
    assert.deepEqual(wide.body.scope, { type: 'tenant' });
  });

  const of = (answers: unknown, scope: object = { type: 'tenant' }) => ({
    ...naming(),
    scope: { ...scope, answers },
  });
  const BAD: [what: string, body: object, targets: string[]][] = [
    ['a list in place of an object of answers', of(['secret']), ['scope.answers']],
    ['an empty object of answers', of({}), ['scope.answers']],
    ['a single value in place of a list', of({ class: 'secret' }), ['scope.answers.class']],
    ['a question without values', of({ class: [] }), ['scope.answers.class']],
    ['an empty value', of({ note: [''] }), ['scope.answers.note[0]']],
    ['a blank value', of({ note: ['a', '  '] }), ['scope.answers.note[1]']],
    ['a value that is an object', of({ lead: [{ id: 'mia-id' }] }), ['scope.answers.lead[0]']],
    ['a value that is too long', of({ note: ['x'.repeat(201)] }), ['scope.answers.note[0]']],
    [
      'too many questions',
      of(Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`q${index}`, ['x']]))),
      ['scope.answers'],
    ],
    ['the scope of attached teams', of({ class: ['open'] }, { type: 'teams' }), ['scope.answers']],
    ['a question that no template asks', of({ clas: ['open'] }), ['scope.answers.clas']],
    [
      'a question of another template',
      of({ seats: [5] }, { type: 'templates', templateIds: ['other'] }),
      ['scope.answers.seats'],
    ],
    [
      'wrong values',
      of({ class: ['open', 'closed'], seats: ['many', 101], external: ['perhaps'], ends: ['2026-02-30'] }),
      [
        'scope.answers.class[1]',
        'scope.answers.ends[0]',
        'scope.answers.external[0]',
        'scope.answers.seats[0]',
        'scope.answers.seats[1]',
      ],
    ],
    ['an unknown person', of({ lead: ['mia-id', 'nobody'] }), ['scope.answers.lead[1]']],
  ];
  for (const [what, body, targets] of BAD) {
    it(`is rejected with ${what}`, async () => {
      assertRejected(await call('ada', 'POST', '/policies', body), 400, 'InvalidRequest', targets);
    });
  }

  it('can name any answer for a template without questions', async () => {
    const { scope } = await policy({
      type: 'templates',
      templateIds: ['free'],
      answers: { costCentre: [4711] },
    });
    assert.deepEqual(scope.answers, { costCentre: ['4711'] });
    assert.equal(await isRejected({ costCentre: 4711 }, 'free'), true);
    assert.equal(await isRejected({ costCentre: 4712 }, 'free'), false);
  });

  it('keeps its answers when the template no longer has the question', async () => {
    const manifest = (questions: object[]) => ({
      manifest: {
        manifestVersion: '1.0',
        templateConfiguration: { id: 'brief', name: 'Brief', language: 'en-US', questions },
      },
    });
    const question = { id: 'passing', title: 'Passing' };
    await call('ada', 'POST', '/catalog/templates', manifest([question, { id: 'stays', title: 'Stays' }]));
    const scope = { type: 'templates', templateIds: ['brief'], answers: { passing: ['yes'] } };
    const { id } = await policy(scope);
    await call('ada', 'POST', '/catalog/templates', manifest([{ id: 'stays', title: 'Stays' }]));
    const { status, body } = await call('ada', 'PATCH', `/policies/${id}`, { scope, enabled: false });
    assert.deepEqual([status, body.enabled, body.scope], [200, false, scope], JSON.stringify(body));
  });
});

describe('a policy for particular answers', () => {
  const CASES: [what: string, answers: object, matching: object, other: object | undefined][] = [
    ['a choice', { class: ['secret'] }, { class: 'secret' }, { class: 'open' }],
    ['one of several values', { class: ['open', 'secret'] }, { class: 'secret' }, {}],
    [
      'one of several choices',
      { areas: ['Law, Tax'] },
      { areas: ['IT', 'Law, Tax'] },
      { areas: ['IT', 'Sales'] },
    ],
    ['a boolean that is true', { external: [true] }, { external: true }, { external: false }],
    ['a boolean that is false', { external: ['false'] }, { external: false }, undefined],
    ['a number', { seats: ['7.0'] }, { seats: 7 }, { seats: 70 }],
    ['a person', { lead: ['mia@fabrikam.example'] }, { lead: 'mia-id' }, { lead: 'sam-id' }],
    ['a date', { ends: ['2026-12-31'] }, { ends: '2026-12-31' }, { ends: '2026-12-30' }],
    ['a text', { note: ['In two words'] }, { note: ' In two  words' }, { note: 'in two words' }],
    [
      'the answers to several questions',
      { class: ['secret'], external: [true] },
      { class: 'secret', external: true },
      { class: 'secret', external: false },
    ],
  ];
  for (const [what, answers, matching, other] of CASES) {
    it(`applies only to requests that match ${what}`, async () => {
      await policy(ofAll(answers));
      assert.equal(await isRejected(matching), true);
      assert.equal(await isRejected(other), false);
    });
  }

  it('is rejected with a suggestion when the id of a question is misspelt', async () => {
    const messageOf = async (id: string): Promise<string> =>
      (await call('ada', 'POST', '/policies', { ...naming(), scope: ofAll({ [id]: ['open'] }) })).body.error
        .details[0].message;
    assert.match(await messageOf('clas'), /Did you mean 'class'\?$/);
    assert.match(await messageOf('colour'), /Name a question of these templates\.$/);
  });

  it('rejects a request with these answers, and is named in the error and in a check', async () => {
    const { id, name } = await policy(ofAll({ class: ['secret'] }));
    const asked = request({ class: 'secret' });
    assertRejected(await call('olga', 'POST', '/teams/provisioning', asked), 400, 'PolicyViolation', [
      'naming',
    ]);
    const check = async (body: object) =>
      (await call('ada', 'POST', '/policies/check', { name: 'Harbour', ...body })).body;
    const violated = await check({ template: { id: 'asked' }, metadata: { class: 'secret' } });
    assert.equal(violated.outcome, 'violated');
    assert.deepEqual(violated.verdicts[0].policy, { id, name, kind: 'naming' });
    assert.match(
      violated.verdicts[0].message,
      new RegExp(`'${name}' applies because of these answers: class`),
    );
    const rejected = await call('olga', 'POST', '/teams/provisioning', asked);
    assert.match(rejected.body.error.message, /applies because of these answers: class/);
    assert.equal((await check({ metadata: { class: 'secret' } })).outcome, 'violated');
    assert.equal((await check({ metadata: { class: 'open' } })).outcome, 'passed');
    assert.equal((await check({ template: { id: 'asked' } })).outcome, 'passed');
    const wrong = {
      name: 'Harbour',
      template: { id: 'asked' },
      metadata: { class: 'closed', colour: 'red' },
    };
    const closed = { ...wrong, metadata: { class: 'closed' } };
    assertRejected(await call('ada', 'POST', '/policies/check', closed), 400, 'InvalidRequest', [
      'metadata.class',
    ]);
    assertRejected(await call('ada', 'POST', '/policies/check', wrong), 400, 'InvalidRequest', [
      'metadata.class',
      'metadata.colour',
    ]);
    const teamId = (await service.world.newTeam()).team.id;
    const both = { name: 'Harbour', team: { id: teamId }, metadata: { class: 'secret' } };
    assertRejected(await call('ada', 'POST', '/policies/check', both), 400, 'InvalidRequest', ['metadata']);
  });

  it('sets the visibility of a new team with these answers', async () => {
    await policy(ofAll({ class: ['secret'] }), PRIVATE);
    assert.equal(await visibilityOf(await build({ class: 'secret' })), 'private');
    assert.equal(await visibilityOf(await build({ class: 'open' })), 'public');
  });

  it('governs a team only while its stored answers match', async () => {
    const teamId = await build({ class: 'open' });
    await policy(ofAll({ class: ['secret'] }), PRIVATE);
    await checkTeams();
    assert.equal(await visibilityOf(teamId), 'public');
    await change(teamId, { class: 'secret' });
    assert.equal(await checkTeams(), 1, 'the changed team is due at once');
    assert.equal(await visibilityOf(teamId), 'private');
    const publish = () => call('ada', 'PATCH', `/teams/${teamId}`, { visibility: 'public' });
    assertRejected(await publish(), 400, 'PolicyViolation', ['privacy']);
    await change(teamId, { class: null });
    assert.equal((await publish()).status, 204);
    await checkTeams();
    assert.equal(await visibilityOf(teamId), 'public');
  });

  it('makes only the teams with these answers due for a check when it is created', async () => {
    const ids = [await build({ class: 'secret' }), await build({ class: 'open' })];
    const others = await build({ class: 'open' }, 'other');
    const due = async (): Promise<string[]> => {
      const { rows } = await sql<{ team_id: string }>`
        select team_id from charter.governed_teams
         where tenant_id = ${TENANT} and due_at <= now() and team_id = any (${[...ids, others]})`.execute(
        db(),
      );
      return rows.map(({ team_id }) => team_id);
    };
    await checkTeams();
    await policy(
      { type: 'templates', templateIds: ['other'], answers: { class: ['shut', 'open'] } },
      PRIVATE,
    );
    assert.deepEqual(await due(), [others]);
    await policy(ofAll({ class: ['secret'] }), PRIVATE);
    assert.deepEqual((await due()).toSorted(), [ids[0], others].toSorted());
    await checkTeams();
    assert.deepEqual(await Promise.all([...ids, others].map(visibilityOf)), ['private', 'public', 'private']);
  });

  it('takes precedence over policies for templates and for all teams, but not over an attached policy', async () => {
    const hide = { kind: 'directory', settings: { listed: 'none' } };
    const show = { kind: 'directory', settings: { listed: 'public' } };
    const [open, secret] = [await build({ class: 'open' }), await build({ class: 'secret' })];
    const listed = async (): Promise<string[]> => {
      const { body } = await call('sam', 'GET', '/directory/teams?$search=harbour&$count=true');
      const found = body.value.map(({ id }: { id: string }) => id);
      assert.equal(body['@odata.count'], found.length);
      return found.filter((id: string) => id === open || id === secret);
    };
    await policy({ type: 'tenant' }, hide);
    await policy({ type: 'templates', templateIds: ['asked'] }, hide);
    assert.deepEqual(await listed(), []);
    await policy(ofAll({ class: ['secret'] }), show);
    assert.deepEqual(await listed(), [secret]);
    await policy({ type: 'templates', templateIds: ['other'], answers: { class: ['open'] } }, show);
    assert.deepEqual(await listed(), [secret], 'another template');
    const attached = await policy({ type: 'teams' }, hide);
    await call('ada', 'PUT', `/policies/${attached.id}/teams/${secret}`);
    assert.deepEqual(await listed(), []);
  });

  it('reports the teams with these answers, also a team that Charter did not create', async () => {
    const made = await build({ class: 'secret' });
    await build({ class: 'open' });
    const { id: found } = (await service.world.newTeam({ displayName: 'Harbour elsewhere' })).team;
    await call('ada', 'PATCH', `/teams/${found}/metadata`, { note: 'found', class: 'secret' });
    const { id } = await policy(ofAll({ class: ['secret'], note: ['found'] }));
    const report = async () => (await call('ada', 'GET', `/policies/${id}/report`)).body;
    const named = async () => (await report()).teams.map((team: { id: string }) => team.id);
    assert.deepEqual(await named(), [found]);
    await change(made, { note: 'found' });
    assert.deepEqual((await named()).toSorted(), [found, made].toSorted());
    assert.equal((await report()).appliesToCount, 2);
    const rename = (teamId: string) => call('ada', 'PATCH', `/teams/${teamId}`, { displayName: 'Harbour 2' });
    assertRejected(await rename(found), 400, 'PolicyViolation', ['naming']);
  });

  it('is stored so that a node of an earlier release applies it to attached teams only', async () => {
    const { id } = await policy({ type: 'templates', templateIds: ['asked'], answers: { class: ['open'] } });
    const { rows } = await sql`
      select scope, template_ids from charter.policies
       where tenant_id = ${TENANT} and policy_id = ${id}`.execute(db());
    assert.deepEqual(rows, [{ scope: 'teams', template_ids: [] }]);
  });
});
