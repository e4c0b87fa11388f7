/**
 * Callers who read teams and people and create teams, over all API nodes, as a load balancer spreads them: a call
 * without a response is repeated at the next node, with its idempotency key.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { CharterApiError, type CharterClient, CharterConnectionError, createClient } from '@charter/sdk';
import { CALLERS, MANIFEST, TEMPLATE } from '../callers.ts';

const CALLERS_AT_ONCE = 4;
/** A caller pauses between calls, so that the machine also has time for the nodes. */
const PAUSE_MILLISECONDS = 25;
/** Delay before a retry in an outage. It is shorter than Retry-After, to measure the time of the first success. */
const OUTAGE_PAUSE_MILLISECONDS = 250;
/** Maximum time until a node responds. */
const TIMEOUT_MILLISECONDS = 20_000;
/** Maximum duration of an outage of the database. */
const OUTAGE_MILLISECONDS = 60_000;

const asksForRetry = (status: number, code: string, error: CharterApiError): boolean =>
  error.status === status && error.code === code && error.retryAfterSeconds !== undefined;

/** Whether the response is the documented one of an outage. */
const isUnavailable = (error: CharterApiError): boolean => asksForRetry(503, 'ServiceUnavailable', error);

/**
 * Whether an earlier request with the idempotency key still holds its claim. A request that got a 503 because the
 * database was lost holds it until the node can release it, or until its lease ends.
 */
const isClaimed = (error: CharterApiError): boolean => asksForRetry(409, 'Conflict', error);

interface Tokens {
  owner: string;
  admin: string;
}

export interface LoadOptions {
  /**
   * Whether the database fails during the load. If so, a documented 503 is counted and the call is retried with its
   * idempotency key. A retry may also get the documented 409, because the request before it holds the key.
   */
  hasOutages?: boolean;
  /** Prefix of the names of its teams. Default: `Drill`. */
  name?: string;
}

export class Load {
  readonly #urls: () => readonly string[];
  readonly #tokens: Tokens;
  readonly #hasOutages: boolean;
  readonly #name: string;
  readonly #clients = new Map<string, CharterClient>();
  #turn = 0;
  #round = 0;
  #stopped = false;
  /** Calls that got a response. */
  responses = 0;
  /** Calls that were repeated at another node, because a node did not respond. */
  repeated = 0;
  /** Number of documented 503s, each of which was followed by a retry. */
  unavailable = 0;
  /** Number of 409s that a retry got after a 503, because the request before it still held the idempotency key. */
  claimed = 0;
  /** Responses that no caller expects, and calls to which no node responded. */
  readonly failures: string[] = [];
  /** Milliseconds of the slowest response. */
  slowest = 0;
  /** Ids of the accepted jobs, by the name of the team. */
  readonly jobs = new Map<string, string>();
  /** Times at which jobs were accepted. */
  readonly accepted: number[] = [];

  /** @param urls the addresses of the API nodes that a balancer would use now */
  constructor(
    urls: () => readonly string[],
    tokens: Tokens,
    { hasOutages = false, name = 'Drill' }: LoadOptions = {},
  ) {
    this.#name = name;
    this.#urls = urls;
    this.#hasOutages = hasOutages;
    this.#tokens = tokens;
  }

