/** Tests a node that stops during a request. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../src/config.ts';
import { startTeamService } from './team-service.ts';

/** Starts a service, and a request with an idempotency key that waits for a lock until `unlock`. */
async function stuckRequest(t: TestContext, settings: Partial<Config>) {
  const waits = { databaseLockSeconds: 600, databaseStatementSeconds: 600 };
  const service = await startTeamService({ ...waits, ...settings });
  const administrator = new pg.Client(service.world.database.ownerUrl);
  await administrator.connect();
  t.after(async () => {
    await administrator.end();
    await service.close();
  });
  /** Runs the query again and again until it has a row. */
  const until = async (query: string): Promise<void> => {
    while ((await administrator.query(query)).rows.length === 0) await turn();
  };
  const { team } = await service.world.newTeam();
  // Authenticates the caller before the lock.
  await service.call('ada', 'GET', '/users');
  await administrator.query('begin; lock table directory.teams, directory.team_members');
  const body = { displayName: 'Late' };
  const headers = { 'idempotency-key': 'k' };
  const answered = service.call('ada', 'POST', `/teams/${team.id}/channels`, body, headers);
  await until(`select from pg_locks join pg_database on oid = database and datname = current_database()
                where not granted`);
  const unlock = () => administrator.query('rollback');
  return { answered, stop: service.stop, until, unlock };
}

describe('a node that stops during a request', () => {
  it('completes the request, and closes its connection', async (t) => {
    const { answered, stop, unlock } = await stuckRequest(t, { shutdownSeconds: 600 });
    const stopped = stop();
    await unlock();
    const { status, headers } = await answered;
    assert.deepEqual([status, headers.get('connection')], [201, 'close']);
    await stopped;
  });

  it('aborts the request after the grace period, and releases its idempotency key', async (t) => {
    const { answered, stop, until, unlock } = await stuckRequest(t, { shutdownSeconds: 0.1 });
    const cut = assert.rejects(answered);
    const stopped = stop();
    await cut;
    await until(`select from charter.idempotency_keys
                  where key = 'k' and claimed_at = to_timestamp(0) and status is null`);
    await unlock();
    await stopped;
  });
});
