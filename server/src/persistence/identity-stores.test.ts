import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { CAUSE } from '../../test/cause.ts';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import type { RegisteredApp } from '../domain/identity/ports.ts';
import { createAppStore } from './apps.ts';
import { createIssuerSessionStore } from './issuer-sessions.ts';
import { createRoleAssignmentStore } from './role-assignments.ts';
import { createSecretBox } from './secret-box.ts';
import { createSigningKeyStore } from './signing-keys.ts';
import { createTenantStore } from './tenants.ts';

let database: TestDatabase;
before(async () => {
  database = await createMigratedDatabase();
});
after(() => database.drop());

const SECRET = {
  displayName: 'First',
  hash: '$scrypt$x',
  hint: null,
  createdAt: CAUSE.at,
  expiresAt: CAUSE.at,
  lastUsedAt: null,
};

const app = (change: Partial<RegisteredApp>): RegisteredApp => ({
  tenantId: 'contoso',
  appId: 'payroll',
  displayName: 'Payroll',
  scopes: null,
  createdAt: CAUSE.at,
  secrets: [{ ...SECRET, id: change.appId ?? 'payroll' }],
  roles: ['GOVERNANCE_MANAGER'],
  enabled: true,
  ...change,
});

test('apps: finds an app of any tenant by its id', async () => {
  const apps = createAppStore(database.tenancy);
  await apps.save(app({}), CAUSE);
  await apps.save(app({ tenantId: 'fabrikam', appId: 'crm', displayName: 'CRM', roles: [] }), CAUSE);
  assert.deepEqual(await apps.find('payroll'), app({}));
  assert.equal((await apps.find('crm'))?.tenantId, 'fabrikam');
  assert.equal(await apps.find('nobody'), undefined);
  assert.deepEqual(
    (await apps.list('contoso')).map(({ appId }) => appId),
    ['payroll'],
  );
});

test("apps: replaces an app, and rejects another tenant's id", async () => {
  const apps = createAppStore(database.tenancy);
  await apps.save(app({ appId: 'shared' }), CAUSE);
  await apps.save(app({ appId: 'shared', displayName: 'Renamed', enabled: false }), CAUSE);
  assert.deepEqual(
    await apps.find('shared'),
    app({ appId: 'shared', displayName: 'Renamed', enabled: false }),
  );
  await assert.rejects(apps.save(app({ appId: 'shared', tenantId: 'fabrikam' }), CAUSE), {
    code: 'Conflict',
  });
  assert.equal((await apps.find('shared'))?.tenantId, 'contoso');
});

test('apps: a look-up by id makes only that row visible', async () => {
  const apps = createAppStore(database.tenancy);
  await apps.save(app({ appId: 'open' }), CAUSE);
  await apps.save(app({ appId: 'closed' }), CAUSE);
  const visible = await database.tenancy
    .for('')
    .transaction()
    .execute(async (transaction) => {
      await sql`select set_config('charter.app_id', 'open', true)`.execute(transaction);
      return transaction.selectFrom('charter.apps').select('app_id').execute();
    });
  assert.deepEqual(visible, [{ app_id: 'open' }]);
  assert.deepEqual(await database.tenancy.for('').selectFrom('charter.apps').select('app_id').execute(), []);
});

test('role assignments: assigns a first role once when two nodes assign it to different people', async () => {
  const nodes = [database.tenancy, database.anotherTenancy()].map((tenancy) =>
    createRoleAssignmentStore(tenancy),
  );
  for (let round = 0; round < 10; round += 1) {
    const tenantId = `first-${round}`;
    const assigned = await Promise.all(
      nodes.map((roles, node) => roles.assignFirst(tenantId, `person-${node}`, 'GLOBAL_ADMIN', CAUSE)),
    );
    assert.deepEqual(assigned.toSorted(), [false, true], tenantId);
  }
});

test('role assignments: assigning and revoking are idempotent, and separate for each tenant', async () => {
  const roles = createRoleAssignmentStore(database.tenancy);
  await roles.assign('contoso', 'ada', 'GLOBAL_ADMIN', CAUSE);
  await roles.assign('contoso', 'ada', 'GLOBAL_ADMIN', CAUSE);
  await roles.assign('contoso', 'ada', 'INTEGRATION_MANAGER', CAUSE);
  await roles.assign('fabrikam', 'ada', 'GOVERNANCE_MANAGER', CAUSE);
  assert.deepEqual(await roles.rolesOf('contoso', 'ada'), ['GLOBAL_ADMIN', 'INTEGRATION_MANAGER']);
  assert.deepEqual(await roles.list('fabrikam'), [
    { principalId: 'ada', role: 'GOVERNANCE_MANAGER', expiresAt: null },
  ]);
  await roles.revoke('contoso', 'ada', 'GLOBAL_ADMIN', CAUSE);
  await roles.revoke('contoso', 'ada', 'GLOBAL_ADMIN', CAUSE);
  assert.deepEqual(await roles.rolesOf('contoso', 'ada'), ['INTEGRATION_MANAGER']);
  assert.deepEqual(await roles.rolesOf('fabrikam', 'ada'), ['GOVERNANCE_MANAGER']);
});

