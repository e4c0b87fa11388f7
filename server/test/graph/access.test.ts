/**
 * Tests a tenant to which Charter has lost access: notifications, notices to callers, and the work that continues
 * afterwards.
 * @long
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { listGraphTenants } from '../../src/suites/graph/commands/tenants.ts';
import { withFault } from './behaviour.ts';
import {
  ALL_PERMISSIONS,
  type GraphService,
  graphInstallation,
  PLAIN_TEMPLATE,
  startGraphService,
} from './service.ts';

/** Longer than the pause after a rejected sign-in, and than the age from which a token is renewed after a 403. */
const PAUSE_SECONDS = 31;

const TAB_TEMPLATE = {
  ...PLAIN_TEMPLATE,
  templateConfiguration: { ...PLAIN_TEMPLATE.templateConfiguration, id: 'tabs', name: 'Tabs' },
  initialization: {
    structure: {
      channels: [
        {
          displayName: 'Plans',
          tabs: [
            {
              displayName: 'Site',
              'teamsApp@odata.bind':
                "https://graph.microsoft.com/v1.0/appCatalogs/teamsApps('com.microsoft.teamspace.tab.web')",
              configuration: { contentUrl: 'https://example.org', websiteUrl: 'https://example.org' },
            },
          ],
        },
      ],
    },
  },
};

