import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { JobWorld, TENANT } from '../../../test/job-world.ts';
import { CharterError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { describeJob } from './describe-job.ts';
import { MAX_TRIES } from './retry.ts';

describe('a job whose steps fail', () => {
  let world: JobWorld;
  before(async () => {
    world = await JobWorld.create();
  });
  after(() => world.close());
  beforeEach(() => world.reset());

  it('is not changed by the failure of a worker that no longer holds it', async () => {
    for (const code of ['NotFound', 'ServiceUnavailable'] as const) {
      const id = await world.addJob(['one']);
      let reject: (error: Error) => void = () => undefined;
      let stalled = false;
      world.perform = () => {
        if (stalled) return Promise.resolve({ message: 'Done.' });
        stalled = true;
        return new Promise((_, rejectRun) => {
          reject = rejectRun;
        });
      };
      const first = world.run(id);
      while (!stalled) await new Promise(setImmediate);
      await world.run(id);
      reject(new CharterError(code, 'Too late.'));
      await first;
      assert.equal((await world.read(id)).status, 'completed');
      assert.deepEqual(await world.queuedFor(id), []);
      assert.equal((await world.eventsOf(id)).length, 1);
    }
  });

  it('is delayed as long as the suite asks, frees its worker, and then continues', async () => {
    const id = await world.addJob();
    world.perform = async (_tenantId, _job, step) => {
      if (step === 'two' && world.performed.length === 2) {
        throw new CharterError('ServiceUnavailable', 'Busy.', { retryAfterSeconds: 90 });
      }
      return { message: `Did ${step}.` };
    };
    await world.run(id);
    const delayed = await world.read(id);
    assert.equal(delayed.status, 'delayed');
    assert.match(delayed.log.at(-1) ?? '', /'two' waits: Busy\. Going on in \d+ s\./);
    const [seconds = 0] = await world.queuedFor(id);
    assert.ok(seconds >= 90 && seconds <= 108, String(seconds));
    assert.equal(describeJob(delayed, { describe: () => ({}) }).steps[1]?.status, 'waiting');
    await world.run(id);
    assert.equal((await world.read(id)).status, 'completed');
    assert.deepEqual(world.performed, ['one', 'two', 'two', 'three']);
  });

  it('does not count waits that the suite asks for as tries', async () => {
    const id = await world.addJob(['one']);
    let asked = 0;
    world.perform = async () => {
      asked += 1;
      if (asked <= 3 * MAX_TRIES)
        throw new CharterError('ServiceUnavailable', 'Busy.', { retryAfterSeconds: 1 });
      return { message: 'Did it.' };
    };
    for (let run = 0; run < 3 * MAX_TRIES; run += 1) await world.run(id);
    const waiting = await world.read(id);
    assert.equal(waiting.status, 'delayed');
    const { log } = waiting;
    await world.run(id);
    const job = await world.read(id);
    assert.equal(job.status, 'completed');
    const since = job.log.slice(log.length).map((line) => line.replace(/^\S+Z /, ''));
    assert.deepEqual(since, ['Continued.', 'Did it.', 'Completed.']);
    assert.equal(log.filter((line) => line.includes('waits: Busy.')).length, 1, log.join('\n'));
    assert.equal(log.filter((line) => line.includes('Continued.')).length, 0);
  });

  it('logs a wait only when its reason changes', async () => {
    const id = await world.addJob(['one']);
    const reasons = ['Busy.', 'Busy.', 'Closed.', 'Closed.', 'Busy.'];
    world.perform = async () => {
      const reason = reasons.shift();
      if (reason) throw new CharterError('ServiceUnavailable', reason, { retryAfterSeconds: 1 });
      return { message: 'Did it.' };
    };
    while ((await world.read(id)).status !== 'completed') await world.run(id);
    const lines = (await world.read(id)).log.flatMap((line) => /waits: \w+|Continued/.exec(line) ?? []);
    assert.deepEqual(lines, [
      'waits: Busy',
      'Continued',
      'waits: Closed',
      'Continued',
      'waits: Busy',
      'Continued',
    ]);
  });

  it('fails after MAX_TRIES tries of one step', async () => {
    const id = await world.addJob(['one', 'two']);
    let failures = 0;
    world.perform = async (_tenantId, _job, step) => {
      if (step === 'two' || failures++ < MAX_TRIES - 1) throw new CharterError('SuiteError', 'Broken.');
      return { message: `Did ${step}.` };
    };
    for (let tries = 0; tries < 2 * MAX_TRIES - 1; tries += 1) {
      assert.notEqual((await world.read(id)).status, 'failed', `try ${tries}`);
      await world.run(id);
    }
    const job = await world.read(id);
    assert.equal(job.status, 'failed');
    assert.partialDeepStrictEqual(job.error, {
      code: 'SuiteError',
      message: 'Broken. Given up after 8 tries.',
      step: 'two',
    });
    assert.deepEqual(
      (await world.eventsOf(id)).map(({ payload }) => payload),
      [{ provisioning: { id, status: 'failed' }, tenant: { id: TENANT } }],
    );
    await world.run(id);
    assert.equal(world.performed.length, 2 * MAX_TRIES);
  });

  it('fails at once on a rejection, keeps completed steps and releases reservations', async () => {
    const id = await world.addJob();
    const reservation = { kind: 'singleton', value: 'crisis' } as const;
    assert.equal(await world.store.in(TENANT).jobs.reserve(reservation, id), true);
    assert.equal(await world.store.in(TENANT).jobs.reserve(reservation, newId()), false);
    assert.equal((await world.store.in(TENANT).jobs.findHolder(reservation))?.id, id);
    world.perform = async (_tenantId, _job, step) => {
      if (step === 'two') throw new CharterError('InvalidRequest', 'No such app.');
      return { message: `Did ${step}.` };
    };
    await world.run(id);
    const job = await world.read(id);
    assert.deepEqual(job.error, { code: 'InvalidRequest', message: 'No such app.', step: 'two' });
    assert.match(
      job.log.at(-1) ?? '',
      /Failed at 'two': No such app\. The rest stays\. Retry the job from this step when the cause is gone\.$/,
    );
    assert.equal(job.ledger.length, 1);
    assert.equal(await world.store.in(TENANT).jobs.findHolder(reservation), undefined);
  });

  it('reports a bug as InternalError, with its details only in the log', async () => {
    const id = await world.addJob();
    world.perform = async () => {
      throw new TypeError('secret detail');
    };
    await world.run(id);
    const job = await world.read(id);
    assert.equal(job.error?.code, 'InternalError');
    assert.doesNotMatch(JSON.stringify(job), /secret detail/);
    const [entry] = world.logged;
    assert.ok(entry?.details.err instanceof CharterError && entry.details.err.cause instanceof TypeError);
  });

  it('is delayed after a step that does not end in time', async () => {
    const id = await world.addJob();
    world.perform = () => new Promise(() => undefined);
    await world.run(id, { stepMilliseconds: 5 });
    const job = await world.read(id);
    assert.equal(job.status, 'delayed');
    assert.match(job.log.at(-1) ?? '', /'one' did not end within/);
  });

  it('fails when a step kills its worker each time', async () => {
    const id = await world.addJob();
    const at = {
      waiting: { line: 'Started.' },
      delayed: { line: 'Continued.' },
      active: { line: 'Taken over.' },
    };
    for (let crash = 0; crash < MAX_TRIES; crash += 1)
      await world.store.in(TENANT).jobs.claim(id, new Date(world.now), at);
    await world.run(id);
    const job = await world.read(id);
    assert.deepEqual(world.performed, []);
    assert.equal(job.status, 'failed');
    assert.equal(job.error?.message, "'one' was begun 8 times and never ended.");
  });
});
