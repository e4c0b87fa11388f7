/** The calls that commands send. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startTestService } from '../../sdk/src/test-service.ts';
import { charter } from './run-charter.ts';
import { readAssignments } from './team/update.ts';

/** People of a plan. */
const PEOPLE = {
  owners: [{ id: 'ann', displayName: 'Ann' }],
  members: [{ id: 'bob', displayName: 'Bob' }],
  permanentOwners: [{ id: 'olga', displayName: 'Olga' }],
  permanentMembers: [],
};

describe('a command', () => {
  const template = (id: string, name: string) => ({ templateConfiguration: { id, name, language: 'en-US' } });
  const templates = (...value: object[]) => ({ status: 200, body: { value } });
  const created = { status: 201, body: { id: 'j', status: 'waiting', log: [], data: {} } };

  it('sends every option of a team request, and finds the template by name', async () => {
    await using service = await startTestService(
      templates(template('a', 'Other'), template('b', 'Deal Room')),
      created,
    );
    const args = ['team', 'provision', '--template', 'deal room', '--name', 'North', '--description', 'd'];
    const more = [
      '--owner',
      'o1',
      'o2',
      '--owner',
      'o3',
      '--member',
      'm',
      '--metadata',
      '{"a":[1]}',
      '--answer',
      'kind=client=x',
      '--answer',
      'areas=IT',
      'areas=Sales',
      '--url',
      service.baseUrl,
    ];
    const { code, stdout, stderr } = await charter([...args, ...more]);
    assert.equal(code, 0, stderr);
    assert.equal(stdout, 'j\n');
    const [list, post] = service.seen;
    assert.equal(list?.url, '/v1.0/me/catalog/templates?language=*');
    assert.equal(post?.headers.authorization, 'Bearer secret');
    assert.deepEqual(JSON.parse(post?.body ?? ''), {
      template: { id: 'b' },
      team: {
        name: 'North',
        description: 'd',
        membership: { owners: [{ id: 'o1' }, { id: 'o2' }, { id: 'o3' }], members: [{ id: 'm' }] },
      },
      metadata: { a: [1], kind: 'client=x', areas: ['IT', 'Sales'] },
    });
  });

  it('requests no team when two templates or none have the given name', async () => {
    await using service = await startTestService(templates(template('a', 'Twin'), template('b', 'twin')));
    const provision = (name: string) =>
      charter(['team', 'provision', '--template', name, '--name', 'n', '--url', service.baseUrl]);
    const twins = await provision('twin');
    assert.equal(twins.code, 2);
    assert.match(twins.stderr, /a \(en-US\), b \(en-US\)/);
    assert.equal((await provision('nobody')).code, 4);
    assert.equal(service.seen.filter(({ method }) => method === 'POST').length, 0);
  });

  it('requests only a plan with --dry-run, and exits with 1 when the plan violates a policy', async () => {
    const verdict = (outcome: string) => ({ policy: 'naming', outcome, message: `It is ${outcome}.` });
    const omissions = [{ feature: 'welcomeMessage', message: 'The welcome message is not posted.' }];
    const plan = (outcome: string) => ({
      status: 200,
      body: {
        name: 'PRJ North',
        steps: ['createTeam'],
        ...PEOPLE,
        primaryChannelTabs: [{ displayName: 'Wiki', teamsAppId: 'web' }],
        channels: [{ displayName: 'Prices', membershipType: 'private', tabs: [{ displayName: 'List' }] }],
        contents: [
          { displayName: 'General', folders: [], files: [], plans: [], tabs: [{ displayName: 'Plan' }] },
        ],
        omissions,
        lifecycle: {
          inactivityDays: 90,
          emptyDays: 30,
          graceDays: 30,
          action: 'Archive',
          siteReadOnly: true,
          endDateTime: '2027-03-31T00:00:00.000Z',
          renewalMonths: 6,
          source: { type: 'template', id: 'a', name: 'A' },
        },
        verdicts: [verdict(outcome)],
      },
    });
    const args = ['team', 'provision', '--template', 'a', '--name', 'North', '--dry-run', '--url'];
    await using fine = await startTestService(templates(template('a', 'A')), plan('passed'));
    const passed = await charter([...args, fine.baseUrl]);
    assert.equal(passed.code, 0, passed.stderr);
    assert.match(
      passed.stdout,
      /PRJ North[\s\S]*– The welcome message is not posted\.[\s\S]*✓ It is passed\./,
    );
    assert.match(passed.stdout, /^owners: +Ann, Olga$/m);
    assert.match(passed.stdout, /^members: +Bob$/m);
    assert.match(passed.stdout, /^channels: +Prices \(private\)$/m);
    assert.match(passed.stdout, /^tabs: +General\/Wiki, Prices\/List, General\/Plan$/m);
    assert.match(
      passed.stdout,
      /^lifecycle: +90 days \(30 without files and plans\), 30 days of grace, then Archive with a read-only site$/m,
    );
    assert.match(passed.stdout, /end: +2027-03-31T00:00:00\.000Z\nrenewal: +every 6 months/);
    assert.equal(fine.seen[1]?.url, '/v1.0/teams/provisioning?dryRun=true');
    await using bad = await startTestService(templates(template('a', 'A')), plan('violated'));
    const violated = await charter([...args, bad.baseUrl, '--json']);
    assert.equal(violated.code, 1);
    assert.equal(JSON.parse(violated.stdout).verdicts[0].outcome, 'violated');
  });

  it('shows the plan of an approval with --dry-run, and approves nothing', async () => {
    const verdicts = [{ policy: 'naming', outcome: 'violated', message: 'The name is taken.' }];
    const approval = { id: 'a', status: 'pending', request: { name: 'North' } };
    await using service = await startTestService(
      { status: 200, body: approval },
      {
        status: 200,
        body: {
          name: 'PRJ South',
          steps: ['createTeam'],
          ...PEOPLE,
          primaryChannelTabs: [],
          channels: [],
          verdicts,
        },
      },
    );
    const { code, stdout } = await charter([
      'approval',
      'approve',
      'a',
      '--name',
      'South',
      '--dry-run',
      '--url',
      service.baseUrl,
    ]);
    const [read, planned] = service.seen;
    assert.equal(read?.url, '/v1.0/approvals/a');
    assert.equal(planned?.url, '/v1.0/approvals/a/approve?dryRun=true');
    assert.deepEqual(JSON.parse(planned?.body ?? ''), { updates: { name: 'South' } });
    assert.equal(service.seen.length, 2);
    assert.equal(code, 1);
    assert.match(stdout, /PRJ South[\s\S]*✗ The name is taken\./);
  });

  it('adds several people with one call, and exits with 1 when somebody was not added', async () => {
    await using service = await startTestService({
      status: 200,
      body: {
        value: [
          { userId: 'ann', member: { id: 'm', userId: 'ann', displayName: 'Ann', roles: [] } },
          { userId: 'bob', error: { code: 'AccountClosed', message: 'The account of Bob is disabled.' } },
        ],
      },
    });
    const { code, stdout, stderr } = await charter([
      'member',
      'add',
      't',
      'ann',
      'bob@x.example',
      '--url',
      service.baseUrl,
    ]);
    assert.deepEqual(
      service.seen.map(({ url, body }) => [url, JSON.parse(body)]),
      [
        [
          '/v1.0/teams/t/members/add',
          { values: ['ann', 'bob@x.example'].map((id) => ({ user: { id }, role: 'member' })) },
        ],
      ],
    );
    assert.equal(code, 1);
    assert.match(stdout, /ann +Ann +member[\s\S]*The account of Bob is disabled\./);
    assert.match(stderr, /^error: 1 of 2 were not added\.$/m);
  });

  it('sends the stage of an approval, and exits with 1 and the reason after a 409', async () => {
    const message = 'Stage 2 decides now.';
    const approve = (url: string) => charter(['approval', 'approve', 'a', '--stage', '1', '--url', url]);
    await using service = await startTestService({
      status: 409,
      body: { error: { code: 'Conflict', message } },
    });
    const { code, stdout, stderr } = await approve(service.baseUrl);
    assert.deepEqual(
      service.seen.map(({ method, body }) => [method, JSON.parse(body)]),
      [['POST', { stage: 1 }]],
    );
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^error: Stage 2 decides now\.$/m);
  });

  it('parses --set into settings', () => {
    assert.deepEqual(
      readAssignments([
        'funSettings.allowGiphy=false',
        'funSettings.giphyContentRating=strict',
        'classification=a=b',
      ]),
      {
        funSettings: { allowGiphy: false, giphyContentRating: 'strict' },
        classification: 'a=b',
      },
    );
    assert.throws(() => readAssignments(['nothing']), /field=value/);
    assert.throws(() => readAssignments(['__proto__.polluted=true']), /field=value/);
  });
});
