/** Questions of templates through the API: their check, their answers, and where the answers are used. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertRejected } from '../../../test/team-rejections.ts';
import { startTeamService, type TeamService } from '../../../test/team-service.ts';

const QUESTIONS = [
  { id: 'kind', type: 'choice', title: 'Kind of project', options: ['internal', 'client'], required: true },
  {
    id: 'client',
    title: 'Client',
    required: true,
    when: "request.metadata.kind === 'client'",
    section: 'Client',
  },
  {
    id: 'costCentre',
    title: 'Cost centre',
    pattern: '[0-9]{4}',
    default: "<%= request.metadata.kind === 'client' ? '9000' : '1000' %>",
  },
  { id: 'budget', type: 'number', title: 'Budget', minimum: 0, maximum: 1000 },
  { id: 'ends', type: 'date', title: 'Ends on', minimum: '2026-01-01' },
  { id: 'remote', type: 'boolean', title: 'Remote?', default: false },
  { id: 'areas', type: 'multipleChoice', title: 'Areas', options: ['IT', 'Sales', 'R&D'], maximum: 2 },
  { id: 'phases', type: 'multipleChoice', title: 'Phases', options: ['Design', 'Design, build', 'Run'] },
  { id: 'sponsor', type: 'person', title: 'Sponsor' },
  { id: 'unit', type: 'group', title: 'Unit' },
  { id: 'wiki', type: 'url', title: 'Wiki' },
  { id: 'reason', type: 'multilineText', title: 'Reason', maximum: 20 },
];

const template = (id: string, extra: object = {}, newTeam: object = {}, initialization: object = {}) => ({
  manifestVersion: '1.0',
  templateConfiguration: { id, name: id, language: 'en-US', questions: QUESTIONS, ...extra },
  newTeam,
  initialization,
});

let service: TeamService;
let call: TeamService['call'];
before(async () => {
  service = await startTeamService();
  call = service.call;
});
after(() => service.close());

const put = async (manifest: object) => {
  const answer = await call('ada', 'POST', '/catalog/templates', { manifest });
  assert.ok([200, 201].includes(answer.status), JSON.stringify(answer.body));
  return answer.body;
};

const request = (metadata: object | undefined, id = 'asked', dryRun = true) =>
  call('sam', 'POST', `/teams/provisioning${dryRun ? '?dryRun=true' : ''}`, {
    template: { id },
    team: { name: 'Harbour' },
    ...(metadata && { metadata }),
  });

/** Returns targets and codes of the error's details. */
const faults = ({ body }: { body: { error?: { details?: { target: string; code: string }[] } } }) =>
  (body.error?.details ?? []).map(({ target, code }) => `${target} ${code}`);

describe('a template with questions', () => {
  const apply = (questions: unknown) =>
    call('ada', 'POST', '/catalog/templates', { manifest: { ...template('bad', { questions }) } });

  for (const [what, questions, target] of [
    [
      'a duplicate id',
      [
        { id: 'a', title: 'A' },
        { id: 'a', title: 'B' },
      ],
      '[1].id',
    ],
    ['an id that is not an identifier', [{ id: 'a-b', title: 'A' }], '[0].id'],
    ['an id that is a property of every object', [{ id: 'constructor', title: 'A' }], '[0].id'],
    ['an unknown type', [{ id: 'a', type: 'colour', title: 'A' }], '[0].type'],
    ['a missing title', [{ id: 'a' }], '[0].title'],
    ['a choice without options', [{ id: 'a', type: 'choice', title: 'A' }], '[0].options'],
    ['an invalid pattern', [{ id: 'a', title: 'A', pattern: '(' }], '[0].pattern'],
    ['a bound of another type', [{ id: 'a', type: 'date', title: 'A', minimum: 5 }], '[0].minimum'],
    ['swapped bounds', [{ id: 'a', type: 'number', title: 'A', minimum: 5, maximum: 1 }], '[0].minimum'],
    ['a default of another type', [{ id: 'a', type: 'number', title: 'A', default: 'x' }], '[0].default'],
    ['a rule that does not compile', [{ id: 'a', title: 'A', when: 'request.' }], '[0].when'],
    ['a default that does not compile', [{ id: 'a', title: 'A', default: '<%= ( %>' }], '[0].default'],
    [
      'a rule that reads a later answer',
      [
        { id: 'a', title: 'A', when: 'request.metadata.b' },
        { id: 'b', title: 'B' },
      ],
      '[0].when',
    ],
    [
      'a default that reads an unknown answer',
      [{ id: 'a', title: 'A', default: '<%= request.metadata.x %>' }],
      '[0].default',
    ],
  ] as const) {
    it(`is rejected with ${what}, and the error names the question`, async () => {
      const path = `templateConfiguration.questions${target}`;
      assertRejected(await apply(questions), 400, 'InvalidRequest', [path]);
    });
  }

  it('is listed with its questions', async () => {
    await put(template('asked'));
    const { body } = await call('sam', 'GET', '/me/catalog/templates');
    const found = body.value.find(
      (one: { templateConfiguration: { id: string } }) => one.templateConfiguration.id === 'asked',
    );
    const { questions } = found.templateConfiguration;
    assert.deepEqual(
      questions.map(({ id }: { id: string }) => id),
      QUESTIONS.map(({ id }) => id),
    );
    assert.deepEqual(
      [questions[3].maximum, questions[4].minimum, questions[5].default],
      [1000, '2026-01-01', 'false'],
    );
  });

  it('causes a warning when a convention reads an answer without a question', async () => {
    const manifest = template('asked', {}, { namingConvention: '<%= request.metadata.cleint %>' });
    const { body } = await call('ada', 'POST', '/catalog/templates/check', { manifest });
    assert.match(body.warnings[0].message, /cleint.*Did you mean 'request\.metadata\.client'/);
  });
});

