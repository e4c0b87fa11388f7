import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import { openQueueDatabase, type QueueDatabase } from './queue-database.ts';

describe('connections of the queue', () => {
  let test: TestDatabase;
  let owner: pg.Client;
  let database: QueueDatabase;
  const errors: Error[] = [];

  before(async () => {
    test = await createMigratedDatabase();
    owner = new pg.Client(test.ownerUrl);
    await owner.connect();
    database = openQueueDatabase(test.serviceUrl, 1, (error) => errors.push(error));
  });
  after(async () => {
    await database.close();
    await owner.end();
    await test.drop();
  });

  const pidsOf = async (queue: QueueDatabase): Promise<number[]> =>
    (await queue.executeSql('select pg_backend_pid() as pid')).rows.map(({ pid }) => pid);

  it('prepare statements once and run scripts unchanged', async () => {
    for (const value of [1, 2]) {
      assert.deepEqual((await database.executeSql('select $1::int as value', [value])).rows, [{ value }]);
    }
    assert.deepEqual((await database.executeSql('begin; select 1 as a; select 2 as a; commit')).rows, [
      { a: 1 },
      { a: 2 },
    ]);
    const prepared = await database.executeSql('select statement from pg_prepared_statements');
    assert.ok(prepared.rows.some(({ statement }) => statement === 'select $1::int as value'));
    assert.ok(prepared.rows.every(({ statement }) => !statement.startsWith('begin')));
  });

  it('are released on the server when they are closed', async () => {
    for (let round = 0; round < 10; round += 1) {
      const closed = openQueueDatabase(test.serviceUrl, 4, (error) => errors.push(error));
      await Promise.all(Array.from({ length: 4 }, () => closed.executeSql('select pg_backend_pid()')));
      await closed.close();
      const { rows } = await owner.query(
        `select pid from pg_stat_activity where application_name = 'charter queue' and datname = current_database()
            and pid <> all ($1::int[])`,
        [await pidsOf(database)],
      );
      assert.deepEqual(rows, []);
    }
    assert.deepEqual(errors, []);
  });

  it('report a failed statement with its code', async () => {
    await assert.rejects(database.executeSql('select 1 / 0'), { code: '22012' });
  });

  it('listen again after the connection is lost', async () => {
    const received: string[] = [];
    let connections = 0;
    let again: () => void = () => undefined;
    const reconnected = new Promise<void>((resolve) => {
      again = resolve;
    });
    let notified: () => void = () => undefined;
    const handle = await database.listen!(
      'Some channel',
      (payload) => {
        received.push(payload);
        notified();
      },
      () => {
        connections += 1;
        if (connections === 2) again();
      },
    );
    const hear = async (payload: string) => {
      const arrived = new Promise<void>((resolve) => {
        notified = resolve;
      });
      await owner.query('select pg_notify($1, $2)', ['Some channel', payload]);
      await arrived;
    };
    await hear('one');
    await owner.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database()",
    );
    await reconnected;
    await hear('two');
    await handle.close();
    assert.deepEqual(received, ['one', 'two']);
    assert.ok(errors.length > 0);
  });
});
