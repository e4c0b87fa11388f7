/** Tests the reports through the API: their numbers, their pages, and who may read them. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { CAUSE } from '../../../test/cause.ts';
import { CALLERS } from '../../../test/policy-cases.ts';
import { assertRejected } from '../../../test/team-rejections.ts';
import { type Caller, startTeamService, type TeamService } from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';
import { userAdded } from '../../domain/identity/identity-records.ts';
import { reportTeams } from '../../flows/reports/read-reports.ts';

const REPORTS = ['/reports/teams', '/reports/guests', '/reports/requests/area'];
const READERS: Caller[] = ['ada', 'ivan', 'app'];
const OTHERS: Caller[] = ['olga', 'mia', 'gus', 'sam', 'ida'];

let service: TeamService;
before(async () => {
  service = await startTeamService();
});
after(() => service.close());

const get = async (path: string, as: Caller = 'ivan') => {
  const { status, body } = await service.call(as, 'GET', path);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};

const newTeam = async (displayName: string): Promise<string> =>
  (await service.world.newTeam({ displayName })).team.id;

/** Follows the links of a report from its first page. */
async function pagesOf(path: string): Promise<unknown[][]> {
  const pages: unknown[][] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const body = await get(next);
    pages.push(body.value);
    next = body['@odata.nextLink']?.slice(service.url.length);
  }
  return pages;
}

describe('the reports', () => {
  for (const path of REPORTS) {
    it(`allow only callers who may read all teams to read ${path}`, async () => {
      assertRejected(await service.call('nobody', 'GET', path), 401, 'Unauthenticated');
      for (const caller of OTHERS) assertRejected(await service.call(caller, 'GET', path), 403, 'Forbidden');
      for (const caller of READERS) await get(path, caller);
      await newTeam(`Private ${randomUUID()}`);
      assert.deepEqual(
        (await get(path, 'foreigner')).value.filter((row: object) => 'owners' in row),
        [],
      );
    });
  }

  // An unhandled rejection would end the node, and fails the test.
  it('fail with one error when the database is lost after the teams are listed', async () => {
    await newTeam(`Lost ${randomUUID()}`);
    const { deps } = service.world;
    const error = new Error('The database is lost.');
    const lost = () => Promise.reject(error);
    const store = {
      in: (tenantId: string) =>
        Object.assign(Object.create(deps.store.in(tenantId)), {
          reports: { peopleOf: lost },
          templates: {
            async list() {
              await new Promise(setImmediate);
              return lost();
            },
          },
        }),
    };
    const principal = { ...CALLERS['global administrator'].principal, tenantId: TENANT };
    await assert.rejects(
      reportTeams({ ...deps, store }, principal, { order: 'displayName asc', top: 10, countAll: false }),
      error,
    );
    await new Promise(setImmediate);
  });

  it('reject invalid cursors', async () => {
    for (const path of REPORTS) {
      const cursor = `${path}${path.includes('?') ? '&' : '?'}$skiptoken=made-up`;
      assertRejected(await service.call('ada', 'GET', cursor), 400, 'InvalidRequest', ['$skiptoken']);
    }
  });
});

describe('the cursor of a counting report', () => {
  for (const path of REPORTS.slice(1))
    it(`of ${path} is rejected with a count that the database cannot hold`, async () => {
      const cursor = Buffer.from(JSON.stringify([2 ** 31, 'a'])).toString('base64url');
      const answered = await service.call('ada', 'GET', `${path}?$skiptoken=${cursor}`);
      assertRejected(answered, 400, 'InvalidRequest', ['$skiptoken']);
    });
});