describe('the answers of a request', () => {
  before(async () => {
    await put(
      template(
        'asked',
        {},
        {
          namingConvention:
            '<%= request.metadata.costCentre %> <%= request.team.name %> <%= request.metadata.sponsor?.displayName %>',
        },
      ),
    );
  });

  it('are used in the name of the team, include the defaults, and are in the plan with their titles', async () => {
    const { status, body } = await request({
      kind: 'internal',
      sponsor: 'olga@fabrikam.example',
      areas: ['Sales', 'IT'],
    });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.name, '1000 Harbour Olga');
    assert.deepEqual(body.answers, [
      { id: 'kind', title: 'Kind of project', type: 'choice', value: 'internal', text: 'internal' },
      { id: 'costCentre', title: 'Cost centre', type: 'text', value: '1000', text: '1000' },
      { id: 'remote', title: 'Remote?', type: 'boolean', value: false, text: 'false' },
      { id: 'areas', title: 'Areas', type: 'multipleChoice', value: ['IT', 'Sales'], text: 'IT, Sales' },
      { id: 'sponsor', title: 'Sponsor', type: 'person', value: 'olga-id', text: 'Olga' },
    ]);
  });

  it('are stored in the job, normalised and with their defaults', async () => {
    const { status, body } = await request(
      { kind: 'client', client: '  Harbour   Ltd ', budget: '12.5' },
      'asked',
      false,
    );
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual(body.data.request.metadata, {
      kind: 'client',
      client: 'Harbour Ltd',
      costCentre: '9000',
      budget: 12.5,
      remote: false,
    });
    assert.equal(body.data.plan.answers[1].text, 'Harbour Ltd');
  });

  for (const [what, metadata, expected] of [
    ['a request without answers', undefined, ['metadata.kind AnswerMissing']],
    ['an empty text', { kind: '' }, ['metadata.kind AnswerMissing']],
    ['no answer to a question that is asked', { kind: 'client' }, ['metadata.client AnswerMissing']],
    [
      'an answer to a question that is not asked',
      { kind: 'internal', client: 'x' },
      ['metadata.client QuestionNotShown'],
    ],
    ['an unknown question', { kind: 'internal', sponser: 'x' }, ['metadata.sponser UnknownQuestion']],
    ['an unknown option', { kind: 'secret' }, ['metadata.kind InvalidValue']],
    [
      'a text that does not match the pattern',
      { kind: 'internal', costCentre: '12345' },
      ['metadata.costCentre InvalidValue'],
    ],
    ['a number above the maximum', { kind: 'internal', budget: 1001 }, ['metadata.budget InvalidValue']],
    ['a text for a number', { kind: 'internal', budget: 'much' }, ['metadata.budget InvalidValue']],
    ['the date 30 February', { kind: 'internal', ends: '2026-02-30' }, ['metadata.ends InvalidValue']],
    ['a date before the minimum', { kind: 'internal', ends: '2025-12-31' }, ['metadata.ends InvalidValue']],
    ['a text for a boolean', { kind: 'internal', remote: 'perhaps' }, ['metadata.remote InvalidValue']],
    [
      'too many choices',
      { kind: 'internal', areas: ['IT', 'Sales', 'R&D'] },
      ['metadata.areas InvalidValue'],
    ],
    ['an unknown choice', { kind: 'internal', areas: ['HR'] }, ['metadata.areas InvalidValue']],
    ['an unknown person', { kind: 'internal', sponsor: 'x' }, ['metadata.sponsor UnknownUser']],
    [
      'a person for a group',
      { kind: 'internal', sponsor: 'mia-id', unit: 'mia-id' },
      ['metadata.unit UnknownGroup'],
    ],
    ['a javascript: URL', { kind: 'internal', wiki: 'javascript:alert(1)' }, ['metadata.wiki InvalidValue']],
    [
      'a text that is too long',
      { kind: 'internal', reason: 'x'.repeat(21) },
      ['metadata.reason InvalidValue'],
    ],
    ['an object for a choice', { kind: { a: 1 } }, ['metadata.kind InvalidValue']],
    [
      'several wrong answers',
      { kind: 5, budget: -1, x: 1 },
      ['metadata.kind InvalidValue', 'metadata.budget InvalidValue', 'metadata.x UnknownQuestion'],
    ],
  ] as const) {
    it(`are rejected with the path of the mistake: ${what}`, async () => {
      const answer = await request(metadata);
      assert.equal(answer.status, 400, JSON.stringify(answer.body));
      assert.deepEqual(faults(answer), expected);
    });
  }

  for (const [phases, expected] of [
    ['Run, Design, build', ['Design, build', 'Run']],
    ['Design,Run', ['Design', 'Run']],
    ['Design, build\nDesign', ['Design', 'Design, build']],
    [
      ['Run', 'Design, build'],
      ['Design, build', 'Run'],
    ],
  ] as const) {
    it(`include several choices, also those with commas: ${JSON.stringify(phases)}`, async () => {
      const { body } = await request({ kind: 'internal', phases });
      const answer = body.answers?.find(({ id }: { id: string }) => id === 'phases');
      assert.deepEqual(answer?.value, expected, JSON.stringify(body));
    });
  }

  it('are rejected when a text contains only part of a choice', async () => {
    assert.deepEqual(faults(await request({ kind: 'internal', phases: 'Design, bui' })), [
      'metadata.phases InvalidValue',
    ]);
  });

  it('are missing when a line of commas names no choice', async () => {
    const question = { id: 'a', type: 'multipleChoice', title: 'A', options: ['x', 'y'], required: true };
    await put(template('several', { questions: [question] }));
    assert.deepEqual(faults(await request({ a: ' , ,' }, 'several')), ['metadata.a AnswerMissing']);
  });

  it('omit a default when the value is null', async () => {
    const { body } = await request({ kind: 'internal', costCentre: null, remote: null });
    assert.deepEqual(
      body.answers.map(({ id }: { id: string }) => id),
      ['kind'],
    );
  });

  it('may be any object when the template has no questions', async () => {
    await put(template('free', { questions: [] }, { namingConvention: 'X <%= request.metadata.a?.b %>' }));
    const { body } = await request({ a: { b: null, c: [1] } }, 'free', false);
    assert.deepEqual([body.data.request.metadata, body.data.plan.name], [{ a: { b: null, c: [1] } }, 'X']);
    assert.equal('answers' in body.data.plan, false);
  });

  it('are rejected when the pattern of a question backtracks for too long', async () => {
    await put(template('slow', { questions: [{ id: 'a', title: 'A', pattern: '(a+)+b' }] }));
    assert.deepEqual(faults(await request({ a: 'a'.repeat(1000) }, 'slow')), ['metadata.a InvalidValue']);
  });

  it('determine the addresses of tabs and the label', async () => {
    const configuration = {
      contentUrl: 'https://wiki.example/<%= encodeURIComponent(request.metadata.client) %>',
    };
    const tab = { displayName: 'Wiki', teamsApp: { id: 'com.microsoft.teamspace.tab.web' }, configuration };
    const structure = { channels: [{ displayName: 'General', tabs: [tab] }] };
    const questions = [{ id: 'client', title: 'Client', required: true }];
    const label = { sensitivityLabelId: "<%= request.metadata.client === 'a b' ? '' : 'no-such-label' %>" };
    await put(template('tabs', { questions, ...label }, {}, { structure }));
    const { status, body } = await request({ client: 'a b' }, 'tabs');
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.primaryChannelTabs[0].configuration.contentUrl, 'https://wiki.example/a%20b');
    assert.equal(body.sensitivityLabelId, undefined);
    const wrong = await request({ client: 'b' }, 'tabs');
    assert.equal(
      wrong.body.verdicts.find(({ outcome }: { outcome: string }) => outcome === 'violated').policy,
      'sensitivityLabel',
    );
  });

  it('are rejected when a tab would get an address that is not https', async () => {
    const configuration = { contentUrl: '<%= request.metadata.client %>' };
    const tab = { displayName: 'Wiki', teamsApp: { id: 'com.microsoft.teamspace.tab.web' }, configuration };
    const structure = { channels: [{ displayName: 'General', tabs: [tab] }] };
    await put(template('unsafe', { questions: [{ id: 'client', title: 'Client' }] }, {}, { structure }));
    const answer = await request({ client: 'javascript:alert(1)' }, 'unsafe');
    assert.deepEqual(faults(answer), ['tabs.Wiki.contentUrl ConventionFailed']);
  });
});

