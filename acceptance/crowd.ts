/**
 * Calls every mutation concurrently: first at random, with a preference for mutations that have not succeeded yet, and
 * then in a fixed order.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { CharterApiError, type CharterClient, CharterConnectionError, createClient } from '@charter/sdk';
import { CALLERS, type Caller } from './callers.ts';
import type { KilledService } from './killed-service.ts';
import { Mutations, type PreparedCall } from './mutations.ts';

const CALLERS_AT_ONCE = 6;

const times = (count: number, ...names: string[]): string[] =>
  Array.from({ length: count }, () => names).flat();

/**
 * Rounds of calls, which together contain every mutation. A mutation follows those that it depends on. A round uses
 * only objects that it creates. Most rounds do not delete the last object they change, because a missing audit record
 * about a deleted object would go undetected.
 */
const ROUNDS: readonly (readonly string[])[] = [
  [...times(4, 'provision', 'look at a job'), 'delete'],
  [...times(3, 'write a policy'), 'delete a policy'],
  ['create a webhook', 'delete a webhook'],
  ['ask for approval', 'approve'],
  ['ask for approval', 'reject'],
  ['ask for approval', 'withdraw'],
  ['ask for approval', 'delegate'],
  [
    'provision',
    'look at a job',
    'change a team',
    'add a member',
    'create a channel',
    'create a tab',
    ...times(2, 'write a policy'),
    'change a policy',
    'give a policy to a team',
    'take a policy from a team',
    'give a policy to a team',
    'archive',
    'unarchive',
    'apply a template',
    'create a webhook',
    'change a webhook',
  ],
];

/** Time limit for a job, longer than any job in this suite takes. */
const JOB_MILLISECONDS = 60_000;

/** Statuses of calls whose object another caller has changed. */
const OVERTAKEN = [403, 404, 409];

export class ConcurrentCallers {
  readonly #service: KilledService;
  readonly #clients: Readonly<Record<string, CharterClient>>;
  readonly #mutations = new Mutations((caller) => this.#as(caller));
  readonly #done = new Set<string>();
  /** Mutations that callers are trying. */
  readonly #running = new Set<string>();
  readonly #waiting: { calls: number; resolve: () => void }[] = [];
  #calls = 0;
  #stopped = false;
  /** Unexpected responses. */
  readonly failures: string[] = [];

  /** Pause of each caller between two calls. */
  readonly #pauseMilliseconds: number;

  private constructor(
    service: KilledService,
    clients: Record<string, CharterClient>,
    pauseMilliseconds: number,
  ) {
    this.#service = service;
    this.#clients = clients;
    this.#pauseMilliseconds = pauseMilliseconds;
  }

  static async gather(service: KilledService, pauseMilliseconds = 0): Promise<ConcurrentCallers> {
    const callers: Caller[] = ['owner', 'member', 'admin', 'integrator'];
    const clients: Record<string, CharterClient> = {};
    for (const caller of callers) {
      clients[caller] = createClient({
        baseUrl: service.url,
        tokenProvider: () => service.token(CALLERS[caller].name),
        fetch: service.fetch,
        retry: false,
      });
    }
    const crowd = new ConcurrentCallers(service, clients, pauseMilliseconds);
    await crowd.#mutations.prepare();
    return crowd;
  }

