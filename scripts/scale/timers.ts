/** Start, idle cost and timers of a node. The timers of a node visit all tenants of its database. */
import { setTimeout as delay } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { measureAlternately, median } from '../../bench/measurement.ts';
import type { BenchIssuer } from '../../bench/service.ts';
import { residentMegabytes, untilReady } from '../../bench/start.ts';
import type { QueueName } from '../../server/src/persistence/queues.ts';
import type { Figure, Work } from './figure.ts';
import {
  count,
  type FilledDatabase,
  nodeCpuSeconds,
  postgresCpuSeconds,
  startApi,
  startWorker,
  untilNone,
  type Worker,
} from './nodes.ts';

const STARTS = 3;
/**
 * Duration of the idle measurement, with several rounds of the timers that run each minute. A check of the trails
 * begins a minute after the end of the previous one.
 */
const IDLE_SECONDS = 150;
const CHECK_SECONDS = 60;
const RECORDS_TO_SEAL = 10_000;
const TEAMS_TO_CHECK = 2_000;
/** The records of a trail are spread over a year, so this retention period has ended for one in twenty. */
const RETENTION_DAYS = 347;
/** Maximum duration of a timer. */
const TIMEOUT_SECONDS = 600;

type Pair<T> = Readonly<Record<FilledDatabase['name'], T>>;

/** Measures both databases, the small one first. */
const both = async <T>(
  databases: Pair<FilledDatabase>,
  measure: (database: FilledDatabase) => Promise<T>,
): Promise<{ small: T; large: T }> => ({
  small: await measure(databases.small),
  large: await measure(databases.large),
});

const tenantsOf = ({ small, large }: Pair<FilledDatabase>): Work => ({
  unit: 'tenant',
  small: small.tenants.length,
  large: large.tenants.length,
});

/** Measures the start of a node with API and workers up to `/readyz`. */
export async function measureStart(databases: Pair<FilledDatabase>, issuer: BenchIssuer): Promise<Figure[]> {
  const start = async (database: FilledDatabase): Promise<number> => {
    const began = performance.now();
    const node = await startApi(database, issuer, 'api,worker');
    await untilReady(node.url);
    const seconds = (performance.now() - began) / 1000;
    await node.stop();
    return seconds;
  };
  const seconds = await measureAlternately(
    { small: () => start(databases.small), large: () => start(databases.large) },
    STARTS,
  );
  return [{ name: 'start to /readyz, API and workers', unit: 's', ...seconds }];
}

interface Idle {
  firstCheckpoints: number;
  node: number;
  postgres: number;
  transactions: number;
  round: number;
  memory: number;
}

const transactions = (owner: FilledDatabase['owner']): Promise<number> =>
  count(owner, 'select xact_commit + xact_rollback from pg_stat_database where datname = current_database()');

async function idle(database: FilledDatabase, postgresFolder: string): Promise<Idle> {
  const began = performance.now();
  const worker = await startWorker(database);
  try {
    const unsigned = () =>
      count(
        database.owner,
        `select count(*) from charter.tenants t
          where exists (select from charter.audit_chain c where c.tenant_id = t.tenant_id)
            and not exists (select from charter.audit_checkpoints c where c.tenant_id = t.tenant_id and written_at is not null)`,
      );
    while ((await unsigned()) > 0) await delay(50);
    const firstCheckpoints = (performance.now() - began) / 1000;
    const before = {
      node: await nodeCpuSeconds(worker),
      postgres: await postgresCpuSeconds(postgresFolder),
      transactions: await transactions(database.owner),
    };
    let oldestCheck = 0;
    const started = performance.now();
    while (performance.now() - started < IDLE_SECONDS * 1000) {
      oldestCheck = Math.max(oldestCheck, await worker.metric('charter_audit_check_age_seconds'));
      await delay(2_000);
    }
    const share = 100 / ((performance.now() - started) / 1000);
    return {
      firstCheckpoints,
      node: ((await nodeCpuSeconds(worker)) - before.node) * share,
      postgres: ((await postgresCpuSeconds(postgresFolder)) - before.postgres) * share,
      transactions: (((await transactions(database.owner)) - before.transactions) * share * 60) / 100,
      round: Math.max(0, oldestCheck - CHECK_SECONDS),
      memory: await residentMegabytes(worker.process.pid as number),
    };
  } finally {
    await worker.stop();
  }
}