describe('an approval', () => {
  it('shows the answers, and keeps them when the approver changes the name', async () => {
    const approval = { requireApproval: true, approvalTeam: [{ id: 'mia-id' }] };
    await put(
      template(
        'guarded',
        { approval },
        { namingConvention: '<%= request.metadata.client %> <%= request.team.name %>' },
      ),
    );
    const { body: job } = await request({ kind: 'client', client: 'Acme' }, 'guarded', false);
    const path = `/approvals/${job.data.approval.id}`;
    const { body } = await call('mia', 'GET', path);
    assert.equal(body.request.metadata.client, 'Acme');
    assert.deepEqual(body.request.answers[1], {
      id: 'client',
      title: 'Client',
      type: 'text',
      value: 'Acme',
      text: 'Acme',
    });
    const updates = { name: 'Tunnel' };
    const plan = await call('mia', 'POST', `${path}/approve?dryRun=true`, { updates });
    assert.deepEqual([plan.body.name, plan.body.answers.length], ['Acme Tunnel', 4]);
    assert.equal((await call('mia', 'POST', `${path}/approve`, { updates })).status, 200);
    const { data } = (await call('sam', 'GET', `/jobs/${job.id}`)).body;
    assert.deepEqual([data.plan.name, data.request.metadata.client], ['Acme Tunnel', 'Acme']);
    const [event] = (await service.world.events()).filter(({ type }) => type === 'team_creation_approved');
    assert.deepEqual(
      (event?.payload.request as { metadata?: unknown } | undefined)?.metadata,
      body.request.metadata,
    );
  });
});

