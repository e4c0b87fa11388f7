/** Tests a whole node with CHARTER_SUITE=graph, from an empty database to a team in a stand-in for Microsoft Graph. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { readConfig } from '../../src/config.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { type RunningService, serve } from '../../src/main.ts';
import { permissionsFor } from '../../src/suites/graph/accounts/permissions.ts';
import { type BearerResponse, bearerCall } from '../bearer-call.ts';
import { createMigratedDatabase, type TestDatabase } from '../database.ts';
import { TokenIssuer } from '../token-issuer.ts';
import { assertComplete, assertNothingTwice } from './assertions.ts';
import { type GraphStandIn, startGraphStandIn } from './stand-in.ts';
import type { Tenant } from './tenant.ts';

const WEBSITE = 'com.microsoft.teamspace.tab.web';
const tab = (name: string) => ({
  displayName: name,
  'teamsApp@odata.bind': `https://graph.microsoft.com/v1.0/appCatalogs/teamsApps('${WEBSITE}')`,
  configuration: { contentUrl: 'https://example.org/', websiteUrl: 'https://example.org/' },
});

const MANIFEST = {
  manifestVersion: '1.0',
  publisher: { name: 'Contoso' },
  templateConfiguration: { id: 'project', name: 'Project', version: '1.0', language: 'en', enabled: true },
  newTeam: {
    teamPrivacy: 'private',
    addRequesterAsTeamOwner: true,
    defaultWelcomeMessage: 'Welcome!',
  },
  initialization: {
    structure: {
      funSettings: { allowGiphy: false },
      channels: ['Plans', 'Reports', 'Risks', 'Ideas', 'News'].map((displayName, index) => ({
        displayName,
        isFavoriteByDefault: index === 0,
        tabs: index < 4 ? [tab(`${displayName} one`), tab(`${displayName} two`)] : [],
      })),
    },
  },
};

const TABS = ['Plans', 'Reports', 'Risks', 'Ideas'].flatMap((name) => [`${name} one`, `${name} two`]);

describe('a node with the Graph suite', () => {
  let database: TestDatabase;
  let issuer: TokenIssuer;
  let standIn: GraphStandIn;
  let service: RunningService;
  let people: Record<'ada' | 'bob', string>;

  before(async () => {
    database = await createMigratedDatabase();
    issuer = await TokenIssuer.start('/entra');
    standIn = await startGraphStandIn({
      clock: systemClock,
      // Other tests cover Graph's limits, with a movable clock.
      enforcesBudgets: false,
      tenants: [{ displayName: 'Contoso', defaultDomain: 'contoso.example' }],
    });
    standIn.trust();
    const tenant = standIn.tenants[0] as Tenant;
    const person = (name: string, displayName: string): string => {
      const address = `${name}@contoso.example`;
      const user = { displayName, userPrincipalName: address, mail: address };
      return tenant.addUser(user, systemClock.now()).id;
    };
    people = { ada: person('ada', 'Ada Lovelace'), bob: person('bob', 'Bob Builder') };
    standIn.registrations.push({
      clientId: 'app',
      tenantId: tenant.id,
      roles: permissionsFor().map(({ name }) => name),
      secret: 'secret',
    });
    service = await serve(
      readConfig({
        DATABASE_URL: database.ownerUrl,
        PORT: '0',
        CHARTER_LOG_LEVEL: 'silent',
        CHARTER_RATE_LIMIT_TIER_3_PEOPLE: '1000000',
        CHARTER_RATE_LIMIT_ALL: '1000000',
        CHARTER_OIDC_ISSUER: issuer.issuer,
        CHARTER_OIDC_AUDIENCE: 'charter',
        CHARTER_OIDC_TENANT: tenant.id,
        CHARTER_FIRST_ADMINISTRATOR: people.ada,
        CHARTER_SUITE: 'graph',
        CHARTER_GRAPH_TENANT: tenant.id,
        CHARTER_GRAPH_CLIENT_ID: 'app',
        CHARTER_GRAPH_CLIENT_SECRET: 'secret',
        CHARTER_GRAPH_URL: standIn.url,
        CHARTER_GRAPH_AUTHORITY: standIn.authorityUrl,
      }),
    );
  });
  after(async () => {
    await service?.stop();
    await standIn?.stop();
    await issuer?.stop();
    await database?.drop();
  });

  async function call(method: string, path: string, body?: unknown): Promise<BearerResponse> {
    const exp = Math.floor(Date.now() / 1000) + 300;
    const token = await issuer.sign({ iss: issuer.issuer, aud: 'charter', exp, sub: people.ada, scp: 'all' });
    return bearerCall(token, method, `${service.url}/v1.0${path}`, body);
  }

  const request = {
    template: { id: 'project' },
    team: { name: 'Apollo', membership: { members: [{ id: '' }] } },
  };

  it('finds people of the directory at the first call', async () => {
    const { status, body } = await call('GET', '/me');
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(
      (await call('GET', `/users?$filter=id eq '${people.ada}'`)).body.value[0].displayName,
      'Ada Lovelace',
    );
  });

  it('reports unsupported features of the suite in a dry run', async () => {
    const applied = await call('POST', '/catalog/templates', { manifest: MANIFEST });
    assert.ok([200, 201].includes(applied.status), JSON.stringify(applied.body));
    request.team.membership.members = [{ id: people.bob }];
    const { status, body } = await call('POST', '/teams/provisioning?dryRun=true', request);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      body.omissions.map(({ feature }: { feature: string }) => feature),
      ['welcomeMessage', 'recommendedChannels'],
    );
    assert.ok(!body.steps.includes('postWelcomeMessage'));
  });

  it('builds a team with one call for each object', async (test) => {
    standIn.calls.clear();
    const { body: asked } = await call('POST', '/teams/provisioning', request);
    let job = asked;
    while (!['completed', 'failed'].includes(job.status)) {
      await delay(20);
      job = (await call('GET', `/jobs/${job.id}`)).body;
    }
    assert.equal(job.status, 'completed', JSON.stringify(job.log));
    const tenant = standIn.tenants[0] as Tenant;
    assertComplete(tenant, [
      {
        team: 'Apollo',
        channels: ['Plans', 'Reports', 'Risks', 'Ideas', 'News'],
        tabs: TABS,
        owners: [people.ada],
        members: [people.bob],
      },
    ]);
    assertNothingTwice(tenant);
    const of = standIn.calls.byRoute().filter(([route]) => !/delta|organization|batch/.test(route));
    for (const [route, count] of of) test.diagnostic(`${count} × ${route}`);
    const writes = of.filter(([route]) => !route.startsWith('GET'));
    assert.deepEqual(
      writes.toSorted(([one], [other]) => one.localeCompare(other)),
      [
        ['PATCH /groups(uniqueName)/{uniqueName}', 1],
        ['POST /teams/{team}/channels', 5],
        ['POST /teams/{team}/channels/{channel}/tabs', 8],
        ['PUT /groups/{group}/team', 1],
      ],
    );
  });

  it('lists the team from the copied directory, and accepts a request to archive it', async () => {
    const listed = (await call('GET', '/teams')).body.value;
    assert.deepEqual(
      listed.map(({ displayName, memberCount }: { displayName: string; memberCount: number }) => [
        displayName,
        memberCount,
      ]),
      [['Apollo', 2]],
    );
    const { status, body: job } = await call('POST', `/teams/${listed[0].id}/archive`, {});
    assert.ok([201, 202].includes(status), JSON.stringify(job));
  });
});
