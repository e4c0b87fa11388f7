/** Tests the directory of teams, through the API: who finds which team, by list, search, answers and similarity. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { buildTeam } from '../../../test/build-team.ts';
import { type Caller, startTeamService, type TeamService } from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';

const LABEL = 'c0ffee00-0000-4000-8000-000000000001';

const QUESTIONS = [
  { id: 'client', title: 'Client', public: true },
  { id: 'lead', title: 'Lead', type: 'person', public: true },
  { id: 'area', title: 'Area', type: 'choice', options: ['IT', 'Sales'], public: true },
  { id: 'reason', title: 'Reason' },
];

let service: TeamService;
let call: TeamService['call'];

/** Ids of the teams by kind. Olga owns each team, Mia is a member and Gus a guest. */
const teams: Record<'public' | 'private' | 'hiddenMembership' | 'archived' | 'labelled', string> = {
  public: '',
  private: '',
  hiddenMembership: '',
  archived: '',
  labelled: '',
};
type Kind = keyof typeof teams;
const KINDS = Object.keys(teams) as Kind[];

const applyTemplate = async (questions: readonly object[]): Promise<void> => {
  const templateConfiguration = { id: 'asked', name: 'Asked', language: 'en-US', questions };
  const manifest = {
    manifestVersion: '1.0',
    templateConfiguration,
    newTeam: { teamPrivacy: 'public', addRequesterAsTeamOwner: true },
  };
  assert.equal((await call('ada', 'POST', '/catalog/templates', { manifest })).status, 200);
};

const build = (name: string, metadata: object): Promise<string> =>
  buildTeam(service, 'olga', { template: { id: 'asked' }, team: { name }, metadata });

before(async () => {
  service = await startTeamService();
  call = service.call;
  const { world } = service;
  await world.suite.saveLabels(TENANT, [
    {
      ...{ id: LABEL, name: 'Confidential', description: '', color: '#0078D4', sensitivity: 2 },
      ...{ tooltip: '', isActive: true, parentId: null, publishedTo: null },
    },
  ]);
  for (const kind of KINDS) {
    const visibility = kind === 'private' || kind === 'hiddenMembership' ? kind : 'public';
    const { team } = await world.newTeam({
      displayName: `Quay ${kind}`,
      visibility,
      description: `A ${kind} team`,
    });
    teams[kind] = team.id;
  }
  await world.suite.teams.archive(TENANT, teams.archived, { siteReadOnly: false });
  await world.suite.teams.setSensitivityLabel(TENANT, teams.labelled, LABEL);
  await applyTemplate(QUESTIONS);
});
after(() => service.close());

const policies: string[] = [];
afterEach(async () => {
  for (const id of policies.splice(0)) await call('ada', 'DELETE', `/policies/${id}`);
});

async function policy(
  settings: object,
  scope: object = { type: 'tenant' },
  more: object = {},
): Promise<string> {
  const body = { name: 'Directory', kind: 'directory', scope, settings, ...more };
  const { status, body: made } = await call('ada', 'POST', '/policies', body);
  assert.equal(status, 201, JSON.stringify(made));
  policies.push(made.id);
  return made.id;
}

/** Returns the kinds of teams that the caller finds. All ways to find a team must agree. */
async function foundBy(as: Caller): Promise<Kind[]> {
  const list = await call(as, 'GET', '/directory/teams?$search=quay&$count=true');
  assert.equal(list.status, 200, JSON.stringify(list.body));
  const listed = new Set(list.body.value.map(({ id }: { id: string }) => id));
  assert.equal(list.body['@odata.count'], listed.size, 'the count includes no other team');
  for (const kind of KINDS) {
    const one = await call(as, 'GET', `/directory/teams/${teams[kind]}`);
    const missing = await call(as, 'GET', '/directory/teams/none');
    const isListed = listed.has(teams[kind]);
    assert.equal(one.status, isListed ? 200 : 404, kind);
    if (isListed) continue;
    const errorOf = ({ body }: typeof one, id: string) => ({
      code: body.error.code,
      message: body.error.message.replace(id, ''),
    });
    assert.deepEqual(errorOf(one, teams[kind]), errorOf(missing, 'none'), 'as a team that does not exist');
    const { body: bodyOfAsking, status } = await call(as, 'POST', `/teams/${teams[kind]}/joinRequests`);
    if (as === 'app') assert.equal(status, 403);
    else assert.deepEqual([status, bodyOfAsking.error?.code], [404, 'NotFound'], kind);
  }
  return KINDS.filter((kind) => listed.has(teams[kind]));
}