describe('a request that waits while its template gets questions', () => {
  it('keeps its metadata, and shows only the values that are valid answers', async () => {
    const approval = { requireApproval: true, approvalTeam: [{ id: 'mia-id' }] };
    await put(template('changing', { approval, questions: [] }));
    const metadata = { a: { b: 1 }, n: null, t: 'Text' };
    const { body: job } = await request(metadata, 'changing', false);
    const questions = [
      { id: 'a', title: 'A' },
      { id: 'n', type: 'number', title: 'N', required: true },
      { id: 't', title: 'T' },
    ];
    await put(template('changing', { approval, questions }));
    const path = `/approvals/${job.data.approval.id}/approve`;
    const plan = await call('mia', 'POST', `${path}?dryRun=true`);
    assert.equal(plan.status, 200, JSON.stringify(plan.body));
    assert.deepEqual(
      plan.body.answers.map(({ id }: { id: string }) => id),
      ['t'],
    );
    assert.equal((await call('mia', 'POST', path)).status, 200);
    const { status, body } = await call('sam', 'GET', `/jobs/${job.id}`);
    assert.deepEqual([status, body.data.request.metadata], [200, metadata]);
  });
});

describe('POST /teams/provisioning/answers', () => {
  const check = (metadata: object, as: 'sam' | 'nobody' = 'sam', id = 'asked') =>
    call(as, 'POST', '/teams/provisioning/answers', { template: { id }, metadata });

  it('returns the questions, their defaults and the invalid answers', async () => {
    const { status, body } = await check({ kind: 'client', budget: 'x' });
    assert.equal(status, 200, JSON.stringify(body));
    const of = (id: string) => body.questions.find((one: { id: string }) => one.id === id);
    assert.deepEqual(of('costCentre'), {
      id: 'costCentre',
      isShown: true,
      isDefault: true,
      value: '9000',
      text: '9000',
    });
    assert.deepEqual([of('client').isShown, of('client').problem.code], [true, 'AnswerMissing']);
    assert.equal(of('budget').problem.code, 'InvalidValue');
    assert.equal((await check({ kind: 'internal' })).body.questions[1].isShown, false);
  });

  it('rejects callers without credentials, unknown templates and unknown fields', async () => {
    assertRejected(await check({}, 'nobody'), 401, 'Unauthenticated');
    assertRejected(await check({}, 'sam', 'none'), 400, 'InvalidRequest', ['template.id']);
    const body = { template: { id: 'asked' }, answers: {} };
    assertRejected(await call('sam', 'POST', '/teams/provisioning/answers', body), 400, 'InvalidRequest', [
      'answers',
    ]);
  });
});
