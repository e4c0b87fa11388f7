import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import { type ConnectedStore, connectQueue, connectStore } from '../../test/store.ts';
import type { Actor } from '../engine/principal.ts';
import { newId } from '../kernel/ids.ts';
import { type StartedQueue, startQueue } from './queue.ts';

describe('the queue of jobs', () => {
  let database: TestDatabase;
  let queue: StartedQueue;
  let connected: ConnectedStore;
  const names = new Map<string, string>();
  before(async () => {
    database = await createMigratedDatabase({ unaudited: true });
    queue = await connectQueue(database.serviceUrl);
    connected = connectStore(database.serviceUrl, queue.boss);
  });
  after(async () => {
    await queue.stop();
    await connected.close();
    await database.drop();
  });

  async function add(
    tenantId: string,
    name: string,
    requester: Partial<Actor> = {},
    startAfter?: Date,
  ): Promise<string> {
    const id = newId();
    names.set(id, name);
    await connected.store.transaction(tenantId, async (unit) => {
      await unit.jobs.add(
        {
          id,
          type: 'TeamArchive',
          requester: { id: 'ada', kind: 'user', displayName: 'Ada', ...requester },
          requestId: 'r',
          request: {},
          plan: null,
          steps: ['only'],
          log: [],
          subjectId: null,
        },
        new Date(),
      );
      await unit.queue.runJob({ tenantId, jobId: id }, startAfter);
    });
    return id;
  }

  const queueAgain = (tenantId: string, jobId: string): Promise<void> =>
    connected.store.transaction(tenantId, (unit) => unit.queue.runJob({ tenantId, jobId }));

  async function finish(tenantId: string, jobId: string): Promise<void> {
    const { jobs } = connected.store.in(tenantId);
    const lines = { waiting: { line: '' }, delayed: { line: '' }, active: { line: '' } };
    const claimed = await jobs.claim(jobId, new Date(), lines);
    await jobs.record(jobId, claimed?.attempt ?? 0, { status: 'completed' }, new Date());
  }

  /** Fetches all due jobs of the queue. Returns their names. */
  async function takeAll(): Promise<string[]> {
    const taken: string[] = [];
    for (;;) {
      const [job] = await queue.boss.fetch<{ jobId: string }>('run-job');
      if (job === undefined) return taken;
      taken.push(names.get(job.data.jobId) ?? '');
    }
  }

  it('alternates between tenants, and preserves the order of each', async () => {
    for (let number = 1; number <= 5; number += 1) await add('bulk', `bulk ${number}`);
    for (let number = 1; number <= 2; number += 1) await add('other', `other ${number}`);
    assert.deepEqual(await takeAll(), [
      'bulk 1',
      'other 1',
      'bulk 2',
      'other 2',
      'bulk 3',
      'bulk 4',
      'bulk 5',
    ]);
  });

  it('alternates between the requesters of a tenant, and runs jobs of people before those of apps', async () => {
    const app = { id: 'an app', kind: 'app', displayName: 'An app' } as const;
    const bob = { id: 'bob', displayName: 'Bob' };
    for (let number = 1; number <= 2; number += 1) await add('turns', `app ${number}`, app);
    for (let number = 1; number <= 3; number += 1) await add('turns', `ada ${number}`);
    for (let number = 1; number <= 2; number += 1) await add('turns', `bob ${number}`, bob);
    const expected = ['ada 1', 'bob 1', 'ada 2', 'bob 2', 'ada 3', 'app 1', 'app 2'];
    assert.deepEqual(await takeAll(), expected);
  });

  it('preserves the order of a requester when earlier jobs are done, and when one is queued again', async () => {
    const first = await add('order', 'first');
    const second = await add('order', 'second', {}, new Date(Date.now() + 3_600_000));
    await add('order', 'third');
    await finish('order', first);
    await add('order', 'fourth');
    await queueAgain('order', second);
    assert.deepEqual(await takeAll(), ['first', 'second', 'third', 'fourth']);
  });

  it('gives a new requester the current turn of the tenant', async () => {
    const wave: string[] = [];
    for (let number = 1; number <= 4; number += 1) wave.push(await add('wave', `wave ${number}`));
    await finish('wave', wave[0]!);
    await finish('wave', wave[1]!);
    for (let number = 1; number <= 3; number += 1) {
      await add('wave', `newcomer ${number}`, { id: 'bob', displayName: 'Bob' });
    }
    const taken = (await takeAll()).slice(2);
    assert.deepEqual(taken, ['wave 3', 'newcomer 1', 'wave 4', 'newcomer 2', 'newcomer 3']);
  });

  it('reports a failed fetch as an Error with the queue', async () => {
    const failed = Promise.withResolvers<Error>();
    const listening = await startQueue({
      connectionString: database.serviceUrl,
      works: false,
      concurrency: 1,
      onError: (error) => 'queue' in error && failed.resolve(error),
    });
    const owner = new pg.Client(database.ownerUrl);
    await owner.connect();
    await owner.query('alter schema pgboss rename to hidden');
    try {
      await listening.boss.work('send-mail', { pollingIntervalSeconds: 1 }, async () => undefined);
      const error = await failed.promise;
      assert.ok(error instanceof Error, JSON.stringify(error));
      assert.match(error.message, /pgboss/);
    } finally {
      await owner.query('alter schema hidden rename to pgboss');
      await owner.end();
      await listening.stop();
    }
  });
});