describe('GET /reports/teams', () => {
  it('names the owners, and counts guests and bytes', async () => {
    const id = await newTeam('Inventory');
    const { suite } = service.world.deps;
    const [channel] = await suite.channels.list(TENANT, id);
    const bytes = Buffer.from('minutes of a meeting');
    await suite.contents.putFile(
      TENANT,
      { teamId: id, channelId: channel!.id },
      { marker: randomUUID(), path: 'Minutes/May.txt', size: bytes.length, sha256: 'a'.repeat(64) },
      async () => bytes,
    );
    const { value } = await get(`/reports/teams?$filter=${encodeURIComponent(`id eq '${id}'`)}`);
    const [{ owners, ownerCount, memberCount, guestCount, storageBytes }] = value;
    assert.deepEqual(
      { owners, ownerCount, memberCount, guestCount, storageBytes },
      {
        owners: [{ id: 'olga-id', displayName: 'Olga' }],
        ownerCount: 1,
        memberCount: 3,
        guestCount: 1,
        storageBytes: bytes.length,
      },
    );
  });

  it('shows the answers with their questions, and the names of people', async () => {
    const { store } = service.world.deps;
    const manifest = {
      manifestVersion: '1.0',
      templateConfiguration: {
        ...{ id: 'inventoried', name: 'Inventoried', enabled: true },
        questions: [
          { id: 'client', title: 'Client', required: true },
          { id: 'sponsor', type: 'person', title: 'Sponsor' },
          { id: 'areas', type: 'multipleChoice', title: 'Areas', options: ['Design', 'Build'] },
        ],
      },
    };
    const applied = await service.call('ada', 'POST', '/catalog/templates', {
      manifest: JSON.stringify(manifest),
      format: 'json',
    });
    assert.equal(applied.status, 200, JSON.stringify(applied.body));
    const answer = async (teamId: string, metadata: Record<string, unknown>): Promise<void> => {
      await store.transaction(TENANT, async (unit) => {
        await unit.teamMetadata.save(
          { teamId, templateId: 'inventoried', templateVersion: '1.0', metadata },
          0,
        );
        await unit.audit.append([userAdded.record({ id: 'x', displayName: 'X' }, CAUSE)], CAUSE.at);
      });
    };
    const [first, second] = [await newTeam('Answered one'), await newTeam('Answered two')];
    const unanswered = await newTeam('Answered not');
    await answer(first, { client: 'Contoso', sponsor: 'olga-id', former: 'gone' });
    await answer(second, { client: 'Northwind', areas: ['Design', 'Build'] });
    const { value } = await get(`/reports/teams?$search=answered`);
    const answers = new Map(
      value.map((team: { id: string; answers: { id: string; title: string; text: string }[] }) => [
        team.id,
        team.answers.map(({ id, title, text }) => [id, title, text]),
      ]),
    );
    assert.deepEqual(answers.get(first), [
      ['client', 'Client', 'Contoso'],
      ['sponsor', 'Sponsor', 'Olga'],
    ]);
    assert.deepEqual(answers.get(second), [
      ['client', 'Client', 'Northwind'],
      ['areas', 'Areas', 'Design, Build'],
    ]);
    assert.deepEqual(answers.get(unanswered), []);
    const { metadata } = value.find(({ id }: { id: string }) => id === first);
    assert.deepEqual(metadata, { client: 'Contoso', sponsor: 'olga-id', former: 'gone' });
  });

  it('returns no storage size when the suite does not report one', async () => {
    const { contents } = service.world.deps.suite;
    const { reportTeams } = await import('../../flows/reports/read-reports.ts');
    await newTeam('Unmeasured');
    const deps = {
      ...service.world.deps,
      suite: { ...service.world.deps.suite, contents: { ...contents, usage: async () => [] } },
    };
    const { teams } = await reportTeams(deps, service.world.person('ivan'), {
      top: 5,
      order: 'displayName asc',
      countAll: false,
      search: 'unmeasured',
    });
    assert.deepEqual(
      teams.map(({ storageBytes }) => storageBytes),
      [null],
    );
  });

  it('filters by the mail domain of guests, as the list of teams does', async () => {
    const id = await newTeam('With guests');
    const without = await newTeam('Without guests');
    const members = await service.world.deps.suite.teams.listMembers(TENANT, without);
    const guest = members.find(({ userId }) => userId === 'gus-id');
    await service.world.deps.suite.teams.removeMember(TENANT, without, guest!.id);
    for (const path of ['/reports/teams', '/teams']) {
      const { value } = await get(`${path}?$filter=guestDomain eq 'Mail.Fabrikam.example'`);
      const ids = value.map((team: { id: string }) => team.id);
      assert.ok(ids.includes(id) && !ids.includes(without));
      assert.deepEqual((await get(`${path}?$filter=guestDomain eq 'nowhere.example'`)).value, []);
    }
  });
});

describe('GET /reports/guests', () => {
  it('counts guests and their teams by domain, in pages', async () => {
    const guest = (name: string, address: { mail?: string; userPrincipalName: string }) => ({
      id: `${name}-guest`,
      displayName: name,
      givenName: name,
      surname: null,
      mail: null,
      jobTitle: null,
      department: null,
      companyName: null,
      city: null,
      country: null,
      usageLocation: null,
      preferredLanguage: null,
      userType: 'Guest' as const,
      accountEnabled: true,
      manager: null,
      onPremisesExtensionAttributes: {},
      extensions: {},
      ...address,
    });
    await service.world.suite.saveUsers(TENANT, [
      guest('uma', { mail: 'uma@Contoso.example', userPrincipalName: 'uma@x.example' }),
      guest('udo', { userPrincipalName: 'udo_contoso.example#EXT#@fabrikam.example' }),
    ] as never);
    const id = await newTeam('With Uma');
    await service.world.deps.suite.teams.addMembers(TENANT, id, [{ userId: 'uma-guest', role: 'member' }]);
    const [first, ...rest] = await pagesOf('/reports/guests?$top=1');
    assert.deepEqual(first, [{ domain: 'contoso.example', guestCount: 2, teamCount: 1 }]);
    assert.deepEqual(
      rest.flat().map((row) => (row as { domain: string }).domain),
      ['mail.fabrikam.example'],
    );
    const { value } = await get('/reports/guests?$search=CONTOSO');
    assert.equal(value.length, 1);
  });
});