/** Measures a node without work: the cost of its timers. */
export async function measureIdle(
  databases: Pair<FilledDatabase>,
  postgresFolder: string,
): Promise<Figure[]> {
  const { small, large } = await both(databases, (database) => idle(database, postgresFolder));
  const tenants = tenantsOf(databases);
  const figure = (name: string, unit: string, key: keyof Idle, rest: Partial<Figure> = {}): Figure => ({
    ...{ name, unit, small: small[key], large: large[key] },
    ...rest,
  });
  return [
    figure('start to the first checkpoint of every tenant', 's', 'firstCheckpoints', { work: tenants }),
    figure('idle worker node, CPU', '% of a core', 'node', { work: tenants }),
    figure('PostgreSQL under an idle worker node, CPU', '% of a core', 'postgres', { work: tenants }),
    figure('transactions of an idle worker node', 'a minute', 'transactions', { work: tenants }),
    figure('check of all audit trails, each minute', 's', 'round', { work: tenants }),
    figure('idle worker node, resident memory', 'MB', 'memory'),
  ];
}

const QUEUES: readonly QueueName[] = [
  ...(['recover-intents', 'send-mail', 'expire-approvals', 'remind-approvers'] as const),
  ...(['announce-ownerless-teams', 'erase-people', 'end-roles', 'run-lifecycles'] as const),
  ...(['remove-expired', 'audit-retention'] as const),
];

/** Runs a scheduled queue once and returns its milliseconds. @throws Error when it fails */
async function runQueue(boss: PgBoss, { owner }: FilledDatabase, queue: string): Promise<number> {
  const id = await boss.send(queue, {});
  const deadline = performance.now() + TIMEOUT_SECONDS * 1000;
  for (;;) {
    const { rows } = await owner.query(
      `select state, extract(epoch from completed_on - started_on)::float8 * 1000 as took
         from pgboss.job where name = $1 and id = $2`,
      [queue, id],
    );
    const state = rows[0]?.state;
    if (state === 'completed') return rows[0].took;
    if (state === 'failed' || performance.now() > deadline) throw new Error(`${queue}: ${state}`);
    await delay(50);
  }
}

/** Returns the median milliseconds of the runs of the last ten minutes. Each queue also runs by its schedule. */
async function medianOf({ owner }: FilledDatabase, queue: string): Promise<number> {
  const { rows } = await owner.query(
    `select extract(epoch from completed_on - started_on)::float8 * 1000 as took
       from pgboss.job where name = $1 and state = 'completed'`,
    [queue],
  );
  return median(rows.map(({ took }) => took as number));
}

async function withQueue<T>(database: FilledDatabase, use: (boss: PgBoss) => Promise<T>): Promise<T> {
  const boss = new PgBoss({
    connectionString: database.ownerUrl,
    migrate: false,
    supervise: false,
    schedule: false,
  });
  boss.on('error', (error) => console.error(error));
  await boss.start();
  try {
    return await use(boss);
  } finally {
    await boss.stop({ graceful: false });
  }
}

async function withWorker<T>(
  database: FilledDatabase,
  env: NodeJS.ProcessEnv,
  use: (worker: Worker) => Promise<T>,
): Promise<T> {
  const worker = await startWorker(database, env);
  try {
    return await use(worker);
  } finally {
    await worker.stop();
  }
}

/** Inserts records of the compared tenant that are not sealed. */
const UNSEALED = `
  with added as (
    insert into charter.audit_records (tenant_id, record_id, trail, type, occurred_at, actor_id, actor_kind, actor_name,
           target_type, target_id, target_name, request_id, outcome, fields)
    select tenant_id, gen_random_uuid(), trail, type, date_trunc('milliseconds', now()), actor_id, actor_kind, actor_name,
           target_type, target_id, target_name, request_id, outcome, fields
      from charter.audit_records where tenant_id = $1 and trail = 'teams' order by occurred_at desc limit $2
    returning tenant_id, record_id)
  insert into charter.audit_pending (tenant_id, record_id) select tenant_id, record_id from added`;

async function seal({ owner, tenant }: FilledDatabase): Promise<number> {
  await owner.query(UNSEALED, [tenant.id, RECORDS_TO_SEAL]);
  const pending = () =>
    count(owner, 'select count(*) from charter.audit_pending where tenant_id = $1', [tenant.id]);
  const { done, seconds } = await untilNone(pending, TIMEOUT_SECONDS);
  return done / seconds;
}

/** Makes teams due and returns the comparisons per second. @param teams selects them */
async function check({ owner }: FilledDatabase, teams: string, values: string[]): Promise<number> {
  await owner.query(
    `update charter.governed_teams g set due_at = now() from (${teams}) chosen
      where g.tenant_id = chosen.tenant_id and g.team_id = chosen.team_id`,
    values,
  );
  // The lease of a team ends in five minutes, and the next comparison of the others is a day away.
  const due = () =>
    count(
      owner,
      `select count(*) from charter.governed_teams
        where due_at < now() + interval '6 minutes' ${values.length > 0 ? 'and tenant_id = $1' : ''}`,
      values,
    );
  const { done, seconds } = await untilNone(due, TIMEOUT_SECONDS);
  return done / seconds;
}

