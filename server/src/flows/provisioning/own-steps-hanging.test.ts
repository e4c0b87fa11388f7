/**
 * Tests the other jobs of a tenant on a real worker while receivers of its own steps accept connections and never
 * respond.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { loopbackCaller } from '../../../test/loopback-caller.ts';
import { type OwnStepWorld, openOwnStepWorld } from '../../../test/own-step-world.ts';
import { type Receiver, startReceiver } from '../../../test/receiver.ts';
import type { JobRecord } from '../../engine/jobs/model.ts';
import { systemClock } from '../../kernel/clock.ts';
import { startWorkers } from '../../workers/index.ts';
import { JOB_DEFINITIONS } from '../definitions.ts';

const SLOTS = 8;
const JOBS = 12;
/** Time limit of a call. No test lasts so long, so a job that waits for a response stays unfinished. */
const NEVER_MILLISECONDS = 100_000;
const LIMIT_MILLISECONDS = 30_000;

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

class HangingWorld {
  readonly #world: OwnStepWorld;
  readonly #receivers: Receiver[] = [];

  private constructor(world: OwnStepWorld) {
    this.#world = world;
  }

  static async run(test: (world: HangingWorld) => Promise<void>): Promise<void> {
    const world = await openOwnStepWorld({ works: true, concurrency: SLOTS, connections: SLOTS + 4 });
    const hanging = new HangingWorld(world);
    const caller = loopbackCaller(systemClock, NEVER_MILLISECONDS, SLOTS);
    const { queue, store, suite } = world.node;
    const workers = await startWorkers({
      boss: queue.boss,
      onQueued: queue.onQueued,
      concurrency: SLOTS,
      deps: {
        ...{ store, suite, clock: systemClock, log: quiet },
        definitions: JOB_DEFINITIONS,
        ports: { hooks: caller.hooks },
      },
      scheduled: [],
      log: quiet,
    });
    try {
      await test(hanging);
    } finally {
      await Promise.all(hanging.#receivers.map((receiver) => receiver.close()));
      await workers.stop(10_000);
      await caller.close();
      await world.close();
    }
  }

  /** Number of calls that wait for a response. */
  get calls(): number {
    return this.#receivers.reduce((sum, { messages }) => sum + messages.length, 0);
  }

  /** Registers a webhook whose receiver never responds. */
  async addHangingHook(name: string): Promise<void> {
    const receiver = await startReceiver(() => undefined);
    this.#receivers.push(receiver);
    await this.#world.addHook({ name, url: receiver.url });
  }

  /** Registers a webhook whose receiver responds with 200. */
  async addHook(name: string): Promise<void> {
    await this.#world.addHook({ name });
  }

  /** Requests a team whose template calls the webhook. @param hook undefined for a template without own steps */
  async request(hook?: string): Promise<string> {
    const steps = hook === undefined ? [] : [{ id: 'crm', hook, timeout: 'PT4H' }];
    const ask = await this.#world.template(steps);
    return (await this.#world.node.request(ask())).id;
  }

  /** Waits until all jobs but those whose calls hang are postponed. */
  async settled(jobIds: readonly string[]): Promise<void> {
    await this.#until(async () => {
      const jobs = await Promise.all(jobIds.map(this.#world.read));
      return this.calls > 0 && jobs.filter(isPostponed).length === jobs.length - this.calls;
    });
  }

  /** Waits until the job is completed. */
  completed(jobId: string): Promise<void> {
    return this.#until(async () => (await this.#world.read(jobId)).status === 'completed');
  }

  async #until(isReached: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + LIMIT_MILLISECONDS;
    while (!(await isReached())) {
      assert.ok(performance.now() < end, `Not reached in time, with ${this.calls} calls that hang`);
      await delay(20);
    }
  }
}

/** Whether the job waits for a call slot, without a job slot and before its time limit begins. */
const isPostponed = ({ status, wait, part }: JobRecord): boolean =>
  status === 'delayed' && wait?.messageCode === 'provisioning.stepNoPlace' && (part?.state?.calls ?? 0) === 0;

describe('own steps whose receivers hang', () => {
  it('leave half of the slots of their tenant to its other jobs', () =>
    HangingWorld.run(async (world) => {
      const jobIds: string[] = [];
      for (let index = 0; index < JOBS; index += 1) {
        await world.addHangingHook(`Hanging ${index}`);
        jobIds.push(await world.request(`Hanging ${index}`));
      }
      await world.settled(jobIds);
      await world.completed(await world.request());
      assert.ok(world.calls <= SLOTS / 4, `${world.calls} calls`);
    }));

  it('leave a call slot for the other webhooks of their tenant', () =>
    HangingWorld.run(async (world) => {
      await world.addHangingHook('Hanging');
      await world.addHook('Quick');
      const jobIds: string[] = [];
      for (let index = 0; index < JOBS; index += 1) jobIds.push(await world.request('Hanging'));
      await world.settled(jobIds);
      assert.equal(world.calls, 1);
      await world.completed(await world.request('Quick'));
    }));
});
