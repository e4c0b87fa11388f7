import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import { type ConnectedStore, connectQueue, connectStore } from '../../test/store.ts';
import { newId } from '../kernel/ids.ts';
import type { StartedQueue } from './queue.ts';

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

  async function add(tenantId: string, name: string): Promise<void> {
    await connected.store.transaction(tenantId, async (unit) => {
      const id = newId();
      names.set(id, name);
      await unit.jobs.add(
        {
          id,
          type: 'TeamArchive',
          requester: { id: 'ada', kind: 'user', displayName: 'Ada' },
          requestId: 'r',
          request: {},
          plan: null,
          steps: ['only'],
          log: [],
          subjectId: null,
        },
        new Date(),
      );
      await unit.queue.runJob({ tenantId, jobId: id });
    });
  }
  it('gives tenants turns, and keeps the order of each', async () => {
    for (let number = 1; number <= 5; number += 1) await add('bulk', `bulk ${number}`);
    for (let number = 1; number <= 2; number += 1) await add('other', `other ${number}`);
    const taken: (string | undefined)[] = [];
    for (let round = 0; round < 7; round += 1) {
      const [job] = await queue.boss.fetch<{ jobId: string }>('run-job');
      taken.push(names.get(job?.data.jobId ?? ''));
    }
    assert.deepEqual(taken, ['bulk 1', 'other 1', 'bulk 2', 'other 2', 'bulk 3', 'bulk 4', 'bulk 5']);
  });
});
