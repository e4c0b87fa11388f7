/**
 * Takeover of a lifecycle run by a new worker. `npm run bench -- takeover` measures how long it takes.
 * @long
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type CharterClient, createClient } from '@charter/sdk';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../server/test/postgres.ts';
import { subjectOf } from './callers.ts';
import { completedRun } from './operations/lifecycle.ts';
import { GIVEN_URL, RAISED_LIMITS, type Service, startNode } from './service.ts';
import { issueToken } from './tokens.ts';

describe('a lifecycle run whose workers are all killed', {
  skip: GIVEN_URL !== undefined && 'needs nodes of its own',
}, () => {
  let database: TestDatabase;
  let holder: pg.Client;
  let admin: CharterClient;
  const nodes: Service[] = [];

  const start = async (services: string): Promise<Service> => {
    const environment = { ...RAISED_LIMITS, DATABASE_URL: database.connectionString };
    const node = await startNode({ environment, args: [`--services=${services}`] });
    nodes.push(node);
    return node;
  };
  before(async () => {
    database = await createTestDatabase();
    holder = new pg.Client(database.connectionString);
    await holder.connect();
    const api = await start('api');
    const token = await issueToken(api, subjectOf('admin'));
    admin = createClient({ baseUrl: api.url, token, retry: false });
  });
  after(async () => {
    await holder?.end();
    await Promise.all(nodes.map((node) => node.stop()));
    await database?.drop();
  });

  it('is continued by the next worker', async () => {
    const first = await start('worker');
    // The lock stops the run at its first read of teams.
    await holder.query('begin');
    await holder.query('lock table charter.governed_teams in access exclusive mode');
    const { id } = await admin.lifecycle.startLifecycleRun();
    while ((await admin.lifecycle.getLifecycleRun(id)).status !== 'active') {
      await delay(100);
    }
    await first.stop('SIGKILL');
    nodes.splice(nodes.indexOf(first), 1);
    await holder.query('rollback');
    await start('worker');
    assert.equal((await completedRun(admin, id)).status, 'completed');
  });
});
