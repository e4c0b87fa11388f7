/**
 * Tests archiving and unarchiving channels in Microsoft 365, from the API call to the event. Responses of Graph are
 * lost, and the worker is killed before or after it records an effect.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { JobRecord } from '../../src/engine/jobs/model.ts';
import { runJob } from '../../src/engine/jobs/run-job.ts';
import type { Store } from '../../src/engine/store.ts';
import type { Suite } from '../../src/engine/suite.ts';
import { JOB_DEFINITIONS } from '../../src/flows/definitions.ts';
import { createStore } from '../../src/persistence/unit-of-work.ts';
import { testSecrets } from '../secrets.ts';
import { FAULTLESS, type Fault, type Occasion, withFault } from './behaviour.ts';
import { type ExternalWorld, openExternalWorld } from './external-world.ts';
import { FailingDatabases, Killed } from './failing-databases.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const never = new AbortController().signal;

/** Statements that record an effect. */
const RECORDS = /(?:insert into|update|delete from) graph_suite\.effects/;

const ACTS = [
  ['archive', 'team_channel_archived', true],
  ['unarchive', 'team_channel_unarchived', false],
] as const;
type Act = (typeof ACTS)[number][0];

describe('archiving a channel in Microsoft 365', () => {
  let world: ExternalWorld;
  before(async () => {
    world = await openExternalWorld();
  });
  after(() => world?.close());
  afterEach(() => world.standIn.behave(FAULTLESS));

  let count = 0;
  /** Creates a team with the channel Plans outside Charter. */
  async function newChannel(): Promise<{ teamId: string; channelId: string }> {
    count += 1;
    const teamId = await world.newTeam(`Archive${count}`);
    const { body } = await world.externally('POST', `/teams/${teamId}/channels`, { displayName: 'Plans' });
    await world.refresh();
    return { teamId, channelId: body.id };
  }
  type Ids = Awaited<ReturnType<typeof newChannel>>;

  const pathOf = ({ teamId, channelId }: Ids): string =>
    `/teams/${teamId}/channels/${encodeURIComponent(channelId)}`;

  /** Requests the act, and returns the id of the job. */
  async function request(ids: Ids, act: Act, body?: object): Promise<string> {
    const { status, headers, body: answer } = await world.call('POST', `${pathOf(ids)}/${act}`, body);
    assert.equal(status, 202, JSON.stringify(answer));
    return headers.get('location')?.split('/').at(-1) ?? '';
  }

  async function runOnce(
    jobId: string,
    { suite, store }: { suite: Suite; store: Store } = { suite: world.bare, store: world.store },
  ): Promise<JobRecord> {
    const { clock, tenantId } = world;
    const deps = { store, suite, definitions: JOB_DEFINITIONS, clock, log: silent };
    clock.advance(31);
    await runJob(deps, { tenantId, jobId }, { lost: never, stopping: never });
    return (await store.in(tenantId).jobs.find(jobId)) as JobRecord;
  }

  const hasEnded = ({ status }: JobRecord): boolean => status === 'completed' || status === 'failed';

  /** Runs the job every half minute until it ends, at most ten times. */
  async function run(jobId: string): Promise<JobRecord> {
    let job = await runOnce(jobId);
    for (let time = 1; time < 10 && !hasEnded(job); time += 1) job = await runOnce(jobId);
    return job;
  }

  const stored = ({ teamId, channelId }: Ids) =>
    world.tenant.groups.get(teamId)!.team!.channels.get(channelId)!.channel;
  const recordsOf = async ({ teamId }: Ids): Promise<string[]> =>
    (await world.records(teamId)).map(({ type }) => type).filter((type) => type.includes('archive'));
  const callsOf = (act: Act): number =>
    world.standIn.calls.all.filter(({ route }) => route === `POST /teams/{team}/channels/{channel}/${act}`)
      .length;

  it('archives and unarchives the channel, shows its state, and records each change once', async () => {
    const ids = await newChannel();
    for (const [act, event, archived] of ACTS) {
      world.standIn.calls.clear();
      const job = await run(await request(ids, act));
      assert.equal(job.status, 'completed', job.log.at(-1));
      assert.equal(stored(ids).isArchived, archived);
      assert.equal(callsOf(act), 1);
      const { body } = await world.call('GET', `/teams/${ids.teamId}/channels`);
      const shown = body.find(({ id }: { id: string }) => id === ids.channelId);
      assert.equal(shown.isArchived, archived ? true : undefined);
      assert.equal((await recordsOf(ids)).filter((type) => type === event).length, 1);
    }
    const archived = await recordsOf(ids);
    assert.deepEqual(archived.toSorted(), [
      'team_channel_archive_requested',
      'team_channel_archived',
      'team_channel_unarchive_requested',
      'team_channel_unarchived',
    ]);
  });

  it('makes Charter reject changes of the channel with 409', async () => {
    const ids = await newChannel();
    await run(await request(ids, 'archive'));
    for (const [method, path, body] of [
      ['PATCH', pathOf(ids), { description: 'New' }],
      ['POST', `${pathOf(ids)}/archive`, undefined],
    ] as const) {
      const answer = await world.call(method, path, body);
      assert.deepEqual([answer.status, answer.body.error.details[0].code], [409, 'ChannelArchived']);
    }
    // A deletion makes many calls, so it uses the test's suite, whose waits for Graph's budgets advance the clock.
    await world.suite.channels.delete(world.tenantId, ids.teamId, ids.channelId);
  });

  it('makes no call for the primary channel, nor in an archived team', async () => {
    const ids = await newChannel();
    world.standIn.calls.clear();
    const { body } = await world.call('GET', `/teams/${ids.teamId}/channels/primary`);
    const primary = await world.call('POST', `${pathOf({ ...ids, channelId: body.id })}/archive`);
    assert.deepEqual([primary.status, primary.body.error.details[0].code], [409, 'PrimaryChannel']);
    const jobId = await request(ids, 'archive');
    await world.externally('POST', `/teams/${ids.teamId}/archive`);
    const job = await run(jobId);
    assert.deepEqual([job.status, job.error?.code], ['failed', 'TeamArchived']);
    assert.equal(callsOf('archive'), 0);
    assert.deepEqual((await recordsOf(ids)).filter((type) => type.startsWith('team_channel_')).toSorted(), [
      'team_channel_archive_failed',
      'team_channel_archive_requested',
    ]);
  });

  it('sends the option for the site only when it is requested', async () => {
    const bodies: string[] = [];
    const faultOf = ({ route, body }: Occasion) => {
      if (route.endsWith('/channels/{channel}/archive')) bodies.push(body);
      return undefined;
    };
    world.standIn.behave({ ...FAULTLESS, faultOf });
    await run(await request(await newChannel(), 'archive', { shouldSetSpoSiteReadOnlyForMembers: true }));
    await run(await request(await newChannel(), 'archive'));
    assert.deepEqual(bodies, ['{"shouldSetSpoSiteReadOnlyForMembers":true}', '{}']);
  });

  it('fails with the reason of Graph when the channel has no owner', async () => {
    const ids = await newChannel();
    const reason = 'The channel must have an owner.';
    const fault: Fault = { kind: 'rejected', status: 400, code: 'BadRequest', message: reason };
    world.standIn.behave(withFault(fault, 'POST /teams/{team}/channels/{channel}/archive'));
    const job = await run(await request(ids, 'archive'));
    assert.equal(job.status, 'failed');
    assert.match(job.error?.message ?? '', /must have an owner/);
    // The rejected call leaves no row in graph_suite.effects. So when somebody else archives the channel, Charter does
    // not take that for its own effect: the step is skipped.
    world.standIn.behave(FAULTLESS);
    const next = await request(ids, 'archive');
    stored(ids).isArchived = true;
    assert.equal((await run(next)).ledger[0]?.status, 'skipped');
  });

  const FAULTS: readonly [string, Fault][] = [
    ['the connection is lost after the effect', { kind: 'lost', hasEffect: true }],
    ['Graph responds with 504 after the effect', { kind: 'error', status: 504, hasEffect: true }],
    ['Graph responds with 409 after the effect', { kind: 'conflict but done' }],
    ['the connection is lost before the effect', { kind: 'lost', hasEffect: false }],
  ];
  for (const [what, fault] of FAULTS) {
    it(`makes and records the change once when ${what}`, async () => {
      const ids = await newChannel();
      for (const [act, event, archived] of ACTS) {
        const jobId = await request(ids, act);
        world.standIn.calls.clear();
        world.standIn.behave(withFault(fault, `POST /teams/{team}/channels/{channel}/${act}`));
        const job = await run(jobId);
        assert.equal(job.status, 'completed', job.log.at(-1));
        assert.equal(stored(ids).isArchived, archived);
        assert.ok(callsOf(act) <= ('hasEffect' in fault && !fault.hasEffect ? 2 : 1), String(callsOf(act)));
        assert.equal((await recordsOf(ids)).filter((type) => type === event).length, 1);
        world.standIn.behave(FAULTLESS);
      }
    });
  }

  /** Kills the first node that runs the job at the point, and lets others end it. Returns the number of points. */
  async function runKilledAt(jobId: string, point: number): Promise<number> {
    const databases = new FailingDatabases(world.database.anotherTenancy(), (at) => at === point, RECORDS);
    const suite = world.anotherNode('background', databases);
    const store = createStore({ databases, boss: world.boss, secrets: testSecrets() });
    let job: JobRecord | undefined;
    for (let time = 0; time < 10 && (job === undefined || !hasEnded(job)); time += 1) {
      job = await runOnce(jobId, { suite, store }).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
        return undefined;
      });
      databases.revive();
    }
    assert.equal(databases.kills, point < databases.points ? 1 : 0);
    return databases.points;
  }

  async function effectsOf(channelId: string): Promise<string[]> {
    const { rows } = await sql<{ kind: string }>`
      select kind from graph_suite.effects where tenant_id = ${world.tenantId} and scope = ${channelId}`.execute(
      world.database.tenancy.for(world.tenantId),
    );
    return rows.map(({ kind }) => kind);
  }

  it('makes and records the change once when the worker is killed at any record of an effect', async () => {
    const ids = await newChannel();
    for (const [act, event, archived] of ACTS) {
      let points = 1;
      for (let point = 0; point < points; point += 1) {
        stored(ids).isArchived = !archived;
        world.clock.advance(60);
        world.standIn.calls.clear();
        const before = (await recordsOf(ids)).filter((type) => type === event).length;
        const jobId = await request(ids, act);
        points = await runKilledAt(jobId, point);
        const job = (await world.store.in(world.tenantId).jobs.find(jobId)) as JobRecord;
        assert.equal(job.status, 'completed', `${act} ${point}: ${job.log.at(-1)}`);
        assert.equal(stored(ids).isArchived, archived, `${act} ${point}`);
        assert.equal(callsOf(act), 1, `${act} ${point}`);
        const events = (await recordsOf(ids)).filter((type) => type === event).length;
        assert.equal(events - before, 1, `${act} ${point}`);
        assert.deepEqual(await effectsOf(ids.channelId), [], `${act} ${point}`);
      }
      assert.ok(points >= 6, `${act} has ${points} points`);
    }
  });
});
