/**
 * Tests provisioning in Microsoft 365 when people were deleted, or when Graph rejects a call: status and error of the
 * job.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { JobRecord } from '../../src/engine/jobs/model.ts';
import { runJob } from '../../src/engine/jobs/run-job.ts';
import { JOB_DEFINITIONS } from '../../src/flows/definitions.ts';
import { FAULTLESS, type Fault, type Occasion } from './behaviour.ts';
import { type ExternalWorld, openExternalWorld } from './external-world.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const never = new AbortController().signal;

const WEBSITE = 'com.microsoft.teamspace.tab.web';
/** An app of the store that the stand-in's catalogue has. */
const STORE_APP = '0d820ecd-def2-4297-adad-78056cde7c78';
const TEMPLATE = {
  manifestVersion: '1.0',
  templateConfiguration: { id: 'room', name: 'Room', language: 'en-US' },
  newTeam: { teamPrivacy: 'private', addRequesterAsTeamOwner: true },
  initialization: {
    structure: {
      installedApps: [STORE_APP],
      channels: [
        {
          displayName: 'Plans',
          tabs: [
            {
              displayName: 'Site',
              'teamsApp@odata.bind': `https://graph.microsoft.com/v1.0/appCatalogs/teamsApps('${WEBSITE}')`,
              configuration: { contentUrl: 'https://example.org/', websiteUrl: 'https://example.org/' },
            },
          ],
        },
      ],
    },
  },
};