describe('the service without access to a tenant', () => {
  let world: GraphService;
  let teamId: string;
  before(async () => {
    world = await startGraphService();
    const applied = await world.call(world.contoso, 'POST', '/catalog/templates', {
      manifest: PLAIN_TEMPLATE,
    });
    assert.ok([200, 201].includes(applied.status), JSON.stringify(applied.body));
    const { id } = await world.request(world.contoso, 'Apollo');
    const job = await world.settle(world.contoso, id, 'completed', 'failed');
    assert.equal(job.status, 'completed', JSON.stringify(job.log));
    teamId = job.data.team.id;
  });
  after(() => world?.close());

  const get = async (path: string) => (await world.call(world.contoso, 'GET', path)).body;
  const page = async (path: string) => {
    const response = await fetch(world.service.url + path);
    return { status: response.status, text: await response.text() };
  };
  /** Reads the gauge once the node's last reading has expired. */
  const gauge = async () => {
    world.skip(15);
    return /^charter_graph_tenants_without_access (\d+)$/m.exec((await page('/metrics')).text)?.[1];
  };
  const notified = async () =>
    (await get('/notifications')).value.filter(({ kind }: { kind: string }) => kind === 'graph_access_lost');
  const recorded = async (type: string): Promise<number> =>
    (await get('/audittrails/security/records')).value.filter(
      (record: { type: string }) => record.type === type,
    ).length;
  const dryRun = async () =>
    (
      await world.call(world.contoso, 'POST', '/teams/provisioning?dryRun=true', {
        template: { id: 'project' },
        team: { name: 'Gemini' },
      })
    ).body;

  async function loseBySecret(): Promise<void> {
    world.ofContoso.secret = 'another secret';
    world.standIn.authority.revoke();
  }
  async function loseByConsent(): Promise<void> {
    world.ofContoso.roles = ['Reports.Read.All'];
    world.standIn.authority.revoke();
  }
  function restore(): void {
    world.ofContoso.secret = 'secret';
    world.ofContoso.roles = [...ALL_PERMISSIONS];
    world.skip(PAUSE_SECONDS);
  }

  const LOSSES = [
    { what: 'its credential', lose: loseBySecret, reason: /AADSTS7000215/ },
    { what: 'its consent', lose: loseByConsent, reason: /User\.Read\.All/ },
  ];
  for (const [index, { what, lose, reason }] of LOSSES.entries()) {
    const earlier = index;

    it(`notifies administrators once, and shows callers a notice, when it loses ${what}`, async () => {
      assert.equal(await gauge(), '0');
      assert.equal((await dryRun()).notices, undefined);
      await lose();
      const { id } = await world.request(world.contoso, `Without ${what}`);
      const waiting = await world.settle(world.contoso, id, 'delayed', 'completed', 'failed');
      assert.equal(waiting.status, 'delayed', JSON.stringify(waiting.log));

      const [notification, ...others] = await notified();
      assert.equal(others.length, earlier);
      assert.match(notification.text, reason);
      assert.equal(await recorded('graph_access_lost'), earlier + 1);
      assert.equal(await gauge(), '1');

      const [listed] = await listGraphTenants(graphInstallation(world.settings));
      assert.equal(listed?.tenant, world.contoso.tenant.id);
      assert.ok(Date.parse(listed.lostSince ?? '') > 0, JSON.stringify(listed));

      const ready = await page('/readyz');
      assert.equal(ready.status, 200);
      assert.match(ready.text, /"suite":"[^"]*1 organisation/);
      assert.ok(!ready.text.includes(world.contoso.tenant.id));

      // A node caches its notices for half a minute.
      world.skip(PAUSE_SECONDS);
      const [notice] = (await dryRun()).notices;
      assert.equal(notice.code, 'accessLost');
      assert.match(notice.message, /Microsoft 365/);
      for (const list of ['/users', '/groups', '/teams', '/me/teams']) {
        const { '@charter.notices': notices } = await get(list);
        assert.equal(notices?.[0].code, 'accessLost', list);
      }
      assert.equal((await get('/me')).notices[0].code, 'accessLost');

      const next = await world.request(world.contoso, `Later without ${what}`);
      assert.match(next.log[0], /Microsoft 365 gives Charter no access/);
      await world.call(world.contoso, 'GET', `/teams/${teamId}`);
      assert.equal((await notified()).length, earlier + 1);
    });

    it(`continues the waiting jobs at the first success after it has ${what} again`, async () => {
      const { value: waiting } = await get("/jobs?$filter=status eq 'delayed'");
      assert.ok(waiting.length >= 1);
      restore();
      assert.equal((await world.call(world.contoso, 'GET', `/teams/${teamId}`)).status, 200);
      for (const { id } of waiting) {
        const job = await world.settle(world.contoso, id, 'completed', 'failed');
        assert.equal(job.status, 'completed', JSON.stringify(job.log));
      }
      assert.equal(await gauge(), '0');
      assert.equal(await recorded('graph_access_restored'), earlier + 1);
      assert.equal((await dryRun()).notices, undefined);
      assert.equal((await get('/users'))['@charter.notices'], undefined);
      assert.match((await page('/readyz')).text, /"suite":"ok"/);
      world.skip(3_600);
    });
  }

  it('describes the caller on a new node while access is lost', async () => {
    await loseBySecret();
    assert.equal((await world.call(world.contoso, 'GET', `/teams/${teamId}`)).status, 503);
    const node = await world.anotherNode({ CHARTER_SERVICES: 'api' });
    try {
      const { status, body } = await world.call({ ...world.contoso, url: node.url }, 'GET', '/me');
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual(
        [body.tenant.displayName, body.tenant.defaultDomainName],
        ['Contoso', 'contoso.example'],
      );
      assert.equal(body.notices[0].code, 'accessLost');
    } finally {
      await node.stop();
      restore();
    }
  });

  it('notifies administrators of a repeated loss only after an hour', async () => {
    const before = (await notified()).length;
    assert.equal((await world.call(world.contoso, 'GET', `/teams/${teamId}`)).status, 200);
    await loseBySecret();
    // Responses about teams are cached for some seconds.
    world.skip(PAUSE_SECONDS);
    const call = () => world.call(world.contoso, 'GET', `/teams/${teamId}`);
    assert.equal((await call()).status, 503);
    assert.equal((await notified()).length, before);
    for (const notifications of [before + 1, before + 1]) {
      world.skip(3_600);
      assert.equal((await call()).status, 503);
      assert.equal((await notified()).length, notifications);
    }
    restore();
    assert.equal((await call()).status, 200);
  });

  it('starts the jobs that wait for an optional permission with the first token that has it', async () => {
    const applied = await world.call(world.contoso, 'POST', '/catalog/templates', { manifest: TAB_TEMPLATE });
    assert.ok([200, 201].includes(applied.status), JSON.stringify(applied.body));
    world.ofContoso.roles = ALL_PERMISSIONS.filter((name) => name !== 'TeamsTab.ReadWrite.All');
    world.standIn.authority.revoke();
    // After the first rejection, Charter installs the app of the tab and repeats the call. The stand-in also accepts
    // Group.ReadWrite.All, which Microsoft lists "for backward compatibility" only.
    const rejection = {
      kind: 'rejected',
      status: 403,
      code: 'Forbidden',
      message: 'Missing permissions.',
    } as const;
    world.standIn.behave(withFault(rejection, 'POST /teams/{team}/channels/{channel}/tabs', 2));
    const { body: request } = await world.call(world.contoso, 'POST', '/teams/provisioning', {
      template: { id: 'tabs' },
      team: { name: 'Tabs' },
    });
    const waiting = await world.settle(world.contoso, request.id, 'delayed', 'completed', 'failed');
    assert.match(waiting.log.at(-1), /TeamsTab\.ReadWrite\.All/, JSON.stringify(waiting.log));
    restore();
    const { id } = await world.request(world.contoso, 'After the grant');
    await world.settle(world.contoso, id, 'completed', 'failed');
    const job = await world.settle(world.contoso, request.id, 'completed', 'failed');
    assert.equal(job.status, 'completed', JSON.stringify(job.log));
  });
});
