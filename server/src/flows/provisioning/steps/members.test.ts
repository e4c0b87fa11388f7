/** Tests member steps whose people or channels the suite rejects: which step fails, and its message. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { faultySuite } from '../../../../test/faulty-suite.ts';
import {
  type FilledNode,
  RICH_TEMPLATE,
  richRequest,
  startFilledNode,
  TENANT,
} from '../../../../test/provisioning-world.ts';
import { usersOutsideTeam } from '../../../domain/channels/suite-rules.ts';
import { runJob } from '../../../engine/jobs/run-job.ts';
import type { Suite } from '../../../engine/suite.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { CharterError } from '../../../kernel/errors.ts';
import { JOB_DEFINITIONS } from '../../definitions.ts';

const never = { lost: new AbortController().signal, stopping: new AbortController().signal };
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('member steps', () => {
  let node: FilledNode;
  before(async () => {
    node = await startFilledNode();
    await node.storeTemplate(RICH_TEMPLATE);
  });
  after(() => node.close());

  async function run(jobId: string, suite: Suite) {
    const deps = { store: node.store, suite, definitions: JOB_DEFINITIONS, clock: systemClock, log: silent };
    await runJob(deps, { tenantId: TENANT, jobId }, never);
    const job = await node.store.in(TENANT).jobs.find(jobId);
    return {
      error: job?.error,
      log: job?.log.map(String).join(' '),
      done: job?.ledger.map(({ step }) => step).filter((step) => /^add/.test(step)),
    };
  }

  const rejecting = (call: string): Suite =>
    faultySuite(node.suite, (made) =>
      made.startsWith(call)
        ? { when: 'before', error: new CharterError('InvalidRequest', 'Not this one.') }
        : undefined,
    );

  const leave = (id: string) =>
    node.suiteTenancy
      .for(TENANT)
      .deleteFrom('directory.users')
      .where('tenant_id', '=', TENANT)
      .where('user_id', '=', id)
      .execute();

  it('report rejected channel members under the step of the permanent members', async () => {
    const { id } = await node.request(richRequest('Closed'));
    const { error, done } = await run(id, rejecting('channels.addMembers'));
    assert.deepEqual([error?.step, error?.code], ['addPermanentMembers', 'InvalidRequest']);
    assert.deepEqual(done, ['addRequester', 'addRequestedMembers']);
  });

  it('name the people whom the suite rejects, not their ids', async () => {
    const { id } = await node.request(richRequest('Outsiders'));
    const suite = faultySuite(node.suite, (made) =>
      made.startsWith('channels.addMembers')
        ? { when: 'before', error: usersOutsideTeam(['person-10', 'person-11']) }
        : undefined,
    );
    const { error } = await run(id, suite);
    assert.equal(
      error?.message,
      'Only members of the team can be in its private channels. This is so for: Person person-10, Person person-11.',
    );
  });

  it('leave out a permanent member who has left the directory, but fail when a requested member has left', async () => {
    const [requested, permanent] = [richRequest('Without four'), richRequest('Without ten')];
    const first = await node.request(requested);
    const second = await node.request(permanent);
    await leave('person-10');
    const { error, done, log } = await run(second.id, node.suite);
    assert.deepEqual([error, done?.at(-1)], [null, 'addPermanentMembers']);
    assert.match(log ?? '', /Left out people who are no longer in the directory: Person person-10\./);
    await leave('person-4');
    const { error: other, done: before } = await run(first.id, node.suite);
    assert.deepEqual([other?.step, before], ['addRequestedMembers', ['addRequester']]);
    assert.match(other?.message ?? '', /^No longer in the directory: Person person-4\./);
  });
});
