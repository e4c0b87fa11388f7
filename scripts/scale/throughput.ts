/** Rates of provisioning and of webhook deliveries, by an API node and a worker node on each database. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { measureAlternately } from '../../bench/measurement.ts';
import { TEMPLATE } from '../../bench/provisioning.ts';
import { type BenchIssuer, type RunningProgram, startProgram } from '../../bench/service.ts';
import { untilReady } from '../../bench/start.ts';
import { administratorToken } from './api.ts';
import type { Figure } from './figure.ts';
import { count, type FilledDatabase, startApi, startWorker } from './nodes.ts';
import type { TenantSize } from './sizes.ts';

const ROUNDS = 3;
const TEAMS_A_ROUND = 60;
const CALLERS = 8;
const MEMBERS = 8;
const EVENTS_A_ROUND = 3_000;
const TIMEOUT_MILLISECONDS = 300_000;
const RECEIVER = join(import.meta.dirname, '../../bench/webhook-receiver.ts');

/** Polls until the condition holds. @throws Error after TIMEOUT_MILLISECONDS */
async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MILLISECONDS;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`${what} took too long.`);
    await delay(20);
  }
}

/** A tenant of a database, which an API node and a worker node serve. */
class ServedTenant {
  readonly #database: FilledDatabase;
  readonly #api: RunningProgram;
  readonly #tenant: TenantSize;
  readonly #token: string;
  #round = 0;

  constructor(database: FilledDatabase, api: RunningProgram, tenant: TenantSize, token: string) {
    this.#database = database;
    this.#api = api;
    this.#tenant = tenant;
    this.#token = token;
  }

  async #post(path: string, body: object): Promise<{ id: string }> {
    const response = await fetch(`${this.#api.url}/v1.0${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as { id: string };
  }

  /** Adds the template and a webhook that sends to the receiver. */
  async prepare(receiver: string): Promise<void> {
    await this.#post('/catalog/templates', { manifest: TEMPLATE });
    // An earlier run on the same database may have left one.
    await this.#database.owner.query('delete from charter.hooks where tenant_id = $1', [this.#tenant.id]);
    const { id } = await this.#post('/hooks', {
      events: ['team_updated'],
      config: { url: 'https://receiver.example/' },
    });
    // The API rejects a webhook to a loopback address when an external issuer is configured, so the row is changed
    // directly.
    await this.#database.owner.query('update charter.hooks set url = $1 where hook_id = $2', [receiver, id]);
  }

  /** Returns the provisioned teams per second, from the first request to the last completed job. */
  async provision(): Promise<number> {
    const { owner } = this.#database;
    const { rows } = await owner.query<{ id: string }>(
      'select user_id as id from directory.users where tenant_id = $1 order by md5(user_id) limit $2',
      [this.#tenant.id, MEMBERS + 1],
    );
    const [first, ...members] = rows;
    this.#round += 1;
    const ids: string[] = [];
    let number = 0;
    const caller = async (): Promise<void> => {
      while (number < TEAMS_A_ROUND) {
        number += 1;
        const name = `Scale ${Date.now().toString(36)} ${this.#round} ${number}`;
        const membership = { owners: [first], members };
        const job = await this.#post('/teams/provisioning', {
          template: { id: 'bench' },
          team: { name, membership },
        });
        ids.push(job.id);
      }
    };
    const began = performance.now();
    await Promise.all(Array.from({ length: CALLERS }, caller));
    const inState = (states: string) =>
      count(
        owner,
        `select count(*) from charter.jobs where tenant_id = $1 and job_id = any($2::uuid[]) and status in (${states})`,
        [this.#tenant.id, ids],
      );
    await until(async () => (await inState(`'completed', 'failed'`)) === ids.length, 'Provisioning');
    const seconds = (performance.now() - began) / 1000;
    if ((await inState(`'failed'`)) > 0) throw new Error('A job failed.');
    return ids.length / seconds;
  }

  /** Returns the deliveries per second, from the commit of the events to the last stored outcome. */
  async deliver(): Promise<number> {
    const { owner } = this.#database;
    const delivered = () =>
      count(
        owner,
        `select count(*) from charter.hook_deliveries where tenant_id = $1 and status = 'delivered'`,
        [this.#tenant.id],
      );
    const before = await delivered();
    await owner.query(
      `with event as (
         insert into charter.domain_events (tenant_id, event_id, type, occurred_at, actor, target, payload, request_id)
         select $1, gen_random_uuid(), 'team_updated', now(), '{"id": "scale", "kind": "app", "displayName": "Scale"}',
                '{"type": "team", "id": "one", "displayName": "One"}',
                '{"team": {"id": "one", "displayName": "One"}, "changes": {"description": "Changed."}}', 'scale'
           from generate_series(1, $2::integer)
         returning event_id)
       insert into charter.hook_fan_outs (tenant_id, event_id) select $1, event_id from event`,
      [this.#tenant.id, EVENTS_A_ROUND],
    );
    const began = performance.now();
    await until(async () => (await delivered()) >= before + EVENTS_A_ROUND, 'Delivery');
    return (EVENTS_A_ROUND * 1000) / (performance.now() - began);
  }
}

/** Measures both databases alternately, and the largest tenant of the large one. */
export async function measureThroughput(
  databases: Record<FilledDatabase['name'], FilledDatabase>,
  issuer: BenchIssuer,
): Promise<Figure[]> {
  const programs: RunningProgram[] = [];
  const started = async <P extends RunningProgram>(program: Promise<P>): Promise<P> => {
    programs.push(await program);
    return program;
  };
  try {
    const receiver = await started(startProgram(RECEIVER, [], {}));
    const serve = async (
      database: FilledDatabase,
      tenants: readonly TenantSize[],
    ): Promise<ServedTenant[]> => {
      const api = await started(startApi(database, issuer));
      await started(startWorker(database));
      await untilReady(api.url);
      const served: ServedTenant[] = [];
      for (const tenant of tenants) {
        const one = new ServedTenant(
          database,
          api,
          tenant,
          await administratorToken(issuer, database, tenant),
        );
        await one.prepare(`${receiver.url}/`);
        served.push(one);
      }
      return served;
    };
    const [small] = (await serve(databases.small, [databases.small.tenant])) as [ServedTenant];
    const largest = databases.large.tenants[0] as TenantSize;
    const [large, ofLargest] = (await serve(databases.large, [databases.large.tenant, largest])) as [
      ServedTenant,
      ServedTenant,
    ];
    const measure = async (name: string, unit: string, rate: (served: ServedTenant) => Promise<number>) => {
      for (const served of [small, large, ofLargest]) await rate(served);
      const rates = await measureAlternately(
        { small: () => rate(small), large: () => rate(large), largest: () => rate(ofLargest) },
        ROUNDS,
      );
      return { name, unit, ...rates, isRate: true } satisfies Figure;
    };
    return [
      await measure('provisioning, five channels and eight tabs', 'teams/s', (served) => served.provision()),
      await measure('webhook deliveries', 'messages/s', (served) => served.deliver()),
    ];
  } finally {
    for (const program of programs.toReversed()) await program.stop();
  }
}
