/** Creates and updates the tables and queues of pg-boss, as the owner of the database. */
import type pg from 'pg';
import { type Db, getConstructionPlans, getMigrationPlans, PgBoss, type Queue } from 'pg-boss';
import pgBossPackage from 'pg-boss/package.json' with { type: 'json' };
import { number } from '../kernel/columns.ts';
import { statementsOn } from './connection.ts';
import type { DatabaseChange, Statement } from './database-changes.ts';
import { QUEUES, SCHEDULED, SCHEDULER_QUEUE } from './queues.ts';

const SCHEMA = 'pgboss';

/** Version of the tables that this build's pg-boss needs. It runs on no other. */
export const QUEUE_VERSION: number = pgBossPackage.pgboss.schema;

/** Returns the version of pg-boss's tables; undefined when there are none. */
export async function readQueueVersion(client: Pick<pg.ClientBase, 'query'>): Promise<number | undefined> {
  const { exists, first } = statementsOn(client);
  if (!(await exists`select where to_regclass('pgboss.version') is not null`)) return undefined;
  return (await first(number())`select version from pgboss.version`) ?? undefined;
}

/** Removes pg-boss's transaction and its timeouts, because each change has a transaction and a lock timeout. */
const withoutTransaction = (script: string): string =>
  script
    .replace(
      /^\s*BEGIN;\s*SET LOCAL lock_timeout = \d+;\s*SET LOCAL idle_in_transaction_session_timeout = \d+;/,
      '',
    )
    .replace(/COMMIT;\s*$/, '');

/** Returns a pg-boss that is not started, over this database. */
const bossOver = (db: Db): PgBoss => new PgBoss({ db, migrate: false, supervise: false, schedule: false });

const WANTED: Readonly<Record<string, Omit<Queue, 'name'>>> = {
  ...QUEUES,
  [SCHEDULER_QUEUE]: { deleteAfterSeconds: SCHEDULED.deleteAfterSeconds },
};

/** Returns the statements that create the queue, or set the options that differ. */
async function queueStatements(
  name: string,
  { policy, ...options }: Omit<Queue, 'name'>,
  found: Record<string, unknown> | undefined,
): Promise<Statement[]> {
  const statements: Statement[] = [];
  const recording = bossOver({
    executeSql: async (text, values) => {
      statements.push({ text: withoutTransaction(text), ...(values && { values }) });
      return { rows: [] };
    },
  });
  if (found === undefined) await recording.createQueue(name, policy === undefined ? {} : { policy });
  const differs = Object.entries(options).some(([option, value]) => found?.[option] !== value);
  if (differs) await recording.updateQueue(name, options);
  return statements;
}

/** Returns the change of pg-boss's tables. */
export async function queueSchemaChange(client: pg.Client): Promise<DatabaseChange[]> {
  const version = await readQueueVersion(client);
  if (version !== undefined && version >= QUEUE_VERSION) return [];
  const script = version === undefined ? getConstructionPlans(SCHEMA) : getMigrationPlans(SCHEMA, version);
  return [
    {
      name:
        version === undefined
          ? 'tables of the queue'
          : `tables of the queue, from version ${version} to ${QUEUE_VERSION}`,
      kind: 'queue',
      statements: [{ text: withoutTransaction(script) }],
    },
  ];
}

/** Returns the change of the queues whose options differ. */
export async function queuesChange(client: pg.Client): Promise<DatabaseChange[]> {
  const hasTables = (await readQueueVersion(client)) !== undefined;
  const reading = bossOver({
    executeSql: (text, values) => client.query(text, values ? [...values] : undefined),
  });
  const found = new Map((hasTables ? await reading.getQueues() : []).map((queue) => [queue.name, queue]));
  const statements: Statement[] = [];
  for (const [name, options] of Object.entries(WANTED)) {
    statements.push(
      ...(await queueStatements(name, options, found.get(name) as Record<string, unknown> | undefined)),
    );
  }
  return statements.length === 0 ? [] : [{ name: 'queues', kind: 'queue', statements }];
}
