import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { JobWorld } from '../../../test/job-world.ts';
import { CharterError } from '../../kernel/errors.ts';
import { PROCESS_METRICS } from '../../kernel/metrics.ts';

const TYPE = 'type="TeamProvisioning"';

/** Returns the value of a counter; 0 before its first event. */
async function count(name: string): Promise<number> {
  const line = (await PROCESS_METRICS.metrics())
    .split('\n')
    .find((candidate) => candidate.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? 0);
}

describe('the metrics of jobs', () => {
  let world: JobWorld;
  before(async () => {
    world = await JobWorld.create();
  });
  after(() => world.close());
  beforeEach(() => world.reset());

  /** Returns how much each counter grows during the work. */
  async function growth(names: readonly string[], work: () => Promise<unknown>): Promise<number[]> {
    const earlier = await Promise.all(names.map(count));
    await work();
    return Promise.all(names.map(async (name, index) => (await count(name)) - (earlier[index] ?? 0)));
  }

  const ended = (outcome: string) => `charter_jobs_ended_total{${TYPE},outcome="${outcome}"}`;
  const delayed = (reason: string) => `charter_job_delays_total{${TYPE},reason="${reason}"}`;
  const steps = (step: string, outcome: string) =>
    `charter_job_step_duration_seconds_count{${TYPE},step="${step}",outcome="${outcome}"}`;
  const RUNS = `charter_job_runs_total{${TYPE}}`;

  it('count each step, and the end of a completed job once', async () => {
    const id = await world.addJob();
    const names = [RUNS, ended('completed'), ended('failed'), steps('two', 'completed')];
    assert.deepEqual(await growth(names, () => world.run(id)), [1, 1, 0, 1]);
  });

  it('count delays by reason, and a later failure', async () => {
    const id = await world.addJob(['one']);
    const errors = [
      new CharterError('ServiceUnavailable', 'Busy.', { retryAfterSeconds: 90 }),
      new CharterError('SuiteError', 'Broken.'),
      new CharterError('NotFound', 'Gone.'),
    ];
    world.perform = async () => {
      throw errors.shift();
    };
    const names = [
      RUNS,
      delayed('suite'),
      delayed('SuiteError'),
      steps('one', 'delayed'),
      steps('one', 'failed'),
      ended('failed'),
      ended('completed'),
    ];
    const runs = async () => {
      for (let run = 0; run < 3; run += 1) await world.run(id);
    };
    assert.deepEqual(await growth(names, runs), [3, 1, 1, 2, 1, 1, 0]);
  });

  it('do not count an end that was not recorded, because another worker has the job', async () => {
    const id = await world.addJob(['one']);
    let isFirst = true;
    world.perform = async () => {
      if (isFirst) {
        isFirst = false;
        await world.run(id);
      }
      return { message: 'Done.' };
    };
    assert.deepEqual(await growth([RUNS, ended('completed')], () => world.run(id)), [2, 1]);
  });
});