describe('GET /reports/requests', () => {
  const question = (id: string, more: object = {}) => ({ id, title: id, ...more });

  async function request(metadata: object, template: string): Promise<string> {
    const body = { template: { id: template }, team: { name: `Team ${randomUUID()}` }, metadata };
    const { status, body: job } = await service.call('olga', 'POST', '/teams/provisioning', body);
    assert.equal(status, 201, JSON.stringify(job));
    return job.id;
  }

  it('counts the requests of each answer by their outcome', async () => {
    const areas = { type: 'multipleChoice', options: ['IT', 'Sales'] };
    for (const [id, questions] of [
      ['asked', [question('area', areas), question('note'), question('lead', { type: 'person' })]],
      ['free', []],
    ] as const) {
      const templateConfiguration = { id, name: id, language: 'en-US', questions };
      const manifest = { manifestVersion: '1.0', templateConfiguration };
      assert.equal((await service.call('ada', 'POST', '/catalog/templates', { manifest })).status, 200);
    }
    await request({ area: ['IT', 'Sales'], lead: 'mia-id' }, 'asked');
    const cancelled = await request({ area: ['Sales'], note: 'a' }, 'asked');
    assert.equal((await service.call('olga', 'POST', `/jobs/${cancelled}/cancel`)).status, 200);
    await request({ area: 'Sales' }, 'free');
    await request({}, 'asked');
    const counts = (value: { answer?: string; requestCount: number; open: number; withdrawn: number }[]) =>
      value.map(({ answer, requestCount, open, withdrawn }) => [answer, requestCount, open, withdrawn]);
    const path = `/reports/requests/area?$filter=${encodeURIComponent("template/id eq 'asked'")}`;
    const { value } = await get(path);
    assert.deepEqual(counts(value), [
      ['Sales', 2, 1, 1],
      [undefined, 1, 1, 0],
      ['IT', 1, 1, 0],
    ]);
    const { value: leads } = await get('/reports/requests/lead');
    assert.deepEqual(leads[1], {
      answer: 'mia-id',
      displayName: 'Mia',
      requestCount: 1,
      completed: 0,
      failed: 0,
      rejected: 0,
      withdrawn: 0,
      open: 1,
    });
    assert.deepEqual((await pagesOf(`${path}&$top=1`)).flat(), value);
    assert.deepEqual(counts((await get('/reports/requests/area')).value)[0], ['Sales', 3, 2, 1]);
    await request({ colour: ['blue', 'blue'] }, 'free');
    assert.deepEqual(counts((await get('/reports/requests/colour')).value)[1], ['blue', 1, 1, 0]);
  });
});

describe('a report', () => {
  /** Lists whose sort key differs from that of the report. */
  const OTHER_LISTS: Record<string, string[]> = {
    '/reports/teams': ['/policies', '/audittrails/policies/records', '/jobs'],
    '/reports/guests': ['/policies', '/audittrails/policies/records', '/users', '/teams', '/jobs'],
    '/reports/requests/area': ['/policies', '/audittrails/policies/records', '/users', '/teams', '/jobs'],
  };

  before(async () => {
    const templateConfiguration = { id: 'plain', name: 'plain', language: 'en-US' };
    const manifest = { manifestVersion: '1.0', templateConfiguration };
    assert.equal((await service.call('ada', 'POST', '/catalog/templates', { manifest })).status, 200);
    for (const name of ['First of two', 'Second of two']) {
      await newTeam(name);
      const policy = { name, kind: 'duplicateNames', scope: { type: 'teams' }, settings: {} };
      assert.equal((await service.call('ada', 'POST', '/policies', policy)).status, 201);
      const request = { template: { id: 'plain' }, team: { name } };
      assert.equal((await service.call('olga', 'POST', '/teams/provisioning', request)).status, 201);
    }
  });

  for (const path of REPORTS)
    for (const list of OTHER_LISTS[path] ?? [])
      it(`rejects the cursor of a list with another sort key: ${list} for ${path}`, async () => {
        const link: string | undefined = (await get(`${list}?$top=1`, 'ada'))['@odata.nextLink'];
        assert.ok(link, `${list} has a second page`);
        await get(link.slice(service.url.length), 'ada');
        const cursor = new URL(link).searchParams.get('$skiptoken');
        const answered = await service.call('ada', 'GET', `${path}?$skiptoken=${cursor}`);
        assertRejected(answered, 400, 'InvalidRequest', ['$skiptoken']);
      });
});
