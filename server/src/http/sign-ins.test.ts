import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import Fastify from 'fastify';
import { TestClock } from '../../test/clock.ts';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import type { Principal } from '../engine/principal.ts';
import { suiteDeps } from '../persistence/directory/index.ts';
import { recordSignIns } from './sign-ins.ts';

const TENANT = 'a1b2c3d4-0000-4000-8000-000000000001';
const HOUR = 3_600;

describe('a call of a guest', () => {
  const clock = new TestClock(new Date('2026-03-02T20:00:00Z'));
  let database: TestDatabase;
  let directory: ReturnType<typeof suiteDeps>['directory'];

  before(async () => {
    database = await createMigratedDatabase();
    directory = suiteDeps(database.tenancy, clock).directory;
    await directory.saveUsers(TENANT, [
      { id: 'gus', displayName: 'Gus', userPrincipalName: 'gus@partner.example', userType: 'Guest' },
      { id: 'mia', displayName: 'Mia', userPrincipalName: 'mia@contoso.example' },
    ]);
  });
  after(() => database.drop());

  /** A node serves the calls of these people, and stops. */
  async function serve(calls: readonly Partial<Principal>[], warnings: string[] = [], isBroken = false) {
    const app = Fastify();
    let caller: Partial<Principal> | undefined;
    app.addHook('onRequest', async (request) => {
      request.principal = caller as Principal;
    });
    const broken = { saveSignIns: () => Promise.reject(new Error('down')) };
    const log = { warn: (_details: object, message: string) => void warnings.push(message) };
    recordSignIns(app, { directory: isBroken ? broken : directory, clock, log });
    app.get('/', async () => 'hello');
    for (const call of calls) {
      caller = { tenantId: TENANT, kind: 'user', ...call };
      assert.equal((await app.inject('/')).statusCode, 200);
    }
    await app.close();
  }
  const lastSignIns = async () => {
    const found = await directory.users.lastSignIns(TENANT, ['gus', 'mia']);
    return Object.fromEntries([...found].map(([id, at]) => [id, at.toISOString()]));
  };

  it('is recorded once a day as the latest sign-in, unlike calls of members, apps and strangers', async () => {
    await serve([{ id: 'mia' }, { id: 'nobody' }, { id: 'gus', kind: 'app' }]);
    assert.deepEqual(await lastSignIns(), {});
    await serve([{ id: 'gus' }, { id: 'gus' }]);
    assert.deepEqual(await lastSignIns(), { gus: '2026-03-02T20:00:00.000Z' });
    clock.advance(2 * HOUR);
    await serve([{ id: 'gus' }]);
    assert.deepEqual(await lastSignIns(), { gus: '2026-03-02T20:00:00.000Z' }, 'the same day');
    clock.advance(4 * HOUR);
    await serve([{ id: 'gus' }]);
    assert.deepEqual(await lastSignIns(), { gus: '2026-03-03T02:00:00.000Z' });
  });

  it('succeeds when its record cannot be written', async () => {
    const warnings: string[] = [];
    await serve([{ id: 'gus' }], warnings, true);
    assert.equal(warnings.length, 1);
  });
});
