/** Tests provisioning on a failing suite: transient errors are retried, and nothing is created twice. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { faultySuite, onceEach } from '../../../test/faulty-suite.ts';
import {
  type FilledNode,
  RICH_TEMPLATE,
  richRequest,
  startFilledNode,
  TENANT,
} from '../../../test/provisioning-world.ts';
import { snapshotOf, type TeamSnapshot } from '../../../test/team-snapshot.ts';
import type { JobRecord } from '../../engine/jobs/model.ts';
import { runJob } from '../../engine/jobs/run-job.ts';
import type { Suite } from '../../engine/suite.ts';
import { CharterError } from '../../kernel/errors.ts';
import { JOB_DEFINITIONS } from '../definitions.ts';

const never = { lost: new AbortController().signal, stopping: new AbortController().signal };
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

const FAILURES: Record<string, () => Error> = {
  '429 with Retry-After': () =>
    new CharterError('SuiteError', 'Too many requests.', { retryAfterSeconds: 42 }),
  '503': () => new CharterError('ServiceUnavailable', 'The suite is being maintained.'),
  'a timeout': () => new DOMException('The operation was aborted due to timeout', 'TimeoutError'),
  'a lost connection': () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }),
};

/** The effects of a provisioning with every step, as calls to the suite. */
const EFFECTS = new Set([
  'teams.create',
  'teams.setSensitivityLabel',
  'teams.update',
  'teams.addMembers',
  'channels.create',
  'teams.installApps',
  'channels.createTabsInChannels',
  'teams.setPicture',
  'channels.addMembers',
  'contents.createFolders',
  'contents.putFile',
  'contents.createItem',
  'channels.postMessage',
]);

describe('provisioning on a suite that fails', () => {
  let node: FilledNode;
  let reference: TeamSnapshot;
  let now = Date.parse('2026-11-21T08:00:00Z');

  const run = (suite: Suite, jobId: string) => {
    const clock = { now: () => new Date(now++) };
    const deps = { store: node.store, suite, definitions: JOB_DEFINITIONS, clock, log: silent };
    return runJob(deps, { tenantId: TENANT, jobId }, never);
  };
  const find = async (jobId: string): Promise<JobRecord> => {
    const job = await node.store.in(TENANT).jobs.find(jobId);
    assert.ok(job);
    return job;
  };
  const eventsOf = async ({ requestId }: JobRecord) =>
    (await node.eventsOf(requestId)).map(({ type }) => type);

  before(async () => {
    node = await startFilledNode();
    await node.storeTemplate(RICH_TEMPLATE);
    const { id } = await node.request(richRequest('Reference'));
    await run(node.suite, id);
    reference = await snapshotOf(node.tenancy, TENANT, (await find(id)).subjectId ?? '');
  });
  after(() => node.close());

  for (const [name, failure] of Object.entries(FAILURES)) {
    for (const when of ['before', 'after'] as const) {
      it(`completes the team when the call for each effect fails with ${name} ${when} the effect`, async () => {
        const { injectFault, calls } = onceEach(when, failure);
        const suite = faultySuite(node.suite, injectFault);
        const { id } = await node.request(richRequest(`${name} ${when}`));
        let runs = 0;
        do {
          await run(suite, id);
          runs += 1;
        } while ((await find(id)).status === 'delayed');
        const job = await find(id);
        assert.equal(job.status, 'completed', job.log.at(-1));
        assert.equal(runs, calls.size + 1);
        assert.deepEqual(new Set([...calls].map((call) => call.split(' ')[0])), EFFECTS);
        assert.deepEqual(await snapshotOf(node.tenancy, TENANT, job.subjectId ?? ''), reference);
        assert.deepEqual(await eventsOf(job), ['team_created', 'team_provisioning_completed']);
      });
    }
  }

  it('repeats nothing when a stalled worker resumes after a takeover', async () => {
    const { id } = await node.request(richRequest('Stalled'));
    const wake = Promise.withResolvers<void>();
    const stalled = Promise.withResolvers<void>();
    let calls = 0;
    const stalling: Suite = {
      ...node.suite,
      channels: {
        ...node.suite.channels,
        async addMembers(...parameters) {
          calls += 1;
          stalled.resolve();
          await wake.promise;
          return node.suite.channels.addMembers(...parameters);
        },
      },
    };
    const first = run(stalling, id);
    await stalled.promise;
    await run(node.suite, id);
    const finished = await find(id);
    assert.equal(finished.status, 'completed');
    wake.resolve();
    await first;
    assert.equal(calls, 1);
    assert.deepEqual(await find(id), finished);
    assert.deepEqual(await snapshotOf(node.tenancy, TENANT, finished.subjectId ?? ''), reference);
    assert.deepEqual(await eventsOf(finished), ['team_created', 'team_provisioning_completed']);
  });

  it('uses the next alias when another team has taken the first', async () => {
    const first = await node.request(richRequest('Same'));
    const second = await node.request(richRequest('Same'));
    assert.equal(first.data.plan?.mailNickname, second.data.plan?.mailNickname);
    for (const { id } of [first, second]) await run(node.suite, id);
    const nickname = async (id: string) =>
      (await node.suite.teams.find(TENANT, (await find(id)).subjectId ?? ''))?.mailNickname;
    assert.deepEqual([await nickname(first.id), await nickname(second.id)], ['deal-same', 'deal-same2']);
  });

  it('fails at the step that the suite rejects, and keeps what was built', async () => {
    const rejecting = faultySuite(node.suite, (call) =>
      call.startsWith('channels.createTabsInChannels')
        ? { when: 'before', error: new CharterError('InvalidRequest', 'No such app.') }
        : undefined,
    );
    const { id } = await node.request(richRequest('Rejected'));
    await run(rejecting, id);
    const job = await find(id);
    assert.deepEqual(job.error, { code: 'InvalidRequest', message: 'No such app.', step: 'createTabs' });
    assert.ok(await node.suite.teams.find(TENANT, job.subjectId ?? ''));
    assert.match(
      job.log.at(-1) ?? '',
      /What was built until then is left as it is\. Retry the job from this step when the cause is gone\.$/,
    );
    assert.deepEqual(await eventsOf(job), ['team_created', 'team_provisioning_completed']);
  });

  it('continues without a picture that the suite rejects', async () => {
    const rejecting = faultySuite(node.suite, (call) =>
      call.startsWith('teams.setPicture')
        ? { when: 'before', error: new CharterError('InvalidRequest', 'Too large.') }
        : undefined,
    );
    const { id } = await node.request(richRequest('Plain'));
    await run(rejecting, id);
    const job = await find(id);
    assert.equal(job.status, 'completed');
    assert.equal(job.ledger.find(({ step }) => step === 'setPicture')?.status, 'skipped');
  });
});