describe('provisioning in Microsoft 365', () => {
  let world: ExternalWorld;
  before(async () => {
    world = await openExternalWorld();
    const { status, body } = await world.call('POST', '/catalog/templates', { manifest: TEMPLATE });
    assert.ok([200, 201].includes(status), JSON.stringify(body));
  });
  after(() => world?.close());
  afterEach(() => world.standIn.behave(FAULTLESS));

  /** Requests a team with the members, and returns the id of its job. */
  async function request(name: string, members: readonly string[] = []): Promise<string> {
    const team = { name, membership: { members: members.map((id) => ({ id })) } };
    const { status, body } = await world.call('POST', '/teams/provisioning', {
      template: { id: 'room' },
      team,
    });
    assert.ok(status < 300, JSON.stringify(body));
    return body.id;
  }

  /** Runs the job this number of times, once every half minute. */
  async function run(jobId: string, times: number): Promise<JobRecord> {
    const { store, bare: suite, clock, tenantId } = world;
    const deps = { store, suite, definitions: JOB_DEFINITIONS, clock, log: silent };
    for (let time = 0; time < times; time += 1) {
      clock.advance(30);
      await runJob(deps, { tenantId, jobId }, { lost: never, stopping: never });
    }
    return (await store.in(tenantId).jobs.find(jobId)) as JobRecord;
  }

  /** Makes calls of the route fail with this error until the test ends. */
  function reject(wanted: string, status: 400 | 403, code: string, message: string): void {
    const fault: Fault = { kind: 'rejected', status, code, message };
    const faultOf = ({ route }: Occasion) => (route === wanted ? fault : undefined);
    world.standIn.behave({ ...FAULTLESS, faultOf });
  }

  it('waits for people whom Graph does not show, and names permanently deleted ones', async () => {
    const { tenant, clock } = world;
    const name = { displayName: 'Lee Leaver', userPrincipalName: 'lee@conformance.example' };
    const lee = tenant.addUser(name, clock.now());
    await world.refresh();
    const jobId = await request('Without Lee', [lee.id]);
    lee.deletedAt = clock.now().getTime();
    lee.isPurged = true;
    tenant.changed('users', 'deleted', lee.id, clock.now());
    const waiting = await run(jobId, 10);
    assert.equal(waiting.status, 'delayed');
    assert.match(waiting.log.at(-1) ?? '', /does not show these people at the moment: Lee Leaver\./);
    await world.refresh();
    const { status, error } = await run(jobId, 1);
    assert.equal(status, 'failed');
    assert.partialDeepStrictEqual(error, {
      code: 'NotFound',
      message: 'No longer in the directory: Lee Leaver. Request the team again without them.',
      step: 'createTeam',
    });
  });

  it('waits while the app lacks the permission to create groups, and then completes', async () => {
    const { authority, registrations } = world.standIn;
    const [registration] = registrations.filter(({ tenantId }) => tenantId === world.tenantId);
    assert.ok(registration);
    const { roles } = registration;
    const jobId = await request('Restricted');
    registration.roles = roles.filter((role) => role !== 'Group.ReadWrite.All');
    authority.revoke();
    const waiting = await run(jobId, 10);
    assert.equal(waiting.status, 'delayed');
    const line = waiting.log.findLast((text) => text.includes('lacks'));
    assert.match(line ?? '', /lacks a permission \(Group\.ReadWrite\.All\).*administrator must grant it/);
    registration.roles = roles;
    world.standIn.behave(FAULTLESS);
    assert.equal((await run(jobId, 10)).status, 'completed');
  });

  const REFUSED_CALLS = [
    { route: 'GET /teams/{team}', step: 'createTeam', built: ['team'] },
    { route: 'GET /teams/{team}/channels', step: 'createChannels', built: ['team'] },
    { route: 'POST /teams/{team}/channels', step: 'createChannels', built: ['team'] },
    { route: 'POST /teams/{team}/channels/{channel}/tabs', step: 'createTabs', built: ['team', 'channel'] },
    { route: 'GET /teams/{team}/members', step: 'addRequester', built: ['team', 'channel'] },
  ];
  for (const { route, step, built } of REFUSED_CALLS) {
    it(`fails at once when Microsoft 365 forbids ${route}, and lists the created objects`, async () => {
      const jobId = await request(`Not allowed ${route.replaceAll(/[^ \w]/g, ' ')}`.slice(0, 60));
      reject(route, 403, 'Forbidden', 'Blocked by a policy.');
      const { status, error } = await run(jobId, 1);
      assert.deepEqual([status, error?.step], ['failed', step], JSON.stringify(error));
      assert.match(error?.message ?? '', /Blocked by a policy\./);
      const { body } = await world.call('GET', `/jobs/${jobId}`);
      assert.deepEqual(
        body.data.built.map(({ type }: { type: string }) => type),
        built,
      );
    });
  }

  it('warns in the plan of owners who have no licence', async () => {
    const { tenant, clock } = world;
    const { id } = tenant.addUser(
      { displayName: 'Nell Noplan', userPrincipalName: 'nell@conformance.example', assignedPlans: [] },
      clock.now(),
    );
    await world.refresh();
    const noticesFor = async (owners: readonly string[]) => {
      const membership = { owners: owners.map((owner) => ({ id: owner })) };
      const team = { name: 'Licences', membership };
      const { body } = await world.call('POST', '/teams/provisioning?dryRun=true', {
        template: { id: 'room' },
        team,
      });
      return body.notices;
    };
    const [notice] = await noticesFor([id]);
    assert.equal(notice.code, 'ownersWithoutLicence');
    assert.match(notice.message, /no licence.*: Nell Noplan\./);
    assert.equal(await noticesFor([]), undefined);
  });

  const REJECTED_OBJECTS = [
    {
      route: 'POST /teams/{team}/channels',
      status: 400,
      message: "The channel 'Plans' was not created. Microsoft Graph rejected this: Not like this.",
    },
    {
      route: 'POST /teams/{team}/installedApps',
      status: 403,
      message: `The app '${STORE_APP}' was not installed. Microsoft 365 does not allow this, although Charter has the permission. Microsoft says: Not like this.`,
    },
  ] as const;
  for (const { route, status, message } of REJECTED_OBJECTS) {
    it(`fails with the name of the object when Graph rejects ${route}`, async () => {
      const jobId = await request(`Rejected ${status}`);
      reject(route, status, 'BadRequest', 'Not like this');
      const { error } = await run(jobId, 3);
      assert.deepEqual([error?.code, error?.message], ['InvalidRequest', message]);
    });
  }

  it('fails with the name of a tab whose configuration Graph does not support', async () => {
    const jobId = await request('Tabs');
    const message = 'The app does not support tabs in channels.';
    reject('POST /teams/{team}/channels/{channel}/tabs', 400, 'BadRequest', message);
    const { status, error } = await run(jobId, 3);
    assert.deepEqual(
      [status, error?.code, error?.message, error?.step],
      ['failed', 'InvalidRequest', `Microsoft Graph rejected the tab 'Site': ${message}`, 'createTabs'],
    );
  });
});