  #client(url: string, caller: keyof Tokens): CharterClient {
    const key = `${caller} ${url}`;
    let client = this.#clients.get(key);
    if (client === undefined) {
      client = createClient({ baseUrl: url, token: this.#tokens[caller], retry: false });
      this.#clients.set(key, client);
    }
    return client;
  }

  /** Makes the call at the next node that responds. Returns undefined after an unexpected response. */
  async call<Result>(
    name: string,
    caller: keyof Tokens,
    work: (client: CharterClient) => Promise<Result>,
  ): Promise<Result | undefined> {
    const until = Date.now() + (this.#hasOutages ? OUTAGE_MILLISECONDS : TIMEOUT_MILLISECONDS);
    let gotUnavailable = false;
    for (;;) {
      const urls = this.#urls();
      this.#turn += 1;
      const url = urls[this.#turn % urls.length] as string;
      const started = performance.now();
      try {
        const result = await work(this.#client(url, caller));
        this.#responded(started);
        return result;
      } catch (error) {
        if (error instanceof CharterApiError) {
          this.#responded(started);
          const isOutage = this.#hasOutages && isUnavailable(error);
          const isRetryClaimed = gotUnavailable && isClaimed(error);
          if ((isOutage || isRetryClaimed) && Date.now() < until) {
            if (isOutage) this.unavailable += 1;
            else this.claimed += 1;
            gotUnavailable = true;
            await delay(OUTAGE_PAUSE_MILLISECONDS);
            continue;
          }
          this.failures.push(`${name}: ${error.status} ${error.code} ${error.message}`);
          return undefined;
        }
        if (!(error instanceof CharterConnectionError)) throw error;
        this.repeated += 1;
        if (Date.now() > until) {
          this.failures.push(`${name}: no node responds`);
          return undefined;
        }
        await delay(PAUSE_MILLISECONDS);
      }
    }
  }

  #responded(started: number): void {
    this.responses += 1;
    this.slowest = Math.max(this.slowest, performance.now() - started);
  }

  async prepare(): Promise<void> {
    await this.call('apply a template', 'admin', ({ catalog }) =>
      catalog.applyCatalogTemplate({ manifest: MANIFEST }),
    );
  }

  async #provision(name: string): Promise<void> {
    const owners = [{ id: CALLERS.owner.name }];
    const members = [{ id: CALLERS.member.name }];
    const request = { template: { id: TEMPLATE }, team: { name, membership: { owners, members } } };
    const job = await this.call('provision', 'owner', ({ teams }) =>
      teams.createTeamProvisioningJob(request, { idempotencyKey: name.replaceAll(' ', '-') }),
    );
    if (job === undefined) return;
    this.jobs.set(name, job.id);
    this.accepted.push(Date.now());
  }

  async #keepBusy(place: number): Promise<void> {
    for (let turn = 0; !this.#stopped; turn += 1) {
      if (turn % 4 === 0) await this.#provision(`${this.#name} ${place} ${this.#round} ${turn}`);
      else if (turn % 2 === 0)
        await this.call('list people', 'admin', ({ users }) => users.getUsers({ $top: 5 }));
      else await this.call('list teams', 'admin', ({ teams }) => teams.getTeams({ $top: 5 }));
      await delay(PAUSE_MILLISECONDS);
    }
  }

  /** Calls until `meanwhile` ends. */
  async during<Result>(meanwhile: () => Promise<Result>): Promise<Result> {
    this.#stopped = false;
    this.#round += 1;
    const busy = Array.from({ length: CALLERS_AT_ONCE }, (_, place) => this.#keepBusy(place));
    try {
      return await meanwhile();
    } finally {
      this.#stopped = true;
      await Promise.all(busy);
    }
  }

  /** Resolves when this many jobs have been accepted since the load was created. */
  async accepts(jobs: number): Promise<void> {
    while (this.jobs.size < jobs && this.failures.length === 0) await delay(PAUSE_MILLISECONDS);
  }

  /** Resolves with the time of the first job that was accepted at this time or later. */
  async acceptedAfter(time: number): Promise<number> {
    for (;;) {
      const found = this.accepted.find((at) => at >= time);
      if (found !== undefined) return found;
      if (this.failures.length > 0) throw new Error(this.failures.join('\n'));
      await delay(PAUSE_MILLISECONDS);
    }
  }

  /** Waits for every accepted job, and returns those that did not complete. */
  async unfinished(): Promise<string[]> {
    const left: string[] = [];
    for (const [name, id] of this.jobs) {
      const signal = AbortSignal.timeout(120_000);
      const job = await this.call('wait for a job', 'admin', ({ jobs }) => jobs.waitForJob(id, { signal }));
      if (job?.status !== 'completed')
        left.push(`${name}: ${job?.status} ${JSON.stringify(job?.data.error)}`);
    }
    return left;
  }
}
