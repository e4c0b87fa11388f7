/**
 * Stops API nodes and workers with SIGTERM and restarts them, one after another, under load behind a balancer that
 * polls /readyz each second. No request is cut or gets a 5xx, no job is lost or duplicated, event streams continue, and
 * jobs of a stopped worker continue elsewhere within two seconds.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { type CharterClient, createClient, type JobProgress } from '@charter/sdk';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../server/test/postgres.ts';
import {
  CALLERS,
  type Caller,
  GUARDED_MANIFEST,
  GUARDED_TEMPLATE,
  MANIFEST,
  NEWCOMER,
  RUN_ID,
  subjectOf,
  TEMPLATE,
} from '../callers.ts';
import { type Environment, freePort, GIVEN_URL, RAISED_LIMITS, type Service, startNode } from '../service.ts';
import { teamOf } from '../stage.ts';
import { issueToken } from '../tokens.ts';
import { Balancer } from './balancer.ts';

const STOPS = Number(process.env.CHARTER_TEST_STOPS ?? 20);
const POLL_MILLISECONDS = 1_000;
const DRAIN_SECONDS = 3;
/**
 * Number of teams of each bulk job. It exceeds the size of a part, so that a shutdown interrupts jobs between two
 * parts.
 */
const TEAMS = 100;
/** Teams that are provisioned at once before the load begins. */
const AT_ONCE = 10;
/** Requests that the load makes between two stops. */
const REQUESTS_BETWEEN = 20;
const TENANT = '4d657269-6469-4a6e-8000-000000000000';
/** Maximum time from the exit of a worker until its jobs continue. */
const CONTINUED_MILLISECONDS = 2_000;
const HANDED_OVER = 'Handed to another worker, because this one is stopping.';

const skip = GIVEN_URL === undefined ? false : 'needs nodes of its own';

/** A node that can be stopped, and started again at the same ports. */
class RestartedNode {
  readonly #environment: Environment;
  readonly #args: string[];
  readonly port: number;
  readonly healthPort: number;
  #running: Service | undefined;

  private constructor(shared: Environment, part: 'api' | 'worker', port: number, healthPort: number) {
    this.#environment = { ...shared, PORT: String(port), CHARTER_HEALTH_PORT: String(healthPort) };
    this.#args = [`--services=${part}`];
    this.port = port;
    this.healthPort = healthPort;
  }

  static async of(shared: Environment, part: 'api' | 'worker'): Promise<RestartedNode> {
    return new RestartedNode(shared, part, await freePort(), await freePort());
  }

  get environment(): Environment {
    return this.#running?.environment ?? {};
  }

  async start(): Promise<void> {
    this.#running = await startNode({ environment: this.#environment, args: this.#args });
  }

  async stop() {
    const running = this.#running;
    this.#running = undefined;
    return running?.stop('SIGTERM');
  }
}

/** Callers who read, provision teams, archive many teams at once and follow jobs, without a pause. */
class Load {
  readonly #clients: ReadonlyMap<Caller, CharterClient>;
  readonly #waiting = new Set<{ requests: number; resolve: () => void }>();
  #isOver = false;
  #requests = 0;
  readonly failures: string[] = [];
  /** Names of teams by the id of the acknowledged job that creates the team; empty for bulk jobs. */
  readonly jobs = new Map<string, string>();
  /** Log lines of the followed jobs, as their readers received them. */
  readonly followed = new Map<string, string[]>();
  /** Streams that a stopping node ended with a request to reconnect. */
  reconnects = 0;

  constructor(clients: ReadonlyMap<Caller, CharterClient>) {
    this.#clients = clients;
  }

  as(caller: Caller): CharterClient {
    return this.#clients.get(caller) as CharterClient;
  }