const TEAMS_OF_ONE = `select tenant_id, team_id from charter.governed_teams where tenant_id = $1 limit ${TEAMS_TO_CHECK}`;
const TEAMS_OF_ALL = `
  select tenant_id, team_id
    from (select tenant_id, team_id, row_number() over (partition by tenant_id order by team_id) as place
            from charter.governed_teams) g
   order by place limit ${TEAMS_TO_CHECK}`;

/** Returns the number of removed records, and the rate in records per second. */
async function prune(boss: PgBoss, database: FilledDatabase): Promise<{ rate: number; pruned: number }> {
  const records = () =>
    count(database.owner, `select count(*) from charter.audit_chain where trail = 'security'`);
  const before = await records();
  await database.owner.query('insert into charter.audit_retention (trail, days) values ($1, $2)', [
    'security',
    RETENTION_DAYS,
  ]);
  const took = await runQueue(boss, database, 'audit-retention');
  await database.owner.query('delete from charter.audit_retention');
  const pruned = before - (await records());
  return { rate: (pruned * 1000) / took, pruned };
}

/** Measures each timer alone, on a worker node without other work, and with due work. */
export async function measureTimers(
  databases: Pair<FilledDatabase>,
): Promise<{ idle: Figure[]; busy: Figure[] }> {
  const tenants = tenantsOf(databases);
  const { small, large } = await both(databases, (database) =>
    withQueue(database, (boss) =>
      withWorker(database, {}, async (worker) => {
        const queues = new Map<string, number>();
        for (const queue of QUEUES) {
          await runQueue(boss, database, queue);
          queues.set(queue, await medianOf(database, queue));
        }
        const began = performance.now();
        await worker.metric('charter_audit_records_unsealed');
        const metrics = performance.now() - began;
        return {
          ...{ queues, metrics },
          sealed: await seal(database),
          ofOne: await check(database, TEAMS_OF_ONE, [database.tenant.id]),
          ofAll: await check(database, TEAMS_OF_ALL, []),
          pruned: await prune(boss, database),
        };
      }),
    ),
  );
  const lifecycle = await both(databases, runLifecycles);
  const ofTenants = (name: string, read: (one: typeof small) => number): Figure => ({
    ...{ name, unit: 'ms', small: read(small), large: read(large) },
    work: tenants,
  });
  const rate = (name: string, unit: string, one: number, other: number, note?: string): Figure => ({
    ...{ name, unit, small: one, large: other, isRate: true },
    ...(note !== undefined && { note }),
  });
  return {
    idle: [
      ...QUEUES.map((queue) =>
        ofTenants(`\`${queue}\`, nothing due`, ({ queues }) => queues.get(queue) as number),
      ),
      ofTenants('a page of `/metrics`', ({ metrics }) => metrics),
      ...(['ended', 'checked'] as const).map((key) => ({
        name: `lifecycle runs of all tenants, no policy${key === 'ended' ? '' : ', until their queue is empty'}`,
        ...{ unit: 's', small: lifecycle.small[key], large: lifecycle.large[key], work: tenants },
      })),
    ],
    busy: [
      rate('sealing 10,000 records of a tenant', 'records/s', small.sealed, large.sealed),
      rate('comparing 2,000 teams of one tenant with their policies', 'teams/s', small.ofOne, large.ofOne),
      rate(
        'comparing 2,000 teams, of as many tenants as there are',
        'teams/s',
        small.ofAll,
        large.ofAll,
        'each tenant is a batch of its own, with one team in it',
      ),
      rate(
        'removing records beyond their retention',
        'records/s',
        small.pruned.rate,
        large.pruned.rate,
        `it removes ${small.pruned.pruned} records of one tenant, and ${large.pruned.pruned} of all, each tenant in transactions of its own`,
      ),
    ],
  };
}

/**
 * Runs the scheduled lifecycle run of every tenant. Returns the seconds until all have ended, and those until the
 * checks that they queued are done too.
 */
const runLifecycles = (database: FilledDatabase): Promise<{ ended: number; checked: number }> =>
  withQueue(database, (boss) =>
    withWorker(database, { CHARTER_LIFECYCLE_HOURS: String(new Date().getUTCHours()) }, async () => {
      const open = () =>
        count(
          database.owner,
          `select (select count(*) from charter.tenants)
                  - (select count(*) from charter.lifecycle_runs where status = 'completed')`,
        );
      const ended = untilNone(open, TIMEOUT_SECONDS);
      await boss.send('run-lifecycles', {});
      const began = performance.now();
      const { seconds } = await ended;
      const queued = () =>
        count(
          database.owner,
          `select count(*) from pgboss.job where name = 'continue-lifecycle' and state < 'completed'`,
        );
      await untilNone(queued, TIMEOUT_SECONDS);
      return { ended: seconds, checked: (performance.now() - began) / 1000 };
    }),
  );