/** Returns the kinds of teams that look like one with the same name. */
async function similarTo(as: Caller): Promise<Kind[]> {
  const found: Kind[] = [];
  for (const kind of KINDS) {
    const body = { team: { name: `quay ${kind}` } };
    const { body: similar } = await call(as, 'POST', '/directory/teams/similar', body);
    if (similar.value.some(({ id }: { id: string }) => id === teams[kind])) found.push(kind);
  }
  return found;
}

describe('the directory of teams', () => {
  const OPEN: Kind[] = ['public', 'labelled'];
  const MOST: Kind[] = ['public', 'private', 'labelled'];
  const ALL: Kind[] = ['public', 'private', 'hiddenMembership', 'labelled'];
  const CALLERS: readonly Caller[] = ['sam', 'mia', 'olga', 'ada', 'ivan', 'app'];

  it('rejects callers without credentials, and shows no team of another organisation', async () => {
    assert.equal((await call('nobody', 'GET', '/directory/teams')).status, 401);
    for (const caller of ['foreigner', 'foreign app'] as const)
      assert.deepEqual(await foundByForeigner(caller), []);
  });

  const foundByForeigner = async (as: Caller) =>
    (await call(as, 'GET', '/directory/teams?$search=quay')).body.value;

  for (const caller of [...CALLERS, 'gus'] as const) {
    it(`lists ${caller === 'gus' ? 'nothing' : 'only public teams'} for ${caller} without a policy`, async () => {
      assert.deepEqual(await foundBy(caller), caller === 'gus' ? [] : OPEN);
    });
  }

  for (const [listed, expected] of Object.entries({
    none: [],
    public: OPEN,
    publicAndPrivate: MOST,
    all: ALL,
  })) {
    it(`lists the teams that a policy with the value ${listed} allows, and no teams for guests`, async () => {
      await policy({ listed });
      for (const caller of ['sam', 'ada', 'app'] as const)
        assert.deepEqual(await foundBy(caller), expected, caller);
      assert.deepEqual(await foundBy('gus'), []);
    });
  }

  it('lists teams for guests when the policy allows it, and never teams with an excluded label', async () => {
    await policy({ listed: 'publicAndPrivate', guests: 'allowed', exceptLabelIds: [LABEL] });
    for (const caller of ['sam', 'gus'] as const)
      assert.deepEqual(await foundBy(caller), ['public', 'private']);
  });

  it('follows the enforced policy with the narrowest scope', async () => {
    await policy({ listed: 'all' }, { type: 'tenant' }, { enabled: false });
    await policy({ listed: 'all' }, { type: 'tenant' }, { mode: 'report' });
    assert.deepEqual(await foundBy('sam'), OPEN);
    await policy({ listed: 'none' });
    const attached = await policy({ listed: 'publicAndPrivate' }, { type: 'teams' });
    assert.deepEqual(await foundBy('sam'), []);
    await call('ada', 'PUT', `/policies/${attached}/teams/${teams.private}`);
    assert.deepEqual(await foundBy('sam'), ['private']);
  });

  it('follows a policy that is attached to the team rather than one for its template', async () => {
    const ids = [await build('Quay built one', {}), await build('Quay built two', {})];
    const found = async (): Promise<string[]> => {
      const { body } = await call('sam', 'GET', '/directory/teams?$search=quay%20built&$count=true');
      const listed = body.value.map(({ id }: { id: string }) => id);
      assert.equal(body['@odata.count'], listed.length);
      const draft = { team: { name: 'Quay built' } };
      const { body: similar } = await call('sam', 'POST', '/directory/teams/similar', draft);
      assert.deepEqual(similar.value.map(({ id }: { id: string }) => id).toSorted(), listed.toSorted());
      for (const id of ids) {
        const { status } = await call('sam', 'GET', `/directory/teams/${id}`);
        assert.equal(status, listed.includes(id) ? 200 : 404);
      }
      return listed;
    };
    assert.deepEqual(await found(), ids);
    await policy({ listed: 'none' }, { type: 'templates', templateIds: ['asked'] });
    assert.deepEqual(await found(), []);
    const attached = await policy({ listed: 'all' }, { type: 'teams' });
    await call('ada', 'PUT', `/policies/${attached}/teams/${ids[1]}`);
    assert.deepEqual(await found(), [ids[1]]);
    const younger = await policy({ listed: 'none' }, { type: 'teams' });
    await call('ada', 'PUT', `/policies/${younger}/teams/${ids[1]}`);
    assert.deepEqual(await found(), [ids[1]], 'the older of two attached policies decides');
    await policy({ listed: 'all' });
    assert.deepEqual(
      await found(),
      [ids[1]],
      'a policy for all teams has no effect on those of the template',
    );
    for (const id of ids) await call('ada', 'DELETE', `/teams/${id}`);
  });

  it('rejects a policy that excludes an unknown label', async () => {
    const settings = { listed: 'public', exceptLabelIds: ['unknown'] };
    const body = { name: 'Directory', kind: 'directory', scope: { type: 'tenant' }, settings };
    const { status, body: rejected } = await call('ada', 'POST', '/policies', body);
    assert.deepEqual([status, rejected.error.details[0].target], [400, 'settings.exceptLabelIds[0]']);
  });

  it('shows purpose and owners, but no owners of a team with hidden membership', async () => {
    await policy({ listed: 'all' });
    const shown = async (kind: Kind, as: Caller = 'sam') =>
      (await call(as, 'GET', `/directory/teams/${teams[kind]}`)).body;
    const { description, visibility, owners, answers, role } = await shown('public');
    assert.deepEqual(
      { description, visibility, owners, answers, role },
      {
        ...{ description: 'A public team', visibility: 'public', answers: [], role: undefined },
        owners: [{ id: 'olga-id', displayName: 'Olga' }],
      },
    );
    assert.deepEqual((await shown('hiddenMembership')).owners, []);
    assert.equal((await shown('private', 'mia')).role, 'member');
  });
});

