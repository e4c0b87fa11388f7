import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTeamService, type TeamService } from '../../../test/team-service.ts';

interface Problem {
  path: string;
  line?: number;
  column?: number;
}

interface Test {
  person: string;
  user?: { id: string };
  isIncluded: boolean;
  reason: string;
}

let service: TeamService;
before(async () => {
  service = await startTeamService();
});
after(() => service?.close());

async function check(body: object) {
  const answer = await service.call('ada', 'POST', '/catalog/templates/check', body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

const BASE = 'templateConfiguration:\n  id: room\n  name: Room\n  language: en-US\n  version: "1.0"\n';

const withRule = (rules: string) =>
  `manifestVersion: "1.0"\n${BASE}  audienceTargeting:\n    enabled: true\n    rules: ${JSON.stringify(rules)}\n`;

const withConventions = (conventions: Record<string, string>) => ({
  manifestVersion: '1.0',
  templateConfiguration: { id: 'room', name: 'Room', language: 'en-US', version: '1.0' },
  newTeam: conventions,
});

describe('POST /catalog/templates/check', () => {
  it('reports each error with its line and column, and each warning with its line', async () => {
    const manifest = `${BASE}  lifecycle:\n    graceDays: 8\n  colour: red\nnewTeam:\n  teamPrivacy: secret\n`;
    const { errors, warnings, outcome } = await check({ manifest });
    assert.deepEqual(
      errors.map(({ path, line, column }: Problem) => [path, line, column]),
      [
        ['templateConfiguration.lifecycle.graceDays', 7, 16],
        ['newTeam.teamPrivacy', 10, 16],
      ],
    );
    assert.ok(
      warnings.some(({ path, line }: Problem) => path === 'templateConfiguration.colour' && line === 8),
    );
    assert.equal(outcome, undefined);
  });

  it('names the line of a rule that does not compile', async () => {
    const { errors } = await check({ manifest: withRule('user.city ===') });
    assert.deepEqual(
      errors.map(({ path, line }: Problem) => [path, line]),
      [['templateConfiguration.audienceTargeting.rules', 9]],
    );
  });

  it('names each app that is not in the catalogue; applying the manifest is rejected with 400', async () => {
    const app = (id: string) =>
      `teamsApp@odata.bind: https://graph.microsoft.com/v1.0/appCatalogs/teamsApps('${id}')`;
    const lines = [
      'initialization:',
      '  structure:',
      '    channels:',
      '      - displayName: Plans',
      '        tabs:',
      `          - { displayName: Board, "teamsApp@odata.bind": "teamsApps('com.microsoft.teamspace.tab.planner')" }`,
      '          - displayName: Sketch',
      `            ${app('com.example.sketch')}`,
      '    installedApps:',
      '      - 2A527703-1F6F-4559-A332-D8A7D288CD88',
      '      - teamsApp: { id: c0ffee00-0000-4000-8000-000000000000 }',
    ];
    const manifest = `${BASE}${lines.join('\n')}\n`;
    const { errors, outcome } = await check({ manifest });
    assert.deepEqual(
      errors.map(({ path, line, message }: Problem & { message: string }) => [path, line, message]),
      [
        [
          'initialization.structure.channels[0].tabs[1]',
          12,
          "The app 'com.example.sketch' is not in the catalogue of Teams apps.",
        ],
        [
          'initialization.structure.installedApps[1]',
          16,
          "The app 'c0ffee00-0000-4000-8000-000000000000' is not in the catalogue of Teams apps.",
        ],
      ],
    );
    assert.equal(outcome, undefined);
    const applied = await service.call('ada', 'POST', '/catalog/templates', { manifest });
    assert.equal(applied.status, 400);
    assert.equal((await service.call('ada', 'GET', '/catalog/templates/room')).status, 404);
  });

  it('returns no line numbers for a manifest that was sent as an object', async () => {
    const { errors } = await check({ manifest: { templateConfiguration: {} } });
    assert.deepEqual([errors[0].path, errors[0].line], ['templateConfiguration.name', undefined]);
  });

  it('returns the outcome that applying the manifest would have, without applying it', async () => {
    const manifest = `manifestVersion: "1.0"\n${BASE}`;
    assert.equal((await check({ manifest })).outcome, 'created');
    assert.equal((await service.call('ada', 'GET', '/catalog/templates/room')).status, 404);
    await service.call('ada', 'POST', '/catalog/templates', { manifest });
    assert.equal((await check({ manifest })).outcome, 'unchanged');
    assert.equal((await check({ manifest: `${manifest}  description: New\n` })).outcome, 'updated');
    await service.call('ada', 'DELETE', '/catalog/templates/room');
  });

  it('renders the texts for a person and a request, and returns the error of a text that fails', async () => {
    const manifest = withConventions({
      namingConvention: 'R - <%= request.team.name %> - <%= user.displayName %>',
      descriptionConvention: '<%= user.absent.member %>',
      welcomeMessageConvention: 'Hello <%= request.request.requester.name %>',
    });
    const { texts } = await check({
      manifest,
      person: 'mia@fabrikam.example',
      request: { name: 'Launch', description: 'Plans' },
    });
    assert.deepEqual(texts.name, { text: 'R - Launch - Mia', convention: 'namingConvention' });
    assert.deepEqual(texts.mailNickname, { text: 'R-Launch-Mia' });
    assert.match(texts.description.error, /undefined/);
    assert.equal(texts.description.convention, 'descriptionConvention');
    assert.equal(texts.welcomeMessage.text, 'Hello Mia');
  });

  it('says why a request with the rendered name would be rejected', async () => {
    const policy = {
      name: 'Words',
      kind: 'naming',
      scope: { type: 'templates', templateIds: ['room'] },
      settings: { blockedWords: ['secret'] },
    };
    await service.call('ada', 'POST', '/catalog/templates', { manifest: `manifestVersion: "1.0"\n${BASE}` });
    assert.equal((await service.call('ada', 'POST', '/policies', policy)).status, 201);
    const manifest = withConventions({ namingConvention: '<%= request.team.name %>' });
    const name = async (text: string) => (await check({ manifest, request: { name: text } })).texts.name;
    assert.match((await name('a/b')).error, /may not hold/);
    assert.match((await name('A secret plan')).error, /secret/);
    assert.equal((await name('A plan')).error, undefined);
  });

  it('returns no texts without person and request, and an error for the name without a request', async () => {
    assert.equal((await check({ manifest: BASE })).texts, undefined);
    const { name } = (await check({ manifest: BASE, person: 'mia-id' })).texts;
    assert.equal(name.text, '');
    assert.match(name.error, /leaves no name/);
  });

  it('warns of each key that has no effect on the type of the question', async () => {
    const questions = [{ id: 'size', title: 'Size', type: 'number', options: ['small'], pattern: '[0-9]' }];
    const { warnings, outcome } = await check({
      manifest: {
        manifestVersion: '1.0',
        templateConfiguration: { id: 'room', name: 'Room', language: 'en-US', questions },
      },
    });
    assert.deepEqual(
      warnings.map(({ path, message }: Problem & { message: string }) => [path, message]),
      ['options', 'pattern'].map((key) => [
        `templateConfiguration.questions[0].${key}`,
        "Has no effect on a question of the type 'number'.",
      ]),
    );
    assert.equal(outcome, 'updated');
  });

  it('returns the state of each question given the answers of the request', async () => {
    const manifest = {
      manifestVersion: '1.0',
      templateConfiguration: {
        id: 'room',
        name: 'Room',
        language: 'en-US',
        questions: [
          { id: 'kind', type: 'choice', title: 'Kind', options: ['internal', 'client'], default: 'internal' },
          { id: 'client', title: 'Client', required: true, when: "request.metadata.kind === 'client'" },
          { id: 'sponsor', type: 'person', title: 'Sponsor' },
        ],
      },
      newTeam: { namingConvention: "<%= request.metadata.client || 'Internal' %>" },
    };
    const state = async (metadata: object) => {
      const { answers, texts } = await check({ manifest, request: { name: 'Launch', metadata } });
      return { ...answers, name: texts.name.text };
    };
    const internal = await state({ sponsor: 'mia@fabrikam.example' });
    assert.deepEqual(internal.questions, [
      { id: 'kind', isShown: true, isDefault: true, value: 'internal', text: 'internal' },
      { id: 'client', isShown: false, isDefault: false },
      { id: 'sponsor', isShown: true, isDefault: false, value: 'mia-id', text: 'Mia' },
    ]);
    assert.deepEqual([internal.problems, internal.name], [[], 'Internal']);
    const client = await state({ kind: 'client' });
    assert.deepEqual(
      client.problems.map(({ target, code }: { target: string; code: string }) => [target, code]),
      [['metadata.client', 'AnswerMissing']],
    );
    assert.equal((await state({ kind: 'client', client: 'Acme' })).name, 'Acme');
    assert.equal((await check({ manifest })).answers, undefined);
  });

  it('warns of each question rule that fails for the request, and names its line', async () => {
    const questions = [
      '{ id: a, title: A, default: xyz }',
      `{ id: b, title: B, when: "request.metadata.a.startsWith('x')" }`,
      '{ id: c, title: C, default: "<%= nowhere.b %>" }',
    ];
    const lines = questions.map((question) => `    - ${question}\n`).join('');
    const failing = async (body: object) =>
      (await check({ manifest: `${BASE}  questions:\n${lines}`, ...body })).warnings
        .filter(({ path }: Problem) => path.startsWith('templateConfiguration.questions'))
        .map(({ path, line, message }: Problem & { message: string }) => [path, line, message]);
    assert.deepEqual(await failing({ request: { name: 'Launch' } }), [
      ['templateConfiguration.questions[2].default', 9, "ReferenceError: 'nowhere' is not defined."],
    ]);
    assert.deepEqual(await failing({}), []);
    const { warnings, answers } = await check({
      manifest: `${BASE}  questions:\n${lines}`,
      request: { metadata: { a: null } },
    });
    assert.deepEqual(warnings.map(({ path, line }: Problem) => [path, line]).slice(-2), [
      ['templateConfiguration.questions[1].when', 8],
      ['templateConfiguration.questions[2].default', 9],
    ]);
    assert.equal(answers.questions[1].isShown, false);
  });

  it('says who is in the audience, and why', async () => {
    const rule = "user.displayName === 'Sam' ? user.absent.member : user.userType === 'Member'";
    const people = ['mia-id', 'gus@fabrikam.example', 'sam-id', 'nobody', 'mia@mail.fabrikam.example'];
    const { audience } = await check({ manifest: withRule(rule), people });
    assert.deepEqual(
      audience.map(({ person, user, isIncluded, reason }: Test) => [person, user?.id, isIncluded, reason]),
      [
        ['mia-id', 'mia-id', true, 'ruleIsTrue'],
        ['gus@fabrikam.example', 'gus-id', false, 'ruleIsNotTrue'],
        ['sam-id', 'sam-id', false, 'ruleFailed'],
        ['nobody', undefined, false, 'unknownPerson'],
        ['mia@mail.fabrikam.example', 'mia-id', true, 'ruleIsTrue'],
      ],
    );
    assert.match(audience[2].error, /undefined/);
    const everybody = await check({ manifest: BASE, people: ['gus-id'] });
    assert.equal(everybody.audience[0].reason, 'everybody');
  });

  it('returns a result for 200 people even if the rule never ends', async () => {
    const people = Array(200).fill('mia-id');
    const { audience } = await check({ manifest: withRule('(() => { for (;;); })()'), people });
    assert.equal(audience.length, 200);
    assert.ok(audience.every(({ reason }: { reason: string }) => reason === 'ruleFailed'));
  });

  it('does not record failing rules', async () => {
    const path = "/audittrails/catalog/records?$filter=type eq 'template_rule_failed'";
    const { status, body } = await service.call('ada', 'GET', path.replaceAll(' ', '%20'));
    assert.equal(status, 200);
    assert.deepEqual(body.value, []);
  });
});