  #as(caller: Caller): CharterClient {
    return this.#clients[caller] as CharterClient;
  }

  get mutations(): readonly string[] {
    return Object.keys(this.#mutations.acts);
  }

  /** Returns the mutations that never succeeded. */
  neverDone = (): string[] => this.mutations.filter((name) => !this.#done.has(name));

  /** `<record type> <target id>` of each acknowledged change, in order. */
  get acknowledged(): readonly string[] {
    return this.#mutations.acknowledged;
  }

  /** Calls the service while `meanwhile` runs, which can wait for a number of further calls. */
  async work(meanwhile: (passed: (calls: number) => Promise<void>) => Promise<void>): Promise<void> {
    const busy = Array.from({ length: CALLERS_AT_ONCE }, (_, place) => this.#keepBusy(place));
    const passed = async (calls: number): Promise<void> => {
      await new Promise<void>((resolve) => this.#waiting.push({ calls: this.#calls + calls, resolve }));
      // The delay ends at an arbitrary moment of the current calls.
      await delay((calls * 13) % 29);
    };
    try {
      await Promise.race([meanwhile(passed), Promise.all(busy)]);
    } finally {
      this.#stopped = true;
      await Promise.all(busy);
    }
  }

  /**
   * Repeats every mutation in the order of the rounds, without concurrency.
   * @throws CharterApiError for a rejected call; Error for a failed job, for a mutation that no round contains, and for
   * one without a suitable object
   */
  async workInTurn(): Promise<void> {
    const planned = new Set(ROUNDS.flat());
    const forgotten = this.mutations.filter((name) => !planned.has(name));
    if (forgotten.length > 0) throw new Error(`In no round: ${forgotten.join()}`);
    for (const round of ROUNDS) {
      this.#mutations.beginAnew();
      for (const name of round) await this.#doOnPurpose(name);
    }
  }

  async #doOnPurpose(name: string): Promise<void> {
    this.#calls += 1;
    const call = this.#mutations.acts[name]?.(`${name.replaceAll(' ', '-')}-in-turn-${this.#calls}`);
    if (call === undefined) throw new Error(`No object for: ${name}`);
    const answer = await call();
    this.#done.add(name);
    const { jobId } = (answer ?? {}) as { jobId?: string };
    if (jobId === undefined) return;
    const signal = AbortSignal.timeout(JOB_MILLISECONDS);
    const { status, data } = await this.#as('admin').jobs.waitForJob(jobId, { signal });
    if (status !== 'completed') throw new Error(`${name}: ${JSON.stringify(data.error)}`);
  }

  async #keepBusy(place: number): Promise<void> {
    const names = this.mutations;
    for (let turn = place; !this.#stopped; turn += 1) {
      const inTurn = names[(turn * 5 + place) % names.length] as string;
      const next = this.#prepareFirst([...this.#awaited(), inTurn], `${place}-${turn}`);
      if (next === undefined) continue;
      const { name, call } = next;
      if (this.#pauseMilliseconds > 0) await delay(this.#pauseMilliseconds);
      this.#running.add(name);
      if (!(await this.#do(name, call))) {
        await this.#service.up;
        // Repeats a call without a response, as a client would.
        await this.#do(name, call);
      }
      this.#running.delete(name);
    }
  }

  /** Returns the mutations that never succeeded and that no caller is trying. */
  #awaited(): string[] {
    return this.neverDone().filter((name) => !this.#running.has(name));
  }

  /** Prepares the first of these mutations that finds an object. */
  #prepareFirst(names: readonly string[], key: string): { name: string; call: PreparedCall } | undefined {
    for (const name of names) {
      const call = this.#mutations.acts[name]?.(`${name.replaceAll(' ', '-')}-${key}`);
      if (call !== undefined) return { name, call };
    }
    return undefined;
  }

  /** Makes the call and collects an unexpected response. Returns false when no response came. */
  async #do(name: string, call: PreparedCall): Promise<boolean> {
    this.#calls += 1;
    for (const wait of this.#waiting.splice(0)) {
      if (this.#calls >= wait.calls) wait.resolve();
      else this.#waiting.push(wait);
    }
    try {
      await call();
      this.#done.add(name);
      return true;
    } catch (error) {
      if (error instanceof CharterConnectionError) return false;
      if (!(error instanceof CharterApiError)) throw error;
      if (!OVERTAKEN.includes(error.status))
        this.failures.push(`${name}: ${error.status} ${error.code} ${error.message}`);
      return true;
    }
  }
}