describe('the possible duplicates of a team', () => {
  it('are teams that the directory lists, and teams of the caller whatever their visibility', async () => {
    assert.deepEqual(await similarTo('sam'), ['public', 'labelled']);
    assert.deepEqual(await similarTo('mia'), ['public', 'private', 'hiddenMembership', 'labelled']);
    assert.deepEqual(
      await similarTo('gus'),
      ['public', 'private', 'hiddenMembership', 'labelled'],
      'own ones',
    );
    assert.deepEqual(await similarTo('foreigner'), []);
    await policy({ listed: 'none' });
    assert.deepEqual(await similarTo('sam'), []);
  });

  it('share most words, which may differ in their endings', async () => {
    const { world } = service;
    for (const displayName of [
      'Lighthouse keepers',
      'Lighthouse keeper 2',
      'Keepers of a lighthouse',
      'Light keepers',
    ])
      await world.newTeam({ displayName, visibility: 'public' });
    const { body } = await call('sam', 'POST', '/directory/teams/similar', {
      team: { name: 'The lighthouse keeper' },
    });
    const found = body.value.map(({ displayName }: { displayName: string }) => displayName);
    assert.deepEqual(found, ['Lighthouse keepers', 'Lighthouse keeper 2']);
  });

  it('share words of scripts that combine letters with marks', async () => {
    const displayName = 'हिन्दी परियोजना नदी';
    await service.world.newTeam({ displayName, visibility: 'public' });
    const draft = { team: { name: 'हिन्दी परियोजना' } };
    const { body } = await call('sam', 'POST', '/directory/teams/similar', draft);
    assert.deepEqual(
      body.value.map((found: { displayName: string }) => found.displayName),
      [displayName],
    );
  });

  it('are each found once among many teams with the same words', async () => {
    const { world } = service;
    const db = world.database.tenancy.for(TENANT);
    for (const name of ['Regional zebra', 'Zoning regional'])
      await sql`
        insert into directory.teams
          (tenant_id, team_id, display_name, internal_id, web_url, visibility, mail_nickname, settings, created_at)
        select ${TENANT}, '0-' || ${name}::text || n, ${name}::text || ' project ' || n, n::text, 'https://teams.example/' || n,
               'public', translate(${name}::text, ' ', '-') || n, '{}', now()
          from generate_series(1, 600) n`.execute(db);
    const { team } = await world.newTeam({ displayName: 'Zoning zebra zebras', visibility: 'public' });
    const similarTo = async (name: string): Promise<string[]> => {
      const draft = { team: { name } };
      const { body } = await call('sam', 'POST', '/directory/teams/similar', draft);
      return body.value.map(({ displayName }: { displayName: string }) => displayName);
    };
    assert.deepEqual(await similarTo('Zoning zebra'), ['Zoning zebra zebras']);
    assert.deepEqual(await similarTo('Zoning regional project 417'), [
      'Zoning regional project 417',
      'Regional zebra project 417',
      'Zoning regional project 1',
    ]);
    await sql`delete from directory.teams where tenant_id = ${TENANT} and display_name like '%egional%'`.execute(
      db,
    );
    await call('ada', 'DELETE', `/teams/${team.id}`);
  });
});

