/** Tests requests for channels in Microsoft 365: the channel is created once, even when a response of Graph is lost. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { JobRecord } from '../../src/engine/jobs/model.ts';
import { runJob } from '../../src/engine/jobs/run-job.ts';
import { JOB_DEFINITIONS } from '../../src/flows/definitions.ts';
import { FAULTLESS, type Fault, withFault } from './behaviour.ts';
import { type ExternalWorld, openExternalWorld } from './external-world.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const never = new AbortController().signal;

describe('a request for a channel in Microsoft 365', () => {
  let world: ExternalWorld;
  let guide: string;
  before(async () => {
    world = await openExternalWorld();
    const name = { displayName: 'Gil Guide', userPrincipalName: 'gil@conformance.example' };
    guide = world.tenant.addUser(name, world.clock.now()).id;
    await world.refresh();
    for (const membershipType of ['standard', 'private'] as const) {
      const manifest = {
        manifestVersion: '1.0',
        templateConfiguration: {
          id: membershipType,
          name: membershipType,
          language: 'en-US',
          ...(membershipType === 'private' && { permanentMembership: { owners: [{ id: guide }] } }),
        },
        newChannel: { membershipType },
      };
      const { status, body } = await world.call('POST', '/catalog/templates', { manifest });
      assert.ok(status < 300, JSON.stringify(body));
    }
  });
  after(() => world?.close());
  afterEach(() => world.standIn.behave(FAULTLESS));

  async function request(team: string, template: string, name: string): Promise<string> {
    const { status, body } = await world.call('POST', `/teams/${team}/channels/requests`, {
      template: { id: template },
      channel: { name },
    });
    assert.equal(status, 201, JSON.stringify(body));
    return body.id;
  }

  /** Runs the job ten times, once every half minute, and asserts that it completed. */
  async function run(jobId: string): Promise<JobRecord> {
    const { store, bare: suite, clock, tenantId } = world;
    const deps = { store, suite, definitions: JOB_DEFINITIONS, clock, log: silent };
    for (let time = 0; time < 10; time += 1) {
      clock.advance(30);
      await runJob(deps, { tenantId, jobId }, { lost: never, stopping: never });
    }
    const job = (await store.in(tenantId).jobs.find(jobId)) as JobRecord;
    assert.equal(job.status, 'completed', job.log.at(-1));
    return job;
  }

  const channelsIn = async (team: string): Promise<{ id: string; displayName: string }[]> =>
    (await world.externally('GET', `/teams/${team}/channels`)).body.value;

  it('creates a private channel with the people of its template, who join the team', async () => {
    const team = await world.newTeam('Harbour');
    await world.refresh();
    await run(await request(team, 'private', 'Contracts'));
    const channel = (await channelsIn(team)).find(({ displayName }) => displayName === 'Contracts');
    assert.ok(channel);
    const members = await world.bare.channels.listMembers(world.tenantId, team, channel.id);
    assert.deepEqual(members.find(({ userId }) => userId === guide)?.roles, ['owner']);
    assert.equal(members.length, 2);
  });

  const FAULTS: readonly [string, Fault][] = [
    ['the connection is lost after the effect', { kind: 'lost', hasEffect: true }],
    ['Graph responds with 504 after the effect', { kind: 'error', status: 504, hasEffect: true }],
    ['Graph responds with 409 after the effect', { kind: 'conflict but done' }],
    ['the connection is lost before the effect', { kind: 'lost', hasEffect: false }],
  ];
  for (const [index, [what, fault]] of FAULTS.entries()) {
    it(`creates the channel once when ${what}`, async () => {
      const team = await world.newTeam(`Once${index}`);
      await world.refresh();
      const jobId = await request(team, 'standard', 'Once');
      world.standIn.behave(withFault(fault, 'POST /teams/{team}/channels'));
      await run(jobId);
      assert.deepEqual((await channelsIn(team)).map(({ displayName }) => displayName).toSorted(), [
        'General',
        'Once',
      ]);
      const created = (await world.records(team)).filter(({ type }) => type === 'team_channel_created');
      assert.equal(created.length, 1);
    });
  }
});