  /** Resolves after this number of further requests. */
  passed(requests: number): Promise<void> {
    return new Promise((resolve) => this.#waiting.add({ requests: this.#requests + requests, resolve }));
  }

  async run(url: string, token: string, during: () => Promise<void>): Promise<void> {
    const teams = await this.#prepareTeams();
    const busy = [
      ...[0, 1, 2].map(() => this.#repeat((turn) => this.#read(turn))),
      ...[0, 1].map((place) => this.#repeat((turn) => this.#provision(`${place}-${turn}`))),
      ...teams.map((own) => this.#repeat((turn) => this.#archive(own, turn))),
    ];
    const paused = await this.as('owner').teams.createTeamProvisioningJob({
      template: { id: GUARDED_TEMPLATE },
      team: { name: `Paused ${RUN_ID}`, membership: { owners: [{ id: CALLERS.owner.name }] } },
    });
    const over = new AbortController();
    const readers = [
      this.#follow(paused.id),
      this.#readStream(`${url}/v1.0/jobs/${paused.id}/events`, token, over.signal),
    ];
    try {
      await during();
    } finally {
      this.#isOver = true;
      await Promise.all(busy);
      over.abort();
    }
    const approval = paused.data.approval?.id ?? '';
    await this.as('owner').approvals.cancelApproval(approval, {});
    await Promise.all(readers);
  }

  async #repeat(act: (turn: number) => Promise<unknown>): Promise<void> {
    for (let turn = 0; !this.#isOver; turn += 1) {
      await act(turn).catch((error: unknown) => this.failures.push(String(error)));
      this.#requests += 1;
      for (const waiting of this.#waiting) {
        if (waiting.requests > this.#requests) continue;
        this.#waiting.delete(waiting);
        waiting.resolve();
      }
    }
  }

  /** Provisions the teams of two bulk jobs, and returns their ids. */
  async #prepareTeams(): Promise<string[][]> {
    const places = Array.from({ length: 2 * TEAMS }, (_, place) => `before-${place}`).values();
    const made: string[] = [];
    const lane = async (): Promise<void> => {
      for (const place of places) made.push(await this.#provision(place));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    return [made.slice(0, TEAMS), made.slice(TEAMS)];
  }

  #read(turn: number): Promise<unknown> {
    const client = this.as('member');
    if (turn % 3 === 0) return client.users.getUsers({ $top: 20 });
    if (turn % 3 === 1) return client.teams.getMyTeams({ $top: 20 });
    return client.jobs.getJobs({ $top: 20 });
  }

  /** Provisions a team, follows its job to the end, and returns the id of the team. */
  async #provision(place: string): Promise<string> {
    const name = `Drill-${RUN_ID}-${place}`;
    const body = { template: { id: TEMPLATE }, team: { name, membership: { owners: [{ id: NEWCOMER }] } } };
    const { id } = await this.as('owner').teams.createTeamProvisioningJob(body, { idempotencyKey: name });
    this.jobs.set(id, name);
    await this.#follow(id);
    return teamOf(await this.as('owner').jobs.getJob(id));
  }

  async #archive(ids: string[], turn: number): Promise<void> {
    const action = turn % 2 === 0 ? 'archive' : 'unarchive';
    const { id } = await this.as('admin').teams.createTeamBulkJob({ action, ids });
    this.jobs.set(id, '');
    await this.#follow(id, 'admin');
  }

  async #follow(jobId: string, caller: Caller = 'owner'): Promise<void> {
    const lines: string[] = [];
    this.followed.set(jobId, lines);
    for await (const change of this.as(caller).jobs.watchJob(jobId))
      lines.push(...(change as JobProgress).log);
  }

  /** Reads a stream, reconnects whenever it ends, as a browser does, and counts the requests to reconnect. */
  async #readStream(url: string, token: string, over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      let text = '';
      try {
        const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: over });
        if (answer.status !== 200) this.failures.push(`A stream was answered with ${answer.status}.`);
        for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk;
      } catch (error) {
        if (!over.aborted) this.failures.push(`A stream was cut: ${String(error)}`);
      }
      if (over.aborted) return;
      const [, milliseconds] = /: This node is stopping\..*\nretry: (\d+)\n\n$/.exec(text) ?? [];
      if (milliseconds === undefined) this.failures.push(`A stream ended with: ${text.slice(-80)}`);
      else this.reconnects += 1;
      await delay(Number(milliseconds ?? 0));
    }
  }
}

/** Returns the time of a log line, in milliseconds since 1970. */
const timeOf = (line: string): number => Date.parse(line.split(' ')[0] as string);