describe('public answers', () => {
  let ids: string[];
  before(async () => {
    ids = [
      await build('Cran one', { client: 'Contoso Ltd', lead: 'mia-id', area: 'IT', reason: 'Takeover' }),
      await build('Cran two', { client: 'Fabrikam', area: 'IT', reason: 'Contoso' }),
    ];
  });
  after(() => applyTemplate(QUESTIONS));

  const find = async (query: string, as: Caller = 'sam'): Promise<string[]> =>
    (await call(as, 'GET', `/directory/teams?${query}`)).body.value.map(({ id }: { id: string }) => id);
  const filter = (text: string) => find(`$filter=${encodeURIComponent(text)}`);

  it('are returned with the names of people, unlike other answers', async () => {
    const { answers } = (await call('sam', 'GET', `/directory/teams/${ids[0]}`)).body;
    assert.deepEqual(
      answers.map(({ id, text }: { id: string; text: string }) => [id, text]),
      [
        ['client', 'Contoso Ltd'],
        ['lead', 'Mia'],
        ['area', 'IT'],
      ],
    );
  });

  it('can be searched and filtered, unlike other answers', async () => {
    assert.deepEqual(await find('$search=contoso'), [ids[0]], 'not the reason of the second team');
    assert.deepEqual(await find('$search=takeover'), []);
    assert.deepEqual(await filter("metadata/client eq 'Fabrikam'"), [ids[1]]);
    assert.deepEqual(await filter("metadata/area in ('IT', 'Sales') and visibility eq 'public'"), ids);
    assert.deepEqual(await filter("metadata/reason eq 'Takeover'"), []);
    assert.deepEqual(await filter("metadata/none eq 'Takeover'"), []);
    const { status, body } = await call('sam', 'GET', '/directory/teams?$filter=memberCount%20gt%201');
    assert.deepEqual([status, body.error.details[0].target], [400, '$filter']);
  });

  it('make teams similar when the teams share a rare answer', async () => {
    const similar = async (metadata: object) => {
      const body = { template: { id: 'asked' }, team: { name: 'Nothing alike' }, metadata };
      const { body: found } = await call('sam', 'POST', '/directory/teams/similar', body);
      return found.value.map(({ id, sameAnswers }: { id: string; sameAnswers: string[] }) => [
        id,
        sameAnswers,
      ]);
    };
    assert.deepEqual(await similar({ client: 'Contoso Ltd', area: 'IT' }), [[ids[0], ['Client']]]);
    assert.deepEqual(await similar({ reason: 'Takeover' }), [], 'no public answer');
    await policy({ listed: 'none' });
    assert.deepEqual(await similar({ client: 'Contoso Ltd' }), []);
  });

  it('are no longer shown or found when a new version of the template makes them private', async () => {
    await applyTemplate(QUESTIONS.map((question) => ({ ...question, public: question.id === 'area' })));
    const { answers } = (await call('sam', 'GET', `/directory/teams/${ids[0]}`)).body;
    assert.deepEqual(
      answers.map(({ id }: { id: string }) => id),
      ['area'],
    );
    assert.deepEqual(await find('$search=contoso'), []);
    assert.deepEqual(await filter("metadata/client eq 'Fabrikam'"), []);
  });
});

describe('the teams of a template', () => {
  it('are listed as the policy for the template says, or the older one of two such policies', async () => {
    const id = await build('Jetty', { client: 'Tailspin' });
    const search = async () => (await call('sam', 'GET', '/directory/teams?$search=jetty')).body.value.length;
    assert.equal(await search(), 1);
    await policy({ listed: 'none' }, { type: 'templates', templateIds: ['asked'] });
    assert.equal(await search(), 0);
    assert.equal((await call('sam', 'GET', `/directory/teams/${id}`)).status, 404);
    await policy({ listed: 'none' });
    await policy({ listed: 'public' }, { type: 'templates', templateIds: ['asked'] });
    assert.equal(await search(), 0, 'of two policies with the same scope the older one decides');
  });
});