test('tenants: adds, renames and finds tenants, and lists them by name', async () => {
  const tenants = createTenantStore(database.tenancy);
  await tenants.save({ id: 't2', displayName: 'Fabrikam' });
  await tenants.save({ id: 't1', displayName: 'Zeta' });
  await tenants.save({ id: 't1', displayName: 'Contoso' });
  assert.deepEqual(await tenants.list(), [
    { id: 't1', displayName: 'Contoso' },
    { id: 't2', displayName: 'Fabrikam' },
  ]);
  assert.deepEqual(await tenants.find('t1'), { id: 't1', displayName: 'Contoso' });
  assert.equal(await tenants.find('t3'), undefined);
});

test('signing keys: nodes that start concurrently agree on one key', async () => {
  const store = createSigningKeyStore(database.tenancy, createSecretBox(['a key of the tests']));
  assert.deepEqual(await store.list(), []);
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((kid) => store.addFirst({ kid, kty: 'RSA' })));
  const stored = await store.list();
  assert.equal(stored.length, 1);
  for (const answer of answers) assert.deepEqual(answer, stored);
  await assert.rejects(store.addFirst({ kty: 'RSA' }), /needs a kid/);
});

test('signing keys: encrypts keys that an earlier version stored in plain text', async () => {
  const store = createSigningKeyStore(database.tenancy, createSecretBox(['a key of the tests']));
  const jwk = { kid: 'clear', kty: 'RSA', d: 'the private part' };
  const rows = () =>
    database.tenancy
      .for('')
      .selectFrom('charter.signing_keys')
      .select('private_jwk')
      .where('key_id', '=', 'clear')
      .execute();
  await database.tenancy
    .for('')
    .insertInto('charter.signing_keys')
    .values({ key_id: 'clear', private_jwk: JSON.stringify(jwk) })
    .execute();
  assert.deepEqual(
    (await store.list()).find(({ kid }) => kid === 'clear'),
    jwk,
  );
  assert.doesNotMatch(JSON.stringify(await rows()), /the private part/);
  const other = createSigningKeyStore(database.tenancy, createSecretBox(['another key']));
  await assert.rejects(other.list(), /charter secrets check/);
});

test('issuer sessions: removes expired rows by the injected clock', async () => {
  let now = new Date('2026-01-01T00:00:00Z');
  const sessions = createIssuerSessionStore(database.tenancy, { now: () => now });
  await sessions.upsert('Session', 's1', { uid: 'u1', accountId: 'ada' }, 60);
  await sessions.upsert('Session', 's2', { uid: 'u2', accountId: 'bob' });
  assert.deepEqual(await sessions.find('Session', 's1'), { uid: 'u1', accountId: 'ada' });
  assert.deepEqual(await sessions.findByUid('Session', 'u2'), { uid: 'u2', accountId: 'bob' });
  assert.equal(await sessions.find('Grant', 's1'), undefined);
  now = new Date(now.getTime() + 60_000);
  assert.equal(await sessions.find('Session', 's1'), undefined);
  assert.equal(await sessions.findByUid('Session', 'u1'), undefined);
  assert.equal(await sessions.removeExpired(), 1);
  assert.equal(await sessions.removeExpired(), 0);
  assert.deepEqual(await sessions.find('Session', 's2'), { uid: 'u2', accountId: 'bob' });
});

test('issuer sessions: one of many concurrent callers consumes a code', async () => {
  const now = new Date('2026-01-01T00:00:00Z');
  const sessions = createIssuerSessionStore(database.tenancy, { now: () => now });
  await sessions.upsert('AuthorizationCode', 'c1', { grantId: 'g1' }, 60);
  const results = await Promise.all([1, 2, 3, 4].map(() => sessions.consume('AuthorizationCode', 'c1')));
  assert.equal(results.filter(Boolean).length, 1);
  const code = await sessions.find('AuthorizationCode', 'c1');
  assert.deepEqual(code, { grantId: 'g1', consumed: now.getTime() / 1000 });
  assert.equal(await sessions.consume('AuthorizationCode', 'unknown'), false);
});

test('issuer sessions: revoking a grant removes only its rows of the given kind', async () => {
  const sessions = createIssuerSessionStore(database.tenancy, { now: () => new Date() });
  await sessions.upsert('RefreshToken', 'r1', { grantId: 'g7' }, 60);
  await sessions.upsert('RefreshToken', 'r2', { grantId: 'g8' }, 60);
  await sessions.upsert('Interaction', 'i1', { grantId: 'g7' }, 60);
  await sessions.revokeByGrant('RefreshToken', 'g7');
  assert.equal(await sessions.find('RefreshToken', 'r1'), undefined);
  assert.deepEqual(await sessions.find('RefreshToken', 'r2'), { grantId: 'g8' });
  assert.deepEqual(await sessions.find('Interaction', 'i1'), { grantId: 'g7' });
  await sessions.destroy('RefreshToken', 'r2');
  assert.equal(await sessions.find('RefreshToken', 'r2'), undefined);
});