describe(`two API nodes and two workers that are stopped in turn, ${STOPS} times in total`, {
  skip,
  timeout: 20 * 60_000,
}, () => {
  let database: TestDatabase;
  let owner: Client;
  let balancer: Balancer;
  let load: Load;
  const nodes: RestartedNode[] = [];
  const exits: { at: number; code: number | null | undefined; milliseconds: number }[] = [];

  const databaseTime = async (): Promise<number> => {
    const { rows } = await owner.query<{ now: Date }>('select clock_timestamp() as now');
    return rows[0]?.now.getTime() ?? 0;
  };

  /** Resolves when a bulk job is running, so that the stop of a worker finds one. */
  const bulkRunning = async (): Promise<void> => {
    const query = `select from charter.jobs where tenant_id = $1 and type = 'TeamBulk' and status = 'active'`;
    while ((await owner.query(query, [TENANT])).rowCount === 0) await turn();
  };

  before(async () => {
    database = await createTestDatabase();
    owner = new Client(database.connectionString);
    await owner.connect();
    const shared = {
      ...RAISED_LIMITS,
      DATABASE_URL: database.connectionString,
      CHARTER_PUBLIC_URL: 'http://charter.test',
      CHARTER_DRAIN_SECONDS: String(DRAIN_SECONDS),
    };
    for (const part of ['api', 'worker', 'api', 'worker'] as const) {
      const node = await RestartedNode.of(shared, part);
      nodes.push(node);
      await node.start();
    }
    const [first, , second] = nodes as [RestartedNode, RestartedNode, RestartedNode];
    balancer = await Balancer.start([first, second], POLL_MILLISECONDS);
    await balancer.allReady();
    const clients = new Map<Caller, CharterClient>();
    const tokens = new Map<Caller, string>();
    for (const caller of ['owner', 'member', 'admin'] as const) {
      const token = await issueToken(first, subjectOf(caller));
      tokens.set(caller, token);
      clients.set(caller, createClient({ baseUrl: balancer.url, token, retry: false }));
    }
    load = new Load(clients);
    const { catalog } = load.as('admin');
    await catalog.applyCatalogTemplate({ manifest: MANIFEST });
    await catalog.applyCatalogTemplate({ manifest: GUARDED_MANIFEST });
    await load.run(balancer.url, tokens.get('owner') as string, async () => {
      for (let stop = 0; stop < STOPS; stop += 1) {
        await balancer.allReady();
        await load.passed(REQUESTS_BETWEEN);
        const node = nodes[stop % nodes.length] as RestartedNode;
        await bulkRunning();
        const begin = performance.now();
        const ended = await node.stop();
        exits.push({ at: await databaseTime(), code: ended?.code, milliseconds: performance.now() - begin });
        await node.start();
      }
      await balancer.allReady();
      await load.passed(REQUESTS_BETWEEN);
    });
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await balancer?.close();
    await owner?.end();
    await database?.drop();
  });

  it('stop with exit code 0', (t) => {
    assert.deepEqual(
      exits.map(({ code }) => code),
      Array.from({ length: STOPS }, () => 0),
    );
    t.diagnostic(`stopped after ${exits.map(({ milliseconds }) => Math.round(milliseconds)).join(', ')} ms`);
  });

  it('interrupt no request, and return no 5xx', (t) => {
    assert.deepEqual(balancer.failures, []);
    assert.deepEqual(load.failures, []);
    t.diagnostic(`${balancer.requests} requests`);
  });

  it('complete each job once', async (t) => {
    const ids = [...load.jobs.keys()];
    const { rows } = await owner.query<{ job_id: string; status: string }>(
      'select job_id::text, status from charter.jobs where tenant_id = $1 and job_id = any($2::uuid[])',
      [TENANT, ids],
    );
    assert.deepEqual(
      rows.filter(({ status }) => status !== 'completed'),
      [],
    );
    assert.equal(rows.length, ids.length);
    const { rows: teams } = await owner.query<{ name: string; count: number }>(
      `select display_name as name, count(*)::int as count from directory.teams
        where tenant_id = $1 and display_name like 'Drill-%' group by display_name`,
      [TENANT],
    );
    const expected = [...load.jobs.values()].filter((name) => name !== '').sort();
    assert.deepEqual(teams.map(({ name }) => name).sort(), expected);
    assert.deepEqual(
      teams.filter(({ count }) => count !== 1),
      [],
    );
    t.diagnostic(`${ids.length} jobs, ${expected.length} teams`);
  });

  it('continue the jobs of a stopped worker on the other one within two seconds of its exit', async (t) => {
    const { rows } = await owner.query<{ log: string[] }>(
      'select log from charter.jobs where tenant_id = $1',
      [TENANT],
    );
    const times: number[] = [];
    for (const { log } of rows) {
      for (const [index, line] of log.entries()) {
        if (!line.endsWith(HANDED_OVER)) continue;
        const exit = exits.find(({ at }) => at >= timeOf(line));
        const next = log[index + 1];
        assert.ok(exit && next, `${line} is the last line`);
        times.push(timeOf(next) - exit.at);
      }
    }
    t.diagnostic(
      `${times.length} jobs were handed over; the last one continued ${Math.max(...times)} ms after the exit`,
    );
    assert.ok(times.length > 0, 'no job was running at a stop');
    assert.ok(Math.max(...times) <= CONTINUED_MILLISECONDS, times.join());
    const taken = rows.flatMap(({ log }) => log).filter((line) => line.includes('Taken over from a worker'));
    assert.deepEqual(taken, []);
  });

  it('continue event streams of a stopped node on the other one', async (t) => {
    const ids = [...load.followed.keys()];
    const { rows } = await owner.query<{ id: string; log: string[] }>(
      'select job_id::text as id, log from charter.jobs where tenant_id = $1 and job_id = any($2::uuid[])',
      [TENANT, ids],
    );
    assert.equal(rows.length, ids.length);
    for (const { id, log } of rows) assert.deepEqual(load.followed.get(id), log);
    assert.ok(load.reconnects > 0, 'no stream was open at a stop');
    t.diagnostic(`${ids.length} jobs followed; one reader was asked ${load.reconnects} times to reconnect`);
  });
});
