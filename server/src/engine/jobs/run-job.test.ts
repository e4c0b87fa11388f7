import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { JobWorld, TENANT } from '../../../test/job-world.ts';
import { teamCreated } from '../../domain/teams/events.ts';
import { CharterError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { resultOf, type StepOutcome } from './define-job.ts';
import { describeJob } from './describe-job.ts';
import type { JobRecord } from './model.ts';

describe('running a job', () => {
  let world: JobWorld;
  before(async () => {
    world = await JobWorld.create();
  });
  after(() => world.close());
  beforeEach(() => world.reset());

  it('runs each step once, in order, and reports its progress', async () => {
    const id = await world.addJob();
    const seen: number[] = [];
    world.perform = async (_tenantId, _job, step) => {
      seen.push((await world.read(id)).progress);
      return { message: `Did ${step}.`, result: { step }, ...(step === 'one' && { subjectId: 'team-1' }) };
    };
    await world.run(id);
    const job = await world.read(id);
    assert.deepEqual(world.performed, ['one', 'two', 'three']);
    assert.deepEqual(seen, [0, 25, 50]);
    assert.equal(job.status, 'completed');
    assert.equal(job.progress, 100);
    assert.equal(job.subjectId, 'team-1');
    assert.deepEqual(job.request, { z: 1, a: '\u0000' });
    assert.deepEqual(resultOf(job, 'two'), { step: 'two' });
    assert.deepEqual(
      describeJob(job, { describe: () => ({}) }).log.map(({ message }) => message.replace(/^\S+Z /, '')),
      ['Started.', 'Did one.', 'Did two.', 'Did three.', 'Completed.'],
    );
    assert.deepEqual(
      describeJob(job, { describe: () => ({}) }).steps.map(({ name, status }) => `${name} ${status}`),
      ['one completed', 'two completed', 'three completed'],
    );
    const [event, ...more] = await world.eventsOf(id);
    assert.deepEqual(more, []);
    assert.deepEqual(event?.payload, { provisioning: { id, status: 'completed' }, tenant: { id: TENANT } });
    assert.equal(event?.request_id, 'request-1');
  });

  it('records quick steps together, and all of them before it waits, fails or hands over', async () => {
    const seen: number[] = [];
    const event = (job: JobRecord) =>
      teamCreated.happened({
        target: { type: 'job', id: job.id, displayName: 'x' },
        payload: { team: { id: 'team-1' } },
      });
    const together = { fenceMilliseconds: 1000 };
    world.perform = async (_tenantId, job, step) => {
      seen.push((await world.read(job.id)).ledger.length);
      if (step === 'one')
        return { message: 'Did one.', subjectId: 'team-1', result: { a: 1 }, events: [event(job)] };
      // A pause before the fourth step: the fence is checked again.
      if (step === 'three') world.now += 1000;
      return { message: `Did ${step}.`, result: resultOf(job, 'one') };
    };
    const id = await world.addJob(['one', 'two', 'three', 'four', 'five']);
    await world.run(id, together);
    assert.deepEqual(seen, [0, 0, 0, 3, 3]);
    const job = await world.read(id);
    assert.equal(job.ledger.length, 5);
    assert.equal(job.log.length, 7);
    assert.equal(job.subjectId, 'team-1');
    assert.deepEqual(
      (await world.eventsOf(id)).map(({ type }) => type),
      ['team_created', 'team_provisioning_completed'],
    );
    for (const [code, status] of [
      ['ServiceUnavailable', 'delayed'],
      ['NotFound', 'failed'],
    ] as const) {
      const stopped = await world.addJob(['one', 'two', 'three']);
      world.perform = async (_tenantId, broken, step) => {
        if (step === 'three') throw new CharterError(code, 'Broken.');
        return {
          message: `Did ${step}.`,
          ...(step === 'one' && { events: [event(broken)], subjectId: 'team-2' }),
        };
      };
      await world.run(stopped, together);
      const record = await world.read(stopped);
      assert.equal(record.status, status);
      assert.equal(record.ledger.length, 2);
      assert.equal(record.subjectId, 'team-2');
      assert.equal(record.tries, 1);
      assert.equal((await world.eventsOf(stopped)).length, status === 'failed' ? 2 : 1);
    }
    const handed = await world.addJob(['one', 'two', 'three']);
    const stopping = new AbortController();
    world.perform = async (_tenantId, _job, step) => {
      if (step === 'two') stopping.abort();
      return { message: `Did ${step}.` };
    };
    await world.run(handed, together, { stopping: stopping.signal });
    assert.equal((await world.read(handed)).ledger.length, 2);
  });

  it('records each step by itself after an interrupted try', async () => {
    const id = await world.addJob();
    await world.store.in(TENANT).jobs.claim(id, new Date(world.now), {
      waiting: { line: 'Started.' },
      delayed: { line: '' },
      active: { line: '' },
    });
    const seen: number[] = [];
    world.perform = async (_tenantId, _job, step) => {
      seen.push((await world.read(id)).ledger.length);
      return { message: `Did ${step}.` };
    };
    await world.run(id, { fenceMilliseconds: 1000 });
    assert.deepEqual(seen, [0, 1, 2]);
  });

  it('leaves a finished or unknown job unchanged', async () => {
    const id = await world.addJob(['one']);
    await world.run(id);
    await world.run(id);
    await world.run(newId());
    assert.deepEqual(world.performed, ['one']);
    assert.equal((await world.eventsOf(id)).length, 1);
  });

  it('continues after the last step on the ledger', async () => {
    const id = await world.addJob();
    world.perform = async (_tenantId, _job, step) => {
      // Simulates the death of the worker: this run can write nothing from here on.
      if (step === 'two')
        await sql`update charter.jobs set attempt = 2 where job_id = ${id}`.execute(
          world.database.tenancy.for(TENANT),
        );
      return { message: `Did ${step}.` };
    };
    await world.run(id);
    assert.equal((await world.read(id)).ledger.length, 1);
    world.perform = async (_tenantId, _job, step) => ({ message: `Did ${step}.` });
    await world.run(id);
    assert.deepEqual(world.performed, ['one', 'two', 'two', 'three']);
    const job = await world.read(id);
    assert.equal(job.status, 'completed');
    assert.equal(job.attempt, 3);
    assert.ok(job.log.some((line) => line.includes('Taken over')));
  });

  it('writes nothing after another worker has claimed the job', async () => {
    const id = await world.addJob();
    let wake: (outcome: StepOutcome) => void = () => undefined;
    let stalled = false;
    world.perform = (_tenantId, _job, step) => {
      if (step !== 'two' || stalled)
        return Promise.resolve({ message: `Did ${step}.`, result: { by: 'second' } });
      stalled = true;
      return new Promise((resolve) => {
        wake = resolve;
      });
    };
    const first = world.run(id);
    while (!stalled) await new Promise(setImmediate);
    await world.run(id);
    const finished = await world.read(id);
    wake({ message: 'Woke up.', result: { by: 'first' }, subjectId: 'other', events: [] });
    await first;
    assert.deepEqual(await world.read(id), finished);
    assert.deepEqual(world.performed, ['one', 'two', 'two', 'three']);
    assert.equal((await world.eventsOf(id)).length, 1);
  });

  it('stops at once when the queue has given the job to another worker', async () => {
    const id = await world.addJob();
    const lost = new AbortController();
    world.perform = async (_tenantId, _job, step) => {
      lost.abort();
      return { message: `Did ${step}.` };
    };
    await world.run(id, {}, { lost: lost.signal });
    assert.deepEqual(world.performed, ['one']);
    assert.equal((await world.read(id)).status, 'active');
  });

  it('hands over between two steps when the node stops, without counting a try', async () => {
    const id = await world.addJob();
    const stopping = new AbortController();
    world.perform = async (_tenantId, _job, step) => {
      stopping.abort();
      return { message: `Did ${step}.` };
    };
    await world.run(id, {}, { stopping: stopping.signal });
    assert.deepEqual(world.performed, ['one']);
    const handed = await world.read(id);
    assert.equal(handed.status, 'delayed');
    assert.equal(handed.tries, 0);
    assert.equal((await world.queuedFor(id)).length, 1);
    await world.run(id);
    assert.equal((await world.read(id)).status, 'completed');
  });

  it('hides the jobs of a tenant from every other tenant', async () => {
    const id = await world.addJob();
    assert.equal(await world.store.in('fabrikam').jobs.find(id), undefined);
    await world.run(id, {}, {}, 'fabrikam');
    assert.deepEqual(world.performed, []);
    assert.equal(await world.store.in(TENANT).jobs.find('not a uuid'), undefined);
  });
});
